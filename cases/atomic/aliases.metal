//! title:     <metal_atomic> alone has the atomic types; atomic_int and its kin are other names of atomic<int> and its kin
//! verifies:  atomic.alias atomic.header
//! requires:  msl 3.0
//! for:       (ALIAS, T) in (atomic_int, int) (atomic_int, int32_t) (atomic_uint, uint) (atomic_uint, uint32_t)
//!            (atomic_bool, bool) (atomic_ulong, ulong) (atomic_float, float)
//! dispatch:  threads 1, threadgroup 1
//! inout:     cell uint[1] = zeros
//! out:       result uint[1]
//! expect:    cell = values 5
//! expect:    result = values 1
//! mutant:    atomic.alias | replace `is_same_v<ALIAS, metal::atomic<T>>` with `is_same_v<ALIAS, T>`
//! mutant:    atomic.header | replace `cell, 5,` with `cell, 4,`

#include <metal_atomic>
#include <metal_type_traits>

kernel void compare(device metal::atomic_uint *cell [[buffer(0)]], device uint *result [[buffer(1)]])
{
    using namespace metal;
    atomic_fetch_add_explicit(cell, 5, memory_order_relaxed);
    result[0] = is_same_v<ALIAS, metal::atomic<T>>;
}
