//! title:     Components of packed vectors are read out of constant memory by letter, by index and as swizzles
//! verifies:  packed.index packed.swizzle
//! requires:  msl 2.1
//! for:       T in char uchar short ushort int uint half float
//! subcases:  (N, SWIZZLE) in (2, yx) (3, zyx) (4, wzyx)
//! dispatch:  threads 16, threadgroup 16
//! in:        data T[N * threads] = random
//! out:       letters T[N * threads]
//! out:       colours T[N * threads]
//! out:       indexed T[N * threads]
//! out:       swizzled T[N * threads]
//! expect:    letters = same data
//! expect:    colours = same data
//! expect:    indexed = same data
//! expect:    swizzled = same data
//! mutant:    packed.swizzle | replace `letters[N * i + 1] = data[i].y` with `letters[N * i + 1] = data[i].x`
//! mutant:    packed.swizzle | replace `= data[i].SWIZZLE` with `= data[i ^ 1].SWIZZLE`
//! mutant:    packed.index | replace `data[i][c]` with `data[i][N - 1 - c]`

#include <metal_stdlib>
using namespace metal;

kernel void read(constant packed_vec<T, N> *data [[buffer(0)]], device T *letters [[buffer(1)]],
                 device T *colours [[buffer(2)]], device T *indexed [[buffer(3)]], device T *swizzled [[buffer(4)]],
                 uint i [[thread_position_in_grid]])
{
    letters[N * i] = data[i].x;
    letters[N * i + 1] = data[i].y;
    colours[N * i] = data[i].r;
    colours[N * i + 1] = data[i].g;
#if N > 2
    letters[N * i + 2] = data[i].z;
    colours[N * i + 2] = data[i].b;
#endif
#if N > 3
    letters[N * i + 3] = data[i].w;
    colours[N * i + 3] = data[i].a;
#endif
    vec<T, N> turned = data[i].SWIZZLE;
    for (uint c = 0; c < N; c++) {
        indexed[N * i + c] = data[i][c];
        swizzled[N * i + c] = turned[N - 1 - c];
    }
}
