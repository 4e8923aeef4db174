//! title:     A load finds what its thread stored last at its place, whatever both addresses were computed from
//! verifies:  lang.statements
//! requires:  msl 2.0
//! for:       (SPACE, KIND) in (thread, 0) (threadgroup, 1) (device, 2)
//! dispatch:  one_place(first, second, memory, seen): threads 8, threadgroup 8
//! dispatch:  in_loops(first, distance, memory, last): threads 8, threadgroup 8
//! dispatch:  in_bytes(given, memory, bytes, changed): threads 8, threadgroup 8
//! in:        first uint[8] = values 0 1 5 15 7 3 9 2
//! in:        second uint[8] = values 0 2 5 14 7 4 9 15
//! in:        distance uint[8] = values 1 2 3 1 4 1 2 5
//! in:        given uint[8] = values 16909060 4294901244 2155905152 305419896 0 4294967295 3405691582 16711935
//! inout:     memory uint[128] = zeros
//! out:       seen uint4[8]
//! out:       last uint4[8]
//! out:       bytes uchar4[8]
//! out:       changed uint[8]
//! expect:    memory = unjudged
//! expect:    seen = values 0 7 2 6 101 101 1 5 205 7 2 6 315 315 1 5 407 7 2 6 503 503 1 5 609 7 2 6 702 702 1 5
//! expect:    last = values 7174453 0 15 15 1442065153 101 114 317 2876955853 200 215 625 16879257 300 315 630
//!            1451769957 403 412 1229 2886660657 500 515 1521 26584061 601 614 1833 1461474761 700 715 2119
//! expect:    bytes = values 5 3 2 1 253 253 254 255 129 128 128 128 121 86 52 18 1 0 0 0 0 0 0 0 191 186 254 202 0 1
//!            255 0
//! expect:    changed = values 22020869 4289265149 2161410177 304895609 5505025 5570560 3404380863 5570816
//! mutant:    lang.statements | replace `row[k] = 7; const uint after = row[j];` with
//!            `const uint after = row[j]; row[k] = 7;`
//! mutant:    lang.statements | replace `row[k] = 2; const uint own = row[j];` with
//!            `const uint own = row[j]; row[k] = 2;`
//! mutant:    lang.statements | replace `row[j] = 5;` with ` `
//! mutant:    lang.statements | replace `3 * row[n] + 1` with `3 * (100 * i + n) + 1`
//! mutant:    lang.statements | replace `row[n + by] = row[n];` with `row[n + by] = 100 * i + n;`
//! mutant:    lang.statements | replace `row[n - by] = row[n];` with `row[n - by] = 100 * i + n;`
//! mutant:    lang.statements | replace `row[n] += row[j];` with `row[n] += 100 * i + j;`
//! mutant:    lang.statements | replace `uchar4(byte[0], byte[1], byte[2], byte[3])` with
//!            `as_type<uchar4>(given[i])`
//! mutant:    lang.statements | replace `changed[i] = row[0]` with `changed[i] = given[i] + 1`
//! note:      Indices come from data, some of them equal: nobody can tell that two accesses never meet. Loops copy onto
//!            what they read later, so that neither a block can be copied at once nor the next element be loaded early.
//!            A character may be part of any object.

#include <metal_stdlib>
using namespace metal;

#define LENGTH 16

/* A row of its own for each thread, in the address space. */
#if KIND == 0
#define OWN_ROW uint memory_of_thread[LENGTH]; thread uint *row = memory_of_thread
#elif KIND == 1
#define OWN_ROW threadgroup uint of_group[8 * LENGTH]; threadgroup uint *row = of_group + LENGTH * i
#else
#define OWN_ROW device uint *row = memory + LENGTH * i
#endif
#define FILLED for (uint n = 0; n < LENGTH; n++) row[n] = 100 * i + n

kernel void one_place(device const uint *first [[buffer(0)]], device const uint *second [[buffer(1)]],
                      device uint *memory [[buffer(2)]], device uint4 *seen [[buffer(3)]],
                      uint i [[thread_position_in_grid]])
{
    OWN_ROW;
    const uint j = first[i], k = second[i];
    FILLED;
    const uint before = row[j];
    row[k] = 7; const uint after = row[j];
    row[j] = 1;
    row[k] = 2; const uint own = row[j];
    row[j] = 5;
    row[k] = 6;
    seen[i] = uint4(before, after, own, row[j]);
}

kernel void in_loops(device const uint *first [[buffer(0)]], device const uint *distance [[buffer(1)]],
                     device uint *memory [[buffer(2)]], device uint4 *last [[buffer(3)]],
                     uint i [[thread_position_in_grid]])
{
    OWN_ROW;
    const uint j = first[i], by = distance[i];
    FILLED;
    for (uint n = 0; n < LENGTH - 1; n++)
        row[n + 1] = 3 * row[n] + 1;
    const uint chain = row[LENGTH - 1];
    FILLED;
    for (uint n = 0; n < LENGTH - by; n++)
        row[n + by] = row[n];
    const uint up = row[LENGTH - 1];
    FILLED;
    for (uint n = LENGTH - 1; n >= by; n--)
        row[n - by] = row[n];
    const uint down = row[0];
    FILLED;
    for (uint n = 0; n < LENGTH; n++)
        row[n] += row[j];
    last[i] = uint4(chain, up, down, row[LENGTH - 1]);
}

kernel void in_bytes(device const uint *given [[buffer(0)]], device uint *memory [[buffer(1)]],
                     device uchar4 *bytes [[buffer(2)]], device uint *changed [[buffer(3)]],
                     uint i [[thread_position_in_grid]])
{
    OWN_ROW;
    SPACE uchar *byte = (SPACE uchar *)row;
    row[0] = given[i] + 1;
    bytes[i] = uchar4(byte[0], byte[1], byte[2], byte[3]);
    byte[2] = byte[0] ^ 0x55;
    changed[i] = row[0];
}
