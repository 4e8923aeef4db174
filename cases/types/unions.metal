//! title:     A union holds the member that was stored last, in a variable, an array, a threadgroup's and a device's
//!            memory
//! verifies:  aggregate.kinds
//! requires:  msl 2.0
//! dispatch:  hold(number, real, kept, of_thread, of_group, of_device, taken): threads 64, threadgroup 32
//! in:        number int[64] = random
//! in:        real float[64] = random(-100, 100)
//! out:       kept uint2[64]
//! out:       of_thread float4[64]
//! out:       of_group uint[64]
//! out:       of_device uint[64]
//! out:       taken packed_int3[64]
//! expect:    kept = unjudged
//! expect:    of_thread = formula(each(i < 64, c < 4: c == 0 ? real[i] : c == 1 ? real[63 - i] : c == 2 ? (i + 3) % 4
//!            : 16))
//! expect:    of_group = formula(each(i < 64: (i // 32 * 32 + (i + 5) % 32) % 4 * 1000 + i // 32 * 32 + (i + 5) %
//!            32))
//! expect:    of_device = formula(each(i < 64: i % 4 * 1000 + i))
//! expect:    taken = formula(each(i < 64, c < 3: c == 0 ? number[i] : c == 1 ? number[63 - i] : number[i]))
//! mutant:    aggregate.kinds | replace `one.real = real[63 - i];` with `one.number = 0;`
//! mutant:    aggregate.kinds | replace `one.number = number[63 - i];` with `one.number = number[i];`
//! mutant:    aggregate.kinds | replace `several[(i + 3) % 4].as.number` with `several[i % 4].as.number`
//! mutant:    aggregate.kinds | replace `case 1: return 1000 + t.as.pair.y;` with `case 1: return 1000 +
//!            t.as.number;`
//! mutant:    aggregate.kinds | replace `case 2: return 2000 + t.as.halves.second;` with `case 2: return 2000 +
//!            t.as.halves.first;`
//! mutant:    aggregate.kinds | replace `shared[(at + 5) % 32]` with `shared[(at + 4) % 32]`
//! mutant:    aggregate.kinds | replace `union mixed { uchar few; float4 many; };` with `struct mixed { uchar few;
//!            float4 many; };`

#include <metal_stdlib>
using namespace metal;

struct two {
    ushort first, second;
};

union scalar {
    int number;
    float real;
    ushort2 pair;
    two halves;
    uchar bytes[4];
};

struct tagged {
    uint kind;
    scalar as;
};

union mixed { uchar few; float4 many; };

static tagged make(uint i)
{
    tagged t;
    t.kind = i % 4;
    t.as.number = -1;
    switch (t.kind) {
    case 0: t.as.real = float(i); break;
    case 1: t.as.pair = ushort2(7, ushort(i)); break;
    case 2: t.as.halves = {9, ushort(i)}; break;
    default: t.as.bytes[2] = uchar(i); break;
    }
    return t;
}

static uint held(tagged t)
{
    switch (t.kind) {
    case 0: return uint(t.as.real);
    case 1: return 1000 + t.as.pair.y;
    case 2: return 2000 + t.as.halves.second;
    default: return 3000 + t.as.bytes[2];
    }
}

kernel void hold(device const int *number [[buffer(0)]], device const float *real [[buffer(1)]],
                 device tagged *kept [[buffer(2)]], device float4 *of_thread [[buffer(3)]],
                 device uint *of_group [[buffer(4)]], device uint *of_device [[buffer(5)]],
                 device packed_int3 *taken [[buffer(6)]], uint i [[thread_position_in_grid]],
                 uint at [[thread_position_in_threadgroup]])
{
    scalar one;
    one.number = number[i];
    const int first = one.number;
    one.real = real[i];
    const float second = one.real;
    one.number = number[63 - i];
    const int third = one.number;
    one.real = real[63 - i];
    const float fourth = one.real;
    one.number = first;
    taken[i] = packed_int3(first, third, one.number);
    tagged several[4];
    for (uint k = 0; k < 4; k++) {
        several[k].as.real = real[i];
        several[k].as.number = int(k);
    }
    of_thread[i] = float4(second, fourth, float(several[(i + 3) % 4].as.number), float(sizeof(mixed)));
    threadgroup tagged shared[32];
    shared[at] = make(i);
    kept[i] = shared[at];
    threadgroup_barrier(mem_flags::mem_threadgroup);
    of_group[i] = held(shared[(at + 5) % 32]);
    of_device[i] = held(kept[i]);
}
