//! title:     Position attributes of a kernel are all scalars or all vectors
//! verifies:  kattr.rule.vector_width
//! reject:
//! grade:     rule stated
//! control:   replace `uint3 size` with `uint size`

// The text (5.2.3.6) wants "a scalar type or a vector type", and vectors of one width. Apple's compiler reads it so: all
// are scalars, or all are vectors of the same number of components.
#include <metal_stdlib>
using namespace metal;

kernel void place(device uint *data [[buffer(0)]], uint at [[thread_position_in_grid]],
                  uint3 size [[threads_per_threadgroup]]) // reject
{
    data[at] = at;
}
