//! title:     A host binds tensors of device and constant memory alone
//! verifies:  tensor.host_bound.address_space
//! requires:  msl 4.0, feature tensors
//! for:       SPACE in threadgroup thread
//! reject:    invalid type parameter kernel tensor address space
//! grade:     inferred
//! control:   replace `tensor<SPACE half` with `tensor<device half`

#include <metal_stdlib>
#include <metal_tensor>
using namespace metal;

kernel void read(tensor<SPACE half, dextents<int, 2>> data [[buffer(0)]], device half *to [[buffer(1)]]) // reject
{
    to[0] = data[0, 0];
}
