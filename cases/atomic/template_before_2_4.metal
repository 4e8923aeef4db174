//! title:     The template atomic does not exist before Metal 2.4; its aliases do
//! verifies:  atomic.template.gate
//! msl:       2.0 2.3
//! for:       (T, NAME) in (int, atomic_int) (uint, atomic_uint)
//! reject:    atomic template undeclared
//! grade:     inferred
//! control:   replace `atomic<T> *cell` with `NAME *cell`

#include <metal_stdlib>
using namespace metal;

kernel void count(device uint *result [[buffer(0)]], device NAME *known [[buffer(1)]])
{
    device atomic<T> *cell = known; // reject
    result[0] = cell == known;
}
