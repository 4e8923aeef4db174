//! title:     Fast exp2 of a whole number lies within its bound; whether it is the power of two is recorded
//! verifies:  ulp.float.fast.exp2
//! dispatch:  threads 253, threadgroup 64
//! in:        data float[253] = iota(-126, 1)
//! out:       quick float[253]
//! out:       whole_powers float[253]
//! out:       whole_powers_of_literals float[8]
//! expect:    quick = exp2(data, 2)
//! expect:    whole_powers = recorded exp2(data, 1)
//! expect:    whole_powers_of_literals = recorded values 0x1p-6 0x1p-1 1 2 4 1024 0x1p-126 0x1p+127
//! mutant:    ulp.float.fast.exp2 | replace `quick[i] = fast::exp2(data[i])` with `quick[i] = fast::exp2(data[i]) * 1.01f`
//! note:      An M1 Max was seen to give 0x3c7ffffe for -6, an M4 Max the power (both lie within the bound).

#include <metal_stdlib>
using namespace metal;

kernel void apply(device const float *data [[buffer(0)]], device float *quick [[buffer(1)]],
                  device float *whole_powers [[buffer(2)]], device float *whole_powers_of_literals [[buffer(3)]],
                  uint i [[thread_position_in_grid]])
{
    quick[i] = fast::exp2(data[i]);
    whole_powers[i] = fast::exp2(data[i]);
    if (i == 0) {
        whole_powers_of_literals[0] = fast::exp2(-6.0f);
        whole_powers_of_literals[1] = fast::exp2(-1.0f);
        whole_powers_of_literals[2] = fast::exp2(0.0f);
        whole_powers_of_literals[3] = fast::exp2(1.0f);
        whole_powers_of_literals[4] = fast::exp2(2.0f);
        whole_powers_of_literals[5] = fast::exp2(10.0f);
        whole_powers_of_literals[6] = fast::exp2(-126.0f);
        whole_powers_of_literals[7] = fast::exp2(127.0f);
    }
}
