//! title:     Atomic fetch and modify: the total of all threads is exact, and each thread takes its own step of the way
//!            there
//! verifies:  atomic.fetch_add.int.device atomic.fetch_add.uint.device
//!            atomic.fetch_add.int.threadgroup atomic.fetch_add.uint.threadgroup
//!            atomic.fetch_sub.int.device atomic.fetch_sub.uint.device
//!            atomic.fetch_sub.int.threadgroup atomic.fetch_sub.uint.threadgroup
//!            atomic.fetch_and.int.device atomic.fetch_and.uint.device
//!            atomic.fetch_and.int.threadgroup atomic.fetch_and.uint.threadgroup
//!            atomic.fetch_or.int.device atomic.fetch_or.uint.device
//!            atomic.fetch_or.int.threadgroup atomic.fetch_or.uint.threadgroup
//!            atomic.fetch_xor.int.device atomic.fetch_xor.uint.device
//!            atomic.fetch_xor.int.threadgroup atomic.fetch_xor.uint.threadgroup
//!            atomic.fetch_min.int.device atomic.fetch_min.uint.device
//!            atomic.fetch_min.int.threadgroup atomic.fetch_min.uint.threadgroup
//!            atomic.fetch_max.int.device atomic.fetch_max.uint.device
//!            atomic.fetch_max.int.threadgroup atomic.fetch_max.uint.threadgroup
//!            atomic.order.relaxed.atomicity atomic.template.int kb45
//! requires:  msl 2.4
//! for:       (FETCH, START, OP) in (atomic_fetch_add_explicit, 7, 0)
//!            (atomic_fetch_sub_explicit, 7, 1) (atomic_fetch_and_explicit, 0xffffffff, 2)
//!            (atomic_fetch_or_explicit, 0, 3) (atomic_fetch_xor_explicit, 5, 4)
//!            (atomic_fetch_min_explicit, 0x7fffffff, 5)
//!            (atomic_fetch_max_explicit, 0, 6)
//! for:       T in int uint; (SPACE, CELL, PARTS) in (device, cells, 1) (threadgroup, &local_cell, 6)
//! dispatch:  modify(data, cells, taken, left): groups 6, threadgroup 100
//! dispatch:  follow(cells, taken, left, broken): threads 1, threadgroup 1
//! in:        data T[600] = bits
//! inout:     cells T[PARTS] = values bits(START) …
//! inout:     taken T[600] = zeros
//! inout:     left T[600] = zeros
//! out:       broken uint[1]
//! expect:    cells = atomic_total(data, cells, OP)
//! expect:    taken = unjudged
//! expect:    left = unjudged
//! expect:    broken = values 0
//! mutant:    atomic.fetch_add.int.device atomic.fetch_add.uint.device
//!            atomic.fetch_add.int.threadgroup atomic.fetch_add.uint.threadgroup atomic.order.relaxed.atomicity
//!            atomic.template.int kb45 | replace `FETCH(cell,` with `atomic_fetch_sub_explicit(cell,`
//!            | for FETCH=atomic_fetch_add_explicit
//! mutant:    atomic.fetch_sub.int.device atomic.fetch_sub.uint.device
//!            atomic.fetch_sub.int.threadgroup atomic.fetch_sub.uint.threadgroup
//!            | replace `FETCH(cell,` with `atomic_fetch_add_explicit(cell,` | for FETCH=atomic_fetch_sub_explicit
//! mutant:    atomic.fetch_and.int.device atomic.fetch_and.uint.device
//!            atomic.fetch_and.int.threadgroup atomic.fetch_and.uint.threadgroup
//!            | replace `FETCH(cell,` with `atomic_fetch_or_explicit(cell,` | for FETCH=atomic_fetch_and_explicit
//! mutant:    atomic.fetch_or.int.device atomic.fetch_or.uint.device
//!            atomic.fetch_or.int.threadgroup atomic.fetch_or.uint.threadgroup
//!            | replace `FETCH(cell,` with `atomic_fetch_xor_explicit(cell,` | for FETCH=atomic_fetch_or_explicit
//! mutant:    atomic.fetch_xor.int.device atomic.fetch_xor.uint.device
//!            atomic.fetch_xor.int.threadgroup atomic.fetch_xor.uint.threadgroup
//!            | replace `FETCH(cell,` with `atomic_fetch_or_explicit(cell,` | for FETCH=atomic_fetch_xor_explicit
//! mutant:    atomic.fetch_min.int.device atomic.fetch_min.uint.device
//!            atomic.fetch_min.int.threadgroup atomic.fetch_min.uint.threadgroup
//!            | replace `FETCH(cell,` with `atomic_fetch_max_explicit(cell,` | for FETCH=atomic_fetch_min_explicit
//! mutant:    atomic.fetch_max.int.device atomic.fetch_max.uint.device
//!            atomic.fetch_max.int.threadgroup atomic.fetch_max.uint.threadgroup
//!            | replace `FETCH(cell,` with `atomic_fetch_min_explicit(cell,` | for FETCH=atomic_fetch_max_explicit
//! note:      What the threads took, with the value left at the end, is what they left behind, with the value at the
//!            start, in some order: `follow` compares the two by sums of hashes.

#include <metal_stdlib>
using namespace metal;

kernel void modify(device const T *data [[buffer(0)]], device atomic<T> *cells [[buffer(1)]],
                   device T *taken [[buffer(2)]], device T *left [[buffer(3)]], uint i [[thread_position_in_grid]],
                   uint local [[thread_position_in_threadgroup]], uint group [[threadgroup_position_in_grid]])
{
    threadgroup atomic<T> local_cell;
    if (local == 0)
        atomic_store_explicit(&local_cell, T(START), memory_order_relaxed);
    threadgroup_barrier(mem_flags::mem_threadgroup);
    SPACE atomic<T> *cell = CELL;
    const T x = data[i];
    const T old = FETCH(cell, x, memory_order_relaxed);
    taken[i] = old;
    const T sum = T(uint(old) + uint(x)), difference = T(uint(old) - uint(x)); /* which wrap */
    const T next[] = {sum, difference, old & x, old | x, old ^ x, x < old ? x : old, x > old ? x : old};
    left[i] = next[OP];
    threadgroup_barrier(mem_flags::mem_threadgroup);
    if (local == 0 && PARTS > 1)
        atomic_store_explicit(&cells[group], atomic_load_explicit(&local_cell, memory_order_relaxed),
                              memory_order_relaxed);
}

uint hash(T value)
{
    uint x = uint(value) * 0x9e3779b1u;
    x = (x ^ x >> 15) * 0x85ebca77u;
    return x ^ x >> 13;
}

kernel void follow(device const T *cells [[buffer(0)]], device const T *taken [[buffer(1)]],
                   device const T *left [[buffer(2)]], device uint *broken [[buffer(3)]])
{
    uint sum = 0;
    for (uint part = 0; part < PARTS; part++)
        sum += hash(cells[part]) - hash(T(START));
    for (uint i = 0; i < 600; i++)
        sum += hash(taken[i]) - hash(left[i]);
    broken[0] = sum;
}
