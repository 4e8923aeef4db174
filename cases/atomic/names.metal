//! title:     The five orders and the four scopes are unscoped names of metal, each with a value of its own
//! verifies:  atomic.order.enum atomic.scope.enum
//! requires:  msl 4.1, family apple7
//! dispatch:  threads 1, threadgroup 1
//! out:       orders uint[1]
//! out:       scopes uint[1]
//! expect:    orders = values 5
//! expect:    scopes = values 4
//! mutant:    atomic.order.enum | replace `memory_order_acq_rel, memory_order_seq_cst};`
//!            with `memory_order_release, memory_order_seq_cst};`
//! mutant:    atomic.scope.enum | replace `thread_scope_threadgroup, thread_scope_device};`
//!            with `thread_scope_device, thread_scope_device};`

#include <metal_stdlib>
using namespace metal;

template <typename E, int N> uint different(thread const E (&names)[N])
{
    uint count = 0;
    for (int i = 0; i < N; i++) {
        bool first = true;
        for (int j = 0; j < i; j++)
            first = first && names[i] != names[j];
        count += first;
    }
    return count;
}

kernel void count(device uint *orders [[buffer(0)]], device uint *scopes [[buffer(1)]])
{
    const memory_order order[] = {memory_order_relaxed, memory_order_acquire, memory_order_release,
                                  memory_order_acq_rel, memory_order_seq_cst};
    const thread_scope scope[] = {thread_scope_thread, thread_scope_simdgroup, thread_scope_threadgroup,
                                  thread_scope_device};
    orders[0] = different(order);
    scopes[0] = different(scope);
}
