//! title:     get and set move vectors of consecutive elements
//! verifies:  tensor.get.vector tensor.get.vector.array_index tensor.set.vector
//! requires:  msl 4.0, feature tensors, os 26.4
//! msl:       4.0 4.1
//! for:       T in half float char ushort uint
//! subcases:  (N, V) in (2, vec) (3, vec) (4, vec) (2, packed_vec) (3, packed_vec) (4, packed_vec)
//! dispatch:  threads 12 x 8, threadgroup 12 x 1
//! in:        data T[256] = integers(0, 100)
//! out:       got T[threads * N]
//! out:       got_by_array T[threads * N]
//! inout:     stored T[256] = zeros
//! expect:    got = runs(data, N, 12, 16)
//! expect:    got_by_array = runs(data, N, 12, 16)
//! expect:    stored = rows_kept(data, 12 / N * N, 16, 8)
//! mutant:    tensor.get.vector | replace `view.get<V<T, N>>(x, y)` with `V<T, N>(view.get(x, y))`
//! mutant:    tensor.get.vector.array_index | replace `view.get<V<T, N>>(place)` with `V<T, N>(view.get(place))`
//! mutant:    tensor.set.vector | replace `target.set(first, x, y)` with `target.set(T(first[0]), x, y)`

#include <metal_stdlib>
#include <metal_tensor>
using namespace metal;

kernel void move_rows(device T *data [[buffer(0)]], device T *got [[buffer(1)]], device T *got_by_array [[buffer(2)]],
                      device T *stored [[buffer(3)]], uint2 at [[thread_position_in_grid]])
{
    const int x = int(at.x), y = int(at.y), i = x + 12 * y;
    tensor<device T, dextents<int, 2>, tensor_inline> view(data, dextents<int, 2>(16, 16));
    tensor<device T, dextents<int, 2>, tensor_inline> target(stored, dextents<int, 2>(16, 16));
    array<int, 2> place = {x, y};
    V<T, N> first = view.get<V<T, N>>(x, y), second = view.get<V<T, N>>(place);
    for (int k = 0; k < N; k++) {
        got[i * N + k] = first[k];
        got_by_array[i * N + k] = second[k];
    }
    if (x % N == 0 && x + N <= 12 / N * N)
        target.set(first, x, y);
}
