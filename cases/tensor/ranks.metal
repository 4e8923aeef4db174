//! title:     A tensor has any number of dimensions up to 16
//! verifies:  tensor.get_rank tensor.inline.ctor.packed
//! requires:  msl 4.0, feature tensors
//! msl:       4.0 4.1
//! for:       (RANK, N) in (1, 2) (2, 4) (5, 32) (9, 512) (16, 65536)
//! dispatch:  threads N, threadgroup min(N, 64)
//! in:        data ushort[N] = iota
//! out:       got ushort[N]
//! out:       rank uint[1]
//! expect:    got = same data
//! expect:    rank = values RANK
//! mutant:    tensor.get_rank | replace `view::get_rank()` with `(view::get_rank() + 1)`
//! mutant:    tensor.inline.ctor.packed | replace `place[r] = i >> r & 1` with `place[r] = i >> (RANK - 1 - r) & 1` |
//!            for RANK=2 RANK=5 RANK=9 RANK=16
//! note:      The text has no limit; published headers take 16.

#include <metal_stdlib>
#include <metal_tensor>
using namespace metal;

template <size_t R, size_t... E>
struct twos {
    typedef typename twos<R - 1, 2, E...>::type type;
};
template <size_t... E>
struct twos<0, E...> {
    typedef extents<int, E...> type;
};
typedef twos<RANK>::type sizes;
typedef tensor<device ushort, sizes, tensor_inline> view;

kernel void copy(device ushort *data [[buffer(0)]], device ushort *got [[buffer(1)]], device uint *rank [[buffer(2)]],
                 uint i [[thread_position_in_grid]])
{
    view whole(data, sizes());
    array<int, RANK> place;
    for (int r = 0; r < RANK; r++)
        place[r] = i >> r & 1;
    got[i] = whole.get(place);
    if (i == 0)
        rank[0] = uint(view::get_rank());
}
