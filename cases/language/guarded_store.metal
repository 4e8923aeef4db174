//! title:     Threads that do not take a branch do not store what it stores, not even what was there
//! verifies:  lang.statements
//! requires:  msl 2.0
//! dispatch:  whole(writer, value, once, twice): threads 64, threadgroup 64
//! dispatch:  narrow(writer, value, bytes): threads 64, threadgroup 64
//! dispatch:  shared(writer, value, by_group): threads 64, threadgroup 64
//! in:        writer uint[32] = values 0 1 0 0 1 1 0 1 1 1 0 0 1 0 1 0 0 0 1 1 1 0 0 1 0 1 1 0 1 0 0 1
//! in:        value uint[64] = iota(100)
//! inout:     once uint[32] = constant(7)
//! inout:     twice uint2[32] = constant(7)
//! inout:     bytes uchar[32] = constant(7)
//! out:       by_group uint[64]
//! expect:    once = values 100 103 104 106 109 111 112 115 117 119 120 122 125 126 129 130 132 134 137 139 141 142
//!            144 147 148 151 153 154 157 158 160 163
//! expect:    twice = values 7 100 7 103 7 104 7 106 7 109 7 111 7 112 7 115 7 117 7 119 7 120 7 122 7 125 7 126 7 129
//!            7 130 7 132 7 134 7 137 7 139 7 141 7 142 7 144 7 147 7 148 7 151 7 153 7 154 7 157 7 158 7 160 7 163
//! expect:    bytes = values 100 103 104 106 109 111 112 115 117 119 120 122 125 126 129 130 132 134 137 139 141
//!            142 144 147 148 151 153 154 157 158 160 163
//! expect:    by_group = values 100 103 104 106 109 111 112 115 117 119 120 122 125 126 129 130 132 134 137 139 141
//!            142 144 147 148 151 153 154 157 158 160 163 0 …
//! mutant:    lang.statements | replace `once[pair] = value[i];` with `once[pair] = value[i & 62];`
//! mutant:    lang.statements | replace `twice[pair].y = value[i];` with `twice[pair] = value[i];`
//! mutant:    lang.statements | replace `bytes[pair] = uchar(value[i]);` with `bytes[pair] = uchar(value[i & 62]);`
//! mutant:    lang.statements | replace `group[pair] = value[i];` with `group[pair] = value[i & 62];`
//! note:      Of each two threads one stores, the lower or the higher by the data, and both have the same place. A
//!            compiler that makes of the branch a store by both, of the old value by the one that does not take it,
//!            loses some. No two threads store to components of one vector: a compiler may store all of them.

#include <metal_stdlib>
using namespace metal;

kernel void whole(device const uint *writer [[buffer(0)]], device const uint *value [[buffer(1)]],
                  device uint *once [[buffer(2)]], device uint2 *twice [[buffer(3)]],
                  uint i [[thread_position_in_grid]])
{
    const uint pair = i / 2;
    if (writer[pair] == (i & 1))
        once[pair] = value[i];
    if (writer[pair] == (i & 1))
        twice[pair].y = value[i];
}

kernel void narrow(device const uint *writer [[buffer(0)]], device const uint *value [[buffer(1)]],
                   device uchar *bytes [[buffer(2)]], uint i [[thread_position_in_grid]])
{
    const uint pair = i / 2;
    if (writer[pair] == (i & 1))
        bytes[pair] = uchar(value[i]);
}

kernel void shared(device const uint *writer [[buffer(0)]], device const uint *value [[buffer(1)]],
                   device uint *by_group [[buffer(2)]], uint i [[thread_position_in_grid]])
{
    threadgroup uint group[64];
    const uint pair = i / 2;
    group[i] = 0;
    threadgroup_barrier(mem_flags::mem_threadgroup);
    if (writer[pair] == (i & 1))
        group[pair] = value[i];
    threadgroup_barrier(mem_flags::mem_threadgroup);
    by_group[i] = group[i];
}
