//! title:     make_filled_matrix has its argument in each element, in matrices of all dimensions
//! verifies:  lib.more.filled_matrix
//! for:       T in float half; (C, R) in (2, 2) (2, 3) (2, 4) (3, 2) (3, 3) (3, 4) (4, 2) (4, 3) (4, 4)
//! dispatch:  threads 8, threadgroup 8
//! in:        data T[8] = integers(1, 100)
//! out:       filled uint[8]
//! expect:    filled = values C*R …
//! refusal:   the text does not mention it; Apple's library has it (toolchain 32023.883)
//! mutant:    lib.more.filled_matrix | replace `make_filled_matrix<T, C, R>(data[i])` with `matrix<T, C, R>(data[i])`

#include <metal_stdlib>
using namespace metal;

kernel void fill(device const T *data [[buffer(0)]], device uint *filled [[buffer(1)]],
                 uint i [[thread_position_in_grid]])
{
    const matrix<T, C, R> m = make_filled_matrix<T, C, R>(data[i]);
    uint count = 0;
    for (int c = 0; c < C; c++)
        for (int r = 0; r < R; r++)
            count += m[c][r] == data[i];
    filled[i] = count;
}
