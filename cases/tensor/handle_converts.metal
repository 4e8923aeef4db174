//! title:     A handle becomes a tensor with an origin, and one with a descriptor of its own
//! verifies:  tensor.convert.handle_to_inline tensor.convert.handle_to_offset tensor.ctor.default_copy
//!            tensor.slice.descriptor
//! requires:  msl 4.0, feature tensors
//! for:       T in half float int
//! dispatch:  threads 32 x 3, threadgroup 32 x 1
//! in:        data tensor<T>(1, 40)[32, 3] = iota
//! out:       copied T[threads]
//! out:       inlined T[threads]
//! out:       shifted T[threads]
//! out:       facts int[4]
//! expect:    copied = strided(0, 32, 1, 3, 40, 0)
//! expect:    inlined = strided(0, 32, 1, 3, 40, 0)
//! expect:    shifted = strided(0, 32, 1, 3, 40, 0)
//! expect:    facts = values 1 1 32 3
//! mutant:    tensor.ctor.default_copy | replace `copy = data` with `copy`
//! mutant:    tensor.convert.handle_to_inline | replace `of_inline(data, x, y)` with `of_inline(data, x, 0)`
//! mutant:    tensor.convert.handle_to_offset | replace `with_origin[x, y]` with `with_origin[0, y]`
//! mutant:    tensor.slice.descriptor | replace `return is_tensor_handle_v<View>` with `return is_tensor_inline_v<View>`

#include <metal_stdlib>
#include <metal_tensor>
using namespace metal;

static T of_inline(tensor<device T, dextents<int, 2>, tensor_inline> t, int x, int y)
{
    return t[x, y];
}

template <class View> static int is_handle(View)
{
    return is_tensor_handle_v<View>;
}

template <class View> static int has_origin(View)
{
    return has_tensor_offset_v<View>;
}

kernel void convert(tensor<device T, dextents<int, 2>> data [[buffer(0)]], device T *copied [[buffer(1)]],
                    device T *inlined [[buffer(2)]], device T *shifted [[buffer(3)]], device int *facts [[buffer(4)]],
                    uint2 at [[thread_position_in_grid]])
{
    const int x = int(at.x), y = int(at.y);
    tensor<device T, dextents<int, 2>> copy = data;
    tensor<device T, dextents<int, 2>, tensor_handle, tensor_offset> with_origin = data;
    copied[x + 32 * y] = is_null_tensor(copy) ? T(0) : T(copy[x, y]);
    inlined[x + 32 * y] = of_inline(data, x, y);
    shifted[x + 32 * y] = with_origin[x, y];
    if (x == 0 && y == 0) {
        auto part = data.slice(1, 1);
        facts[0] = is_handle(part);
        facts[1] = has_origin(part);
        facts[2] = with_origin.get_extent(0);
        facts[3] = with_origin.get_extent(1);
    }
}
