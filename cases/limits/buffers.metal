//! title:     A kernel takes 31 buffers, of device or constant memory
//! verifies:  limit.buffers limit.constant_buffers
//! requires:  msl 2.0, family apple4
//! for:       SPACE in device constant
//! dispatch:  threads 1, threadgroup 1
//! in:        b0 uint[1] = values 1
//! in:        b1 uint[1] = values 2
//! in:        b2 uint[1] = values 4
//! in:        b3 uint[1] = values 8
//! in:        b4 uint[1] = values 16
//! in:        b5 uint[1] = values 32
//! in:        b6 uint[1] = values 64
//! in:        b7 uint[1] = values 128
//! in:        b8 uint[1] = values 256
//! in:        b9 uint[1] = values 512
//! in:        b10 uint[1] = values 1024
//! in:        b11 uint[1] = values 2048
//! in:        b12 uint[1] = values 4096
//! in:        b13 uint[1] = values 8192
//! in:        b14 uint[1] = values 16384
//! in:        b15 uint[1] = values 32768
//! in:        b16 uint[1] = values 65536
//! in:        b17 uint[1] = values 131072
//! in:        b18 uint[1] = values 262144
//! in:        b19 uint[1] = values 524288
//! in:        b20 uint[1] = values 1048576
//! in:        b21 uint[1] = values 2097152
//! in:        b22 uint[1] = values 4194304
//! in:        b23 uint[1] = values 8388608
//! in:        b24 uint[1] = values 16777216
//! in:        b25 uint[1] = values 33554432
//! in:        b26 uint[1] = values 67108864
//! in:        b27 uint[1] = values 134217728
//! in:        b28 uint[1] = values 268435456
//! in:        b29 uint[1] = values 536870912
//! out:       result uint[1]
//! expect:    result = values 1073741823
//! mutant:    limit.buffers | replace `*b28 + *b29` with `*b28 + *b28` | for SPACE=device
//! mutant:    limit.constant_buffers | replace `*b28 + *b29` with `*b27 + *b29` | for SPACE=constant

#include <metal_stdlib>
using namespace metal;

kernel void sum(SPACE const uint *b0 [[buffer(0)]], SPACE const uint *b1 [[buffer(1)]],
                SPACE const uint *b2 [[buffer(2)]], SPACE const uint *b3 [[buffer(3)]],
                SPACE const uint *b4 [[buffer(4)]], SPACE const uint *b5 [[buffer(5)]],
                SPACE const uint *b6 [[buffer(6)]], SPACE const uint *b7 [[buffer(7)]],
                SPACE const uint *b8 [[buffer(8)]], SPACE const uint *b9 [[buffer(9)]],
                SPACE const uint *b10 [[buffer(10)]], SPACE const uint *b11 [[buffer(11)]],
                SPACE const uint *b12 [[buffer(12)]], SPACE const uint *b13 [[buffer(13)]],
                SPACE const uint *b14 [[buffer(14)]], SPACE const uint *b15 [[buffer(15)]],
                SPACE const uint *b16 [[buffer(16)]], SPACE const uint *b17 [[buffer(17)]],
                SPACE const uint *b18 [[buffer(18)]], SPACE const uint *b19 [[buffer(19)]],
                SPACE const uint *b20 [[buffer(20)]], SPACE const uint *b21 [[buffer(21)]],
                SPACE const uint *b22 [[buffer(22)]], SPACE const uint *b23 [[buffer(23)]],
                SPACE const uint *b24 [[buffer(24)]], SPACE const uint *b25 [[buffer(25)]],
                SPACE const uint *b26 [[buffer(26)]], SPACE const uint *b27 [[buffer(27)]],
                SPACE const uint *b28 [[buffer(28)]], SPACE const uint *b29 [[buffer(29)]],
                device uint *result [[buffer(30)]])
{
    result[0] = *b0 + *b1 + *b2 + *b3 + *b4 + *b5 + *b6 + *b7 + *b8 + *b9 + *b10 + *b11 + *b12 + *b13 + *b14 + *b15 + *b16 + *b17 +
                *b18 + *b19 + *b20 + *b21 + *b22 + *b23 + *b24 + *b25 + *b26 + *b27 + *b28 + *b29;
}
