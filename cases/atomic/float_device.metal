//! title:     atomic_float in device memory: store, load, exchange and compare-exchange
//! verifies:  atomic.float.device_only
//! requires:  msl 3.0, feature atomic_float
//! math:      safe
//! dispatch:  threads 64, threadgroup 64
//! in:        data float[64] = special
//! inout:     cells float[64] = zeros
//! out:       stored float[64]
//! out:       exchanged float[64]
//! expect:    cells = same data
//! expect:    stored = same data
//! expect:    exchanged = same data
//! mutant:    atomic.float.device_only | replace `exchanged[i] = found` with `exchanged[i] = 1.5f`
//! note:      In safe math: fast math leaves NaN and the sign of zero open.

#include <metal_stdlib>
using namespace metal;

kernel void transfer(device const float *data [[buffer(0)]], device atomic_float *cells [[buffer(1)]],
                 device float *stored [[buffer(2)]], device float *exchanged [[buffer(3)]],
                 uint i [[thread_position_in_grid]])
{
    atomic_store_explicit(&cells[i], data[i], memory_order_relaxed);
    stored[i] = atomic_load_explicit(&cells[i], memory_order_relaxed);
    float found = data[i];
    for (int tries = 0; tries < 100; tries++) {
        if (atomic_compare_exchange_weak_explicit(&cells[i], &found, 2.0f, memory_order_relaxed, memory_order_relaxed))
            break;
    }
    exchanged[i] = found;
    if (atomic_exchange_explicit(&cells[i], data[i], memory_order_relaxed) != 2.0f)
        exchanged[i] = 1.0f;
}
