//! title:     Increment and decrement change the operand by one; before it they yield the new value, after it the old
//!            one
//! verifies:  ops.incdec.pre ops.incdec.post
//! requires:  msl 2.3
//! for:       T in char uchar short ushort int uint long ulong char4 uchar3 short2 ushort4 int3 uint2 int4 long2
//!            ulong3 packed_char3 packed_ushort3 packed_int3 packed_uint2 packed_long3; (STEP, EXPECTED) in (++, added)
//!            (--, subtracted)
//! dispatch:  threads 64, threadgroup 64
//! in:        a T[64] = iota(-4, 3)
//! in:        one T[64] = ones
//! inout:     data T[64] = iota(-4, 3)
//! out:       pre T[64]
//! out:       post T[64]
//! out:       after T[64]
//! expect:    data = EXPECTED(a, one)
//! expect:    pre = EXPECTED(a, one)
//! expect:    post = same a
//! expect:    after = EXPECTED(a, one)
//! mutant:    ops.incdec.pre | replace `STEP value` with `value STEP`
//! mutant:    ops.incdec.pre | replace `data[i] STEP` with `data[i]`
//! mutant:    ops.incdec.post | replace `data[i] STEP` with `STEP data[i]`

#include <metal_stdlib>
using namespace metal;

kernel void step(device const T *a [[buffer(0)]], device T *data [[buffer(2)]], device T *pre [[buffer(3)]],
                 device T *post [[buffer(4)]], device T *after [[buffer(5)]], uint i [[thread_position_in_grid]])
{
    T value = a[i];
    pre[i] = STEP value;
    after[i] = value;
    post[i] = data[i] STEP;
}
