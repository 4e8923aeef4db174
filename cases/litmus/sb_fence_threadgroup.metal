//! title:     Store buffering: seq_cst fences of threadgroup scope order the SIMD-groups of a threadgroup
//! verifies:  atomic.fence.scope.threadgroup
//! requires:  msl 3.2, family apple7
//! subcases:  (ACROSS, ROLE_SHIFT, STEP, STRIDE, TRAFFIC) in (0, 0, 1, 1, 0) (0, 19, 7, 33, 6)
//! tune:      ACROSS in 0; ROLE_SHIFT in 0..255; STEP in 1 3 5 7 11 13 31 63; STRIDE in 1 2 4 8 16 17 32 33 64; TRAFFIC in 0 1 2 4 8 16 32
//! dispatch:  run: groups 32, threadgroup 256
//! dispatch:  count: threads 4096, threadgroup 256
//! inout:     memory uint[16384 * STRIDE] = zeros
//! inout:     seen uint[16384] = zeros
//! in:        stress uint4 = ACROSS, ROLE_SHIFT, STEP, STRIDE
//! inout:     outcomes uint[4] = zeros
//! in:        traffic uint = TRAFFIC
//! expect:    memory = unjudged
//! expect:    seen = unjudged
//! expect:    outcomes = litmus(4096, 0)
//! compare:   outcomes: statistic 4096
//! mutant:    atomic.fence.scope.threadgroup |
//!            replace `atomic_thread_fence(mem_flags::mem_device, memory_order_seq_cst, thread_scope_threadgroup); result = atomic_load_explicit(y, memory_order_relaxed)` with `result = atomic_load_explicit(y, memory_order_relaxed)`
//! note:      Outcome 0: neither load saw the other's store.

#include <metal_stdlib>
using namespace metal;

/* Which role this thread plays in which instance: the roles of an instance lie in different threadgroups, or in
 * different SIMD-groups of one, in this order or the reverse. */
uint2 part(uint i, constant uint4 &stress)
{
    const uint roles = 2, group = i / 256, local = i % 256;
    const uint span = stress.x ? 256 : 256 / roles;
    const uint place = stress.x ? group % roles : local / span, role = stress.y % 2 ? roles - 1 - place : place;
    const uint first = stress.x ? group / roles * 256 : group * span;
    return uint2(role, first + (local % span * stress.z + stress.y * role) % span);
}

/* Traffic under way when the test begins, to words that no instance uses. */
void stir(coherent(device) device uint *memory, uint stride, uint instance, uint rounds)
{
    coherent(device) device atomic_uint *word = (coherent(device) device atomic_uint *)memory;
    for (uint k = 0; k < rounds; k++)
        atomic_store_explicit(word + stride * (4 * ((instance + 64 * k) % 2048) + 3), k, memory_order_relaxed);
}

kernel void run(coherent(device) device uint *memory [[buffer(0)]], device uint *seen [[buffer(1)]],
                constant uint4 &stress [[buffer(2)]], constant uint &traffic [[buffer(4)]],
                uint i [[thread_position_in_grid]])
{
    const uint2 self = part(i, stress);
    const uint role = self.x, instance = self.y;
    coherent(device) device uint *first = memory + 4 * stress.w * instance;
    coherent(device) device atomic_uint *x = (coherent(device) device atomic_uint *)first;
    coherent(device) device atomic_uint *y = (coherent(device) device atomic_uint *)(first + stress.w);
    stir(memory, stress.w, instance, traffic);
    uint result = 0;
    if (role == 0) {
        atomic_store_explicit(x, 1, memory_order_relaxed);
        atomic_thread_fence(mem_flags::mem_device, memory_order_seq_cst, thread_scope_threadgroup);
        result = atomic_load_explicit(y, memory_order_relaxed);
    } else if (role == 1) {
        atomic_store_explicit(y, 1, memory_order_relaxed);
        atomic_thread_fence(mem_flags::mem_device, memory_order_seq_cst, thread_scope_threadgroup);
        result = atomic_load_explicit(x, memory_order_relaxed) << 1;
    }
    seen[4 * instance + role] = result;
}

kernel void count(device const uint *memory [[buffer(0)]], device const uint *seen [[buffer(1)]],
                  constant uint4 &stress [[buffer(2)]], device atomic_uint *outcomes [[buffer(3)]],
                  uint i [[thread_position_in_grid]])
{
    const uint outcome = seen[4 * i] | seen[4 * i + 1];
    atomic_fetch_add_explicit(&outcomes[outcome], 1, memory_order_relaxed);
}
