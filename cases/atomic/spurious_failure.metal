//! title:     A compare-exchange that fails although the values agree changes neither of them
//! verifies:  atomic.cas.weak_spurious
//! dispatch:  threads 4096, threadgroup 256
//! in:        data uint[4096] = random
//! inout:     cells uint[4096] = view(data, 4096, 1, 1, 1)
//! out:       as_it_should uint[4096]
//! out:       succeeded uint[4096]
//! expect:    cells = unjudged
//! expect:    as_it_should = values 1 …
//! expect:    succeeded = recorded values 1 …
//! mutant:    atomic.cas.weak_spurious | replace `done ? ~data[i] : data[i]` with `done ? data[i] : ~data[i]`
//! note:      Whether a device ever fails so is recorded. softmetal does in its weak mode.

#include <metal_stdlib>
using namespace metal;

kernel void replace(device const uint *data [[buffer(0)]], device atomic_uint *cells [[buffer(1)]],
                    device uint *as_it_should [[buffer(2)]], device uint *succeeded [[buffer(3)]],
                    uint i [[thread_position_in_grid]])
{
    uint expected = data[i];
    const bool done = atomic_compare_exchange_weak_explicit(&cells[i], &expected, ~data[i], memory_order_relaxed,
                                                            memory_order_relaxed);
    const uint found = atomic_load_explicit(&cells[i], memory_order_relaxed);
    as_it_should[i] = expected == data[i] && found == (done ? ~data[i] : data[i]);
    succeeded[i] = done;
}
