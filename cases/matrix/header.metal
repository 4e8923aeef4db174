//! title:     determinant and transpose come with their own header
//! verifies:  matrix.header
//! for:       T in float half
//! dispatch:  threads 1, threadgroup 1
//! in:        data vec<T, 2>[2] = values 1 2 3 4
//! out:       result T[5]
//! expect:    result = values -2 1 3 2 4
//! mutant:    matrix.header | replace `transpose(m)` with `m`

#include <metal_matrix>
using namespace metal;

kernel void call_each(device const vec<T, 2> *data [[buffer(0)]], device T *result [[buffer(1)]])
{
    const matrix<T, 2, 2> m(data[0], data[1]);
    const matrix<T, 2, 2> turned = transpose(m);
    result[0] = determinant(m);
    for (uint k = 0; k < 4; k++)
        result[1 + k] = turned[k / 2][k % 2];
}
