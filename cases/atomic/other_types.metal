//! title:     atomic<T> is for int, uint, bool, ulong and float alone
//! verifies:  atomic.other_types
//! requires:  msl 2.4
//! for:       T in short ushort half long float4 char
//! reject:    atomic matching
//! grade:     inferred
//! control:   replace `device atomic<T> *cells = (device atomic<T> *)data` with `device atomic_uint *cells = (device atomic_uint *)data`

#include <metal_stdlib>
using namespace metal;

kernel void load(device const uint *data [[buffer(0)]], device uint *result [[buffer(1)]],
                 uint i [[thread_position_in_grid]])
{
    device atomic<T> *cells = (device atomic<T> *)data;
    result[i] = uint(atomic_load_explicit(&cells[i], memory_order_relaxed)); // reject
}
