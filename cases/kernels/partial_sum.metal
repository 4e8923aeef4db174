//! title:     partial_sum in two dispatches: one sum per threadgroup by a tree, then one threadgroup adds those
//! verifies:  k.partial_sum k.reduce.twopass err.d.partial.pow2
//! subcases:  (COUNT, TG) in (1, 32) (31, 32) (32, 32) (33, 32) (63, 64) (1000, 96) (1000, 1000) (1025, 1024)
//!            (65537, 256) (1000000, 1024)
//! dispatch:  partial_sum(input, partials, count): groups ceil_div(COUNT, TG), threadgroup TG
//! dispatch:  final_sum(partials, sums, total): groups 1, threadgroup TG
//! threadgroup: 0 4 * TG
//! in:        input float[COUNT] = integers(-15, 16)
//! out:       partials float[ceil_div(COUNT, TG)]
//! in:        count uint = COUNT
//! in:        sums uint = ceil_div(COUNT, TG)
//! out:       total float[1]
//! expect:    partials = group_sums(input, count, TG)
//! expect:    total = reduce_sum(input, count, 0, 1)
//! mutant:    err.d.partial.pow2 | replace `upper = (live + 1) / 2` with `upper = live / 2` | for TG=96
//! mutant:    k.partial_sum | replace `= value; threadgroup_barrier(mem_flags::mem_threadgroup);` with `= value;`
//!            | for COUNT=65537
//! mutant:    k.partial_sum | replace `threadgroup_barrier(mem_flags::mem_threadgroup); live` with `live`
//!            | for COUNT=65537
//! mutant:    k.partial_sum | replace `i < count ? input[i] : 0.0` with `i + 1 < count ? input[i] : 0.0`
//!            | for COUNT=33
//! mutant:    k.reduce.twopass | replace `i < sums; i += threads` with `i < threads; i += sums` | for COUNT=1000000

#include <metal_stdlib>
using namespace metal;

static float tree(float value, threadgroup float *slot, uint local, uint threads)
{
    slot[local] = value;
    threadgroup_barrier(mem_flags::mem_threadgroup); // stored
    for (uint live = threads; live > 1;) {
        const uint upper = (live + 1) / 2;
        if (local + upper < live)
            slot[local] += slot[local + upper];
        threadgroup_barrier(mem_flags::mem_threadgroup); // added
        live = upper;
    }
    return slot[0];
}

kernel void partial_sum(device const float *input [[buffer(0)]], device float *partials [[buffer(1)]],
                        constant uint &count [[buffer(2)]], threadgroup float *slot [[threadgroup(0)]],
                        uint i [[thread_position_in_grid]], uint local [[thread_position_in_threadgroup]],
                        uint group [[threadgroup_position_in_grid]], uint threads [[threads_per_threadgroup]])
{
    const float sum = tree(i < count ? input[i] : 0.0, slot, local, threads);
    if (local == 0)
        partials[group] = sum;
}

kernel void final_sum(device const float *partials [[buffer(0)]], constant uint &sums [[buffer(1)]],
                      device float *total [[buffer(2)]], threadgroup float *slot [[threadgroup(0)]],
                      uint local [[thread_position_in_threadgroup]], uint threads [[threads_per_threadgroup]])
{
    float mine = 0.0f;
    for (uint i = local; i < sums; i += threads)
        mine += partials[i];
    const float sum = tree(mine, slot, local, threads);
    if (local == 0)
        total[0] = sum;
}
