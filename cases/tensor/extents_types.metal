//! title:     extents name their types
//! verifies:  extents.member_types
//! requires:  msl 4.0
//! msl:       4.0 4.1
//! for:       I in short ushort int uint long ulong
//! dispatch:  threads 1, threadgroup 1
//! out:       agreed bool[2]
//! expect:    agreed = values 1 1
//! mutant:    extents.member_types | replace `extents<I, 4>::index_type` with `extents<char, 4>::index_type`

#include <metal_stdlib>
#include <metal_tensor>
using namespace metal;

kernel void measure(device bool *agreed [[buffer(0)]])
{
    extents<I, 4>::size_type size = 4;
    extents<I, 4>::rank_type rank = 0;
    agreed[0] = is_same<extents<I, 4>::index_type, I>::value;
    agreed[1] = extents<I, 4>().extent(rank) == I(size);
}
