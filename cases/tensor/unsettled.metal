//! title:     A tensor of static extents does not convert to one of dynamic extents
//! verifies:  tensor.convert.static_to_dynamic.reject
//! requires:  msl 4.0, feature tensors
//! for:       OPEN in 0 1
//! reject:    matching conversion static_cast
//! grade:     rule stated
//! control:   replace `static_cast<open>(fixed)` with `static_cast<settled>(fixed)`

#include <metal_stdlib>
#include <metal_tensor>
using namespace metal;

typedef tensor<device float, extents<int, 32, 64>, tensor_inline> settled;
typedef extents<int, OPEN ? dynamic_extent : size_t(32), dynamic_extent> loose;
typedef tensor<device float, loose, tensor_inline> open;

kernel void convert(device float *data [[buffer(0)]])
{
    settled fixed(data, extents<int, 32, 64>());
    data[0] = static_cast<open>(fixed).get(0, 0); // reject
}
