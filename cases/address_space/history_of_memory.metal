//! title:     A result depends neither on what its memory held before nor on where its operands lie
//! verifies:  kb47
//! subcases:  OFFSET in 1 2 3 5 16 63
//! dispatch:  dirty(history, first): threads 4160, threadgroup 64
//! dispatch:  dirty(history, second): threads 4160, threadgroup 64
//! dispatch:  place(data, first, none): threads 4096, threadgroup 64
//! dispatch:  place(data, second, offset): threads 4096, threadgroup 64
//! dispatch:  add(first, none, sums): threads 64, threadgroup 32
//! dispatch:  add(second, offset, others): threads 64, threadgroup 32
//! dispatch:  compare(sums, others, different): threads 64, threadgroup 64
//! in:        history uint[4160] = bits
//! in:        data float[4096] = normal(0, 1)
//! in:        none uint = 0
//! in:        offset uint = OFFSET
//! out:       first uint[4160]
//! out:       second uint[4160]
//! out:       sums float[64]
//! out:       others float[64]
//! out:       different uint[64]
//! expect:    first = unjudged
//! expect:    second = unjudged
//! expect:    sums = unjudged
//! expect:    others = unjudged
//! expect:    different = values 0 …
//! mutant:    kb47 | replace `k < 64` with `k <= 64`

#include <metal_stdlib>
using namespace metal;

kernel void dirty(device const uint *history [[buffer(0)]], device uint *memory [[buffer(1)]],
                  uint i [[thread_position_in_grid]])
{
    memory[i] = history[i];
}

kernel void place(device const float *data [[buffer(0)]], device float *memory [[buffer(1)]],
                  constant uint &offset [[buffer(2)]], uint i [[thread_position_in_grid]])
{
    memory[offset + i] = data[i];
}

kernel void add(device const float *memory [[buffer(0)]], constant uint &offset [[buffer(1)]],
                device float *sums [[buffer(2)]], uint row [[thread_position_in_grid]])
{
    float sum = 0;
    for (uint k = 0; k < 64; k++)
        sum += memory[offset + 64 * row + k];
    sums[row] = sum;
}

kernel void compare(device const uint *sums [[buffer(0)]], device const uint *others [[buffer(1)]],
                    device uint *different [[buffer(2)]], uint i [[thread_position_in_grid]])
{
    different[i] = sums[i] != others[i];
}
