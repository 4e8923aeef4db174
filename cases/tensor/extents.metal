//! title:     extents know their rank and their sizes, static and dynamic ones
//! verifies:  extents.template extents.dynamic_marker extents.dextents extents.rank extents.rank_dynamic
//!            extents.static_extent extents.extent
//! requires:  msl 4.0
//! msl:       4.0 4.1
//! for:       I in char uchar short ushort int uint long ulong
//! dispatch:  threads 1, threadgroup 1
//! in:        sizes int4 = 5, 17, 100, 3
//! out:       ranks uint[8]
//! out:       fixed uint[8]
//! out:       result int[8]
//! expect:    ranks = values 0 1 3 5 0 0 2 5
//! expect:    fixed = values 7 32 100 1 2 3 4 6
//! expect:    result = values 7 32 5 17 100 100 3 5
//! mutant:    extents.template | replace `extents<I, 7> one = extents<I, 7>()` with
//!            `extents<I, 8> one = extents<I, 8>()`
//! mutant:    extents.dynamic_marker | replace `mixed(I(sizes.x), I(sizes.y))` with `mixed(I(sizes.y), I(sizes.x))`
//! mutant:    extents.dextents | replace `dextents<I, 5>::rank_dynamic()` with `dextents<I, 4>::rank_dynamic()`
//! mutant:    extents.rank | replace `decltype(mixed)::rank()` with `decltype(mixed)::rank_dynamic()`
//! mutant:    extents.rank_dynamic | replace `decltype(mixed)::rank_dynamic()` with `decltype(mixed)::rank()`
//! mutant:    extents.static_extent | replace `fixed_sizes::static_extent(1)` with `fixed_sizes::static_extent(2)`
//! mutant:    extents.extent | replace `all.extent(2)` with `all.extent(3)`

#include <metal_stdlib>
#include <metal_tensor>
using namespace metal;

kernel void measure(constant int4 &sizes [[buffer(0)]], device uint *ranks [[buffer(1)]],
                    device uint *fixed [[buffer(2)]], device int *result [[buffer(3)]])
{
    typedef extents<I, 32, 100, 1> fixed_sizes;
    extents<I, 7> one = extents<I, 7>();
    extents<I, 32, dynamic_extent, dynamic_extent> mixed(I(sizes.x), I(sizes.y));
    dextents<I, 5> all(I(sizes.z), I(1), I(100), I(sizes.w), I(sizes.x));
    result[0] = int(one.extent(0));
    result[1] = int(mixed.extent(0));
    result[2] = int(mixed.extent(1));
    result[3] = int(mixed.extent(2));
    result[4] = int(all.extent(0));
    result[5] = int(all.extent(2));
    result[6] = int(all.extent(3));
    result[7] = int(all.extent(4));
    ranks[0] = uint(extents<I>::rank());
    ranks[1] = uint(extents<I, 7>::rank());
    ranks[2] = uint(decltype(mixed)::rank());
    ranks[3] = uint(dextents<I, 5>::rank());
    ranks[4] = uint(extents<I>::rank_dynamic());
    ranks[5] = uint(extents<I, 7>::rank_dynamic());
    ranks[6] = uint(decltype(mixed)::rank_dynamic());
    ranks[7] = uint(dextents<I, 5>::rank_dynamic());
    fixed[0] = uint(extents<I, 7>::static_extent(0));
    fixed[1] = uint(fixed_sizes::static_extent(0));
    fixed[2] = uint(fixed_sizes::static_extent(1));
    fixed[3] = uint(fixed_sizes::static_extent(2));
    fixed[4] = uint(extents<I, 2, 3, 4, 6, 8>::static_extent(0));
    fixed[5] = uint(extents<I, 2, 3, 4, 6, 8>::static_extent(1));
    fixed[6] = uint(extents<I, 2, 3, 4, 6, 8>::static_extent(2));
    fixed[7] = uint(extents<I, 2, 3, 4, 6, 8>::static_extent(3));
}
