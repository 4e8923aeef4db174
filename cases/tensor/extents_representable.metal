//! title:     A static extent is a number of the index type
//! verifies:  extents.representable
//! requires:  msl 4.0
//! for:       (I, N) in (char, 300) (short, 70000) (uchar, 256)
//! reject:    representable extent static assertion
//! grade:     rule stated
//! control:   replace `extents<I, N>` with `extents<I, 100>`

#include <metal_stdlib>
#include <metal_tensor>
using namespace metal;

kernel void measure(device uint *result [[buffer(0)]])
{
    result[0] = uint(extents<I, N>().extent(0)); // reject
}
