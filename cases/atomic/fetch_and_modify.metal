//! title:     Atomic fetch and modify: the total of all threads is exact, and each thread takes its own step of the way
//!            there
//! verifies:  atomic.fetch_add.{T}.{SPACE} atomic.fetch_sub.{T}.{SPACE} atomic.fetch_and.{T}.{SPACE}
//!            atomic.fetch_or.{T}.{SPACE} atomic.fetch_xor.{T}.{SPACE} atomic.fetch_min.{T}.{SPACE}
//!            atomic.fetch_max.{T}.{SPACE} atomic.order.relaxed.atomicity atomic.template.int
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
//! mutant:    atomic.fetch_add.{T}.{SPACE} | replace `FETCH(cell,` with `atomic_fetch_sub_explicit(cell,` | for
//!            FETCH=atomic_fetch_add_explicit
//! mutant:    atomic.fetch_sub.{T}.{SPACE} | replace `FETCH(cell,` with `atomic_fetch_add_explicit(cell,` | for
//!            FETCH=atomic_fetch_sub_explicit
//! mutant:    atomic.fetch_and.{T}.{SPACE} | replace `FETCH(cell,` with `atomic_fetch_or_explicit(cell,` | for
//!            FETCH=atomic_fetch_and_explicit
//! mutant:    atomic.fetch_or.{T}.{SPACE} | replace `FETCH(cell,` with `atomic_fetch_xor_explicit(cell,` | for
//!            FETCH=atomic_fetch_or_explicit
//! mutant:    atomic.fetch_xor.{T}.{SPACE} | replace `FETCH(cell,` with `atomic_fetch_or_explicit(cell,` | for
//!            FETCH=atomic_fetch_xor_explicit
//! mutant:    atomic.fetch_min.{T}.{SPACE} | replace `FETCH(cell,` with `atomic_fetch_max_explicit(cell,` | for
//!            FETCH=atomic_fetch_min_explicit
//! mutant:    atomic.fetch_max.{T}.{SPACE} | replace `FETCH(cell,` with `atomic_fetch_min_explicit(cell,` | for
//!            FETCH=atomic_fetch_max_explicit
//! mutant:    atomic.order.relaxed.atomicity | replace `const T old = FETCH(cell, x, memory_order_relaxed);` with
//!            `const T old = atomic_load_explicit(cell, memory_order_relaxed);
//!            threadgroup_barrier(mem_flags::mem_none); atomic_store_explicit(cell, T(uint(old) + uint(x)),
//!            memory_order_relaxed);` | for FETCH=atomic_fetch_add_explicit
//! mutant:    atomic.template.int | replace `FETCH(cell,` with `FETCH((SPACE atomic<uint> *)cell,` | for
//!            FETCH=atomic_fetch_min_explicit T=int
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
