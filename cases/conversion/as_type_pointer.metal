//! title:     as_type does not apply to pointers
//! verifies:  convert.as_type.pointer
//! requires:  msl 2.3
//! reject:
//! grade:     rule stated
//! control:   replace `as_type<ulong>(data)` with `as_type<ulong>(result[1])`

#include <metal_stdlib>
using namespace metal;

kernel void reinterpret(device int *data [[buffer(0)]], device ulong *result [[buffer(1)]])
{
    result[0] = as_type<ulong>(data); // reject
}
