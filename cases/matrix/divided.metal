//! title:     A matrix divided by a scalar, and a vector multiplied by a matrix in place
//! verifies:  lib.more.matrix
//! for:       T in float half
//! dispatch:  threads 1, threadgroup 1
//! in:        data vec<T, 2>[2] = values 2 4 6 8
//! in:        two T[1] = values 2
//! out:       quotient vec<T, 2>[2]
//! out:       in_place vec<T, 2>[2]
//! out:       product vec<T, 2>[1]
//! expect:    quotient = values 1 2 3 4
//! expect:    in_place = values 1 2 3 4
//! expect:    product = values 20 44
//! refusal:   the text does not mention it; Apple's library has it (toolchain 32023.883)
//! mutant:    lib.more.matrix | replace `m / two[0]` with `m * two[0]`
//! mutant:    lib.more.matrix | replace `m /= two[0]` with `m -= m`
//! mutant:    lib.more.matrix | replace `v *= n` with `v = n * v`

#include <metal_stdlib>
using namespace metal;

kernel void divide(device const vec<T, 2> *data [[buffer(0)]], device const T *two [[buffer(1)]],
                   device vec<T, 2> *quotient [[buffer(2)]], device vec<T, 2> *in_place [[buffer(3)]],
                   device vec<T, 2> *product [[buffer(4)]])
{
    matrix<T, 2, 2> m = matrix<T, 2, 2>(data[0], data[1]);
    const matrix<T, 2, 2> n = m;
    const matrix<T, 2, 2> half_of = m / two[0];
    m /= two[0];
    vec<T, 2> v = vec<T, 2>(two[0], two[0] * 2);
    v *= n;
    for (uint c = 0; c < 2; c++) {
        quotient[c] = half_of[c];
        in_place[c] = m[c];
    }
    product[0] = v;
}
