//! title:     A tensor may be made without arguments, and from another tensor
//! verifies:  tensor.ctor.default_copy
//! requires:  msl 4.0, feature tensors
//! msl:       4.0 4.1
//! for:       T in float half uchar
//! dispatch:  threads 16 x 4, threadgroup 16 x 1
//! in:        data T[threads] = integers(0, 100)
//! in:        missing uint = 1
//! out:       result T[threads]
//! expect:    result = same data
//! mutant:    tensor.ctor.default_copy | replace `view copy(whole)` with `view copy(result, dextents<int, 2>(16, 4))`
//! note:      Tensors in device memory are those that a host binds: the copies of them compile, and none is made.

#include <metal_stdlib>
#include <metal_tensor>
using namespace metal;

typedef tensor<device T, dextents<int, 2>, tensor_inline> view;
typedef tensor<device T, dextents<int, 2>> bound;

kernel void copy(device T *data [[buffer(0)]], constant uint &missing [[buffer(1)]], device T *result [[buffer(2)]],
                 uint2 at [[thread_position_in_grid]])
{
    const int x = int(at.x), y = int(at.y);
    view whole(data, dextents<int, 2>(16, 4));
    view copy(whole);
    result[x + 16 * y] = copy.get(x, y);
    if (missing == 0) {
        view none;
        bound nothing, same(nothing), from_device(*(device bound *)data),
            from_coherent(*(coherent(device) device bound *)data);
        result[0] = T(none.get_extent(0) + same.get_extent(0) + from_device.get_extent(0) + from_coherent.get_extent(0));
    }
}
