//! title:     array_ref refers to what lies in device, constant and threadgroup memory
//! verifies:  lib.more.types
//! requires:  msl 2.3
//! before:    the text does not mention these names, nor since when they are there
//! dispatch:  threads 1, threadgroup 1
//! in:        table float[4] = values 1 2 4 8
//! in:        data float[3] = values 16 32 64
//! out:       sum float[11]
//! out:       size uint[3]
//! expect:    sum = values 15 7 14 112 22 112 640 128 384 512 7
//! expect:    size = values 4 3 2
//! refusal:   the text does not mention it; Apple's library has it (toolchain 32023.883)
//! mutant:    lib.more.types | replace `sum_of(make_array_ref(table))` with `sum_of(make_array_ref(&table[0], 3))`
//! mutant:    lib.more.types | replace `s += from[k]` with `s += from[0]`
//! mutant:    lib.more.types | replace `make_array_ref(own)` with `make_array_ref(&own[0], 1)`
//! mutant:    lib.more.types | replace `sum_of_threadgroup(own[1])` with `sum_of_threadgroup(own[0])`
//! mutant:    lib.more.types | replace `make_array_ref(sum[1])` with `make_array_ref(sum[0])`
//! mutant:    lib.more.types | replace `constants(&table[1], 3)` with `constants(&table[1], 2)`

#include <metal_stdlib>
using namespace metal;

using constants = array_ref<constant float>;

template <class Ref> static float sum_of(Ref from)
{
    float s = 0;
    for (size_t k = 0; k < from.size(); k++)
        s += from[k];
    return s;
}

template <class Ref> static uint size_of(Ref from)
{
    return from.size();
}

static float sum_of_device(array_ref<device float> from)
{
    return sum_of(from);
}

static float sum_of_threadgroup(array_ref<threadgroup float> from)
{
    return sum_of(from);
}

kernel void add(constant array<float, 4> &table [[buffer(0)]], device array<float, 3> &data [[buffer(1)]],
                device float *sum [[buffer(2)]], device uint *size [[buffer(3)]])
{
    threadgroup float own[2];
    own[0] = 128;
    own[1] = 512;
    sum[0] = sum_of(make_array_ref(table));
    sum[1] = sum_of(make_array_ref(&table[0], 3));
    sum[2] = sum_of(constants(&table[1], 3));
    sum[3] = sum_of_device(data);
    sum[4] = sum_of_device(make_array_ref(sum, 2));
    sum[5] = sum_of_device(make_array_ref(data));
    sum[6] = sum_of_threadgroup(own);
    sum[7] = sum_of_threadgroup(array_ref<threadgroup float>(&own[0], 1));
    sum[8] = sum_of_threadgroup(make_array_ref(own)) - sum[7] * 2;
    sum[9] = sum_of_threadgroup(own[1]);
    sum[10] = sum_of(make_array_ref(sum[1]));
    size[0] = size_of(constants(table));
    size[1] = size_of(array_ref<device float>(data));
    size[2] = size_of(array_ref<threadgroup float>(own));
}
