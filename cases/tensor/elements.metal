//! title:     A tensor over a buffer reads and writes every element, by subscript, get and set
//! verifies:  tensor.element.value_types tensor.subscript tensor.get tensor.set tensor.inline.ctor.packed
//!            tensor.get_rank
//! requires:  msl 4.0, feature tensors
//! msl:       4.0 4.1
//! for:       T in half bfloat float char uchar short ushort int uint
//! dispatch:  threads 8 x 4 x 4, threadgroup 8 x 4 x 1
//! in:        data T[threads] = integers(0, 100)
//! out:       by_index T[threads]
//! out:       by_array T[threads]
//! out:       got T[threads]
//! out:       got_by_array T[threads]
//! out:       put T[threads]
//! out:       put_by_index T[threads]
//! expect:    by_index = same data
//! expect:    by_array = same data
//! expect:    got = same data
//! expect:    got_by_array = same data
//! expect:    put = same data
//! expect:    put_by_index = same data
//! mutant:    tensor.element.value_types | replace `tensor<device T, ` with `tensor<device uchar, ` and replace
//!            `whole(data,` with `whole((device uchar *)data,` and replace `indexed(put_by_index,` with
//!            `indexed((device uchar *)put_by_index,` and replace `stored(put,` with `stored((device uchar *)put,` |
//!            for T=half T=float T=short T=int T=uint T=ushort T=bfloat
//! mutant:    tensor.subscript | replace `whole[x, y, z]` with `whole[x, y, 0]`
//! mutant:    tensor.get | replace `whole.get(x, y, z)` with `whole.get(x, z, y)`
//! mutant:    tensor.set | replace `stored.set(value, x, y, z)` with `stored.set(value, x, y, z / 2)`
//! mutant:    tensor.inline.ctor.packed | replace `whole(data, dextents<int, 3>(8, 4, 4))` with
//!            `whole(data, dextents<int, 3>(8, 5, 4))`
//! mutant:    tensor.get_rank | replace `view::get_rank() == 3` with `view::get_rank() == 4`

#include <metal_stdlib>
#include <metal_tensor>
using namespace metal;

typedef tensor<device T, dextents<int, 3>, tensor_inline> view;

kernel void copy(device T *data [[buffer(0)]], device T *by_index [[buffer(1)]], device T *by_array [[buffer(2)]],
                 device T *got [[buffer(3)]], device T *got_by_array [[buffer(4)]], device T *put [[buffer(5)]],
                 device T *put_by_index [[buffer(6)]], uint3 at [[thread_position_in_grid]])
{
    const int x = int(at.x), y = int(at.y), z = int(at.z), i = x + 8 * y + 32 * z;
    view whole(data, dextents<int, 3>(8, 4, 4));
    view stored(put, dextents<int, 3>(8, 4, 4)), indexed(put_by_index, dextents<int, 3>(8, 4, 4));
    array<int, 3> place = {x, y, z};
    by_index[i] = T(whole[x, y, z]);
    by_array[i] = T(whole[place]);
    got[i] = T(whole.get(x, y, z));
    got_by_array[i] = T(whole.get(place));
    const T value = data[i];
    if (view::get_rank() == 3)
        indexed[x, y, z] = value;
    if (z < 2)
        stored.set(value, x, y, z);
    else
        stored.set(value, place);
}
