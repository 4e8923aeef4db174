//! title:     A tensor that a shader makes is no member of an aggregate
//! verifies:  tensor.inline.no_aggregate
//! requires:  msl 4.0, feature tensors
//! for:       TYPE in view line
//! reject:    member aggregate field tensor
//! grade:     rule stated
//! control:   replace `TYPE member;` with `uint member;`

#include <metal_stdlib>
#include <metal_tensor>
using namespace metal;

typedef tensor<device float, dextents<int, 2>, tensor_inline> view;
using line = tensor<thread half, extents<int, 8>, tensor_inline>;
struct holder {
    uint number;
    TYPE member; // reject
};

kernel void measure(device uint *result [[buffer(0)]])
{
    result[0] = sizeof(holder);
}
