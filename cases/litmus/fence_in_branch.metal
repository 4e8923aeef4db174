//! title:     A fence waits for nobody: some threads of a SIMD-group may run it and others not
//! verifies:  atomic.fence.not_barrier atomic.fence.scope.thread atomic.fence.relaxed.no_effect
//! requires:  msl 3.2, family apple7
//! for:       (ORDER, SCOPE) in (memory_order_seq_cst, thread_scope_device) (memory_order_seq_cst, thread_scope_thread)
//!            (memory_order_relaxed, thread_scope_threadgroup)
//! dispatch:  groups 3, threadgroup 200
//! in:        data uint[600] = random
//! inout:     stage uint[600] = zeros
//! out:       result uint[600]
//! expect:    stage = same data
//! expect:    result = same data
//! mutant:    atomic.fence.not_barrier | replace `if (i % 3 == 0)` with `if (i % 3 == 0 && (stage[i] = 7))`
//! mutant:    atomic.fence.scope.thread | replace `result[i] = stage[i]` with `result[i] = stage[i] + 1`
//!            | for SCOPE=thread_scope_thread
//! mutant:    atomic.fence.relaxed.no_effect | replace `result[i] = stage[i]` with `result[i] = stage[i] + 1`
//!            | for ORDER=memory_order_relaxed

#include <metal_stdlib>
using namespace metal;

kernel void write(device const uint *data [[buffer(0)]], device uint *stage [[buffer(1)]],
                  device uint *result [[buffer(2)]], uint i [[thread_position_in_grid]])
{
    stage[i] = data[i];
    if (i % 3 == 0)
        atomic_thread_fence(mem_flags::mem_device, ORDER, SCOPE);
    result[i] = stage[i];
}
