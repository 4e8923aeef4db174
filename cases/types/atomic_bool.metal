//! title:     atomic_bool loads, stores and exchanges
//! verifies:  atomic.template.bool
//! requires:  msl 2.4
//! dispatch:  threads 64, threadgroup 64
//! inout:     flag uint[1] = zeros
//! inout:     winners uint[1] = zeros
//! out:       same_type int[1]
//! expect:    flag = values 1
//! expect:    winners = values 1
//! expect:    same_type = values 1
//! note:      the size of an atomic_bool is not stated: a word of zeros holds one, whose first byte is its value
//! mutant:    atomic.template.bool | replace `atomic_exchange_explicit(flag, true,`
//!            with `atomic_exchange_explicit(flag, false,`

#include <metal_stdlib>
using namespace metal;

kernel void raise(device atomic_bool *flag [[buffer(0)]], device atomic_uint *winners [[buffer(1)]],
                  device int *same_type [[buffer(2)]],
                  uint lane [[thread_position_in_grid]])
{
    if (!atomic_exchange_explicit(flag, true, memory_order_relaxed))
        atomic_fetch_add_explicit(winners, 1, memory_order_relaxed);
    if (lane == 0)
        same_type[0] = is_same<atomic_bool, atomic<bool>>::value;
}
