//! title:     Packed vectors of every type and width, in device or constant memory, convert to aligned ones and back, and nothing else is stored
//! verifies:  packed.convert.to_aligned packed.convert.from_aligned packed.assign packed.index
//! requires:  msl 3.1, feature bfloat
//! for:       T in char uchar short ushort int uint long half bfloat float
//! subcases:  N in 2 3 4; SPACE in device constant
//! dispatch:  threads 16, threadgroup 16
//! in:        data T[8 * N * threads] = random
//! out:       aligned T[8 * N * threads]
//! out:       stored T[8 * N * threads]
//! out:       copied T[8 * N * threads]
//! out:       indexed T[8 * N * threads]
//! expect:    aligned = same data
//! expect:    stored = same data
//! expect:    copied = same data
//! expect:    indexed = same data
//! mutant:    packed.convert.to_aligned | replace `const V v = data[k]` with `const V v = data[k ^ 1]`
//! mutant:    packed.convert.from_aligned | replace `stored[k] = v;` with `stored[k] = v + V(1);`
//! mutant:    packed.assign | replace `copied[k] = p` with `copied[k] = data[8 * i]`
//! mutant:    packed.index | replace `indexed[k][c] = p[c]` with `indexed[k][c] = p[N - 1 - c]`
//! note:      A thread stores its eight from the last to the first: bytes beyond a vector belong to one that was stored before.

#include <metal_stdlib>
using namespace metal;

using V = vec<T, N>;
using P = packed_vec<T, N>;

kernel void copy(SPACE const P *data [[buffer(0)]], device T *aligned [[buffer(1)]], device P *stored [[buffer(2)]],
                 device P *copied [[buffer(3)]], device P *indexed [[buffer(4)]], uint i [[thread_position_in_grid]])
{
    for (uint k = 8 * i + 8; k-- > 8 * i;) {
        const V v = data[k];
        stored[k] = v;
        const P p = data[k];
        copied[k] = p;
        for (uint c = 0; c < N; c++) {
            aligned[N * k + c] = v[c];
            indexed[k][c] = p[c];
        }
    }
}
