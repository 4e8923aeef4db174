//! title:     A kernel argument holds no size_t or ptrdiff_t
//! verifies:  args.size_t.reject
//! requires:  msl 2.3
//! for:       T in size_t ptrdiff_t
//! reject:
//! grade:     rule stated
//! control:   replace `constant T &count` with `constant ulong &count`

#include <metal_stdlib>
using namespace metal;

kernel void read(constant T &count [[buffer(0)]], device uint *result [[buffer(1)]]) // reject
{
    result[0] = uint(count);
}
