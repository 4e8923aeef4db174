//! title:     A matrix of any dimensions divided by a scalar, and a vector multiplied by a matrix in place
//! verifies:  lib.more.matrix
//! for:       T in float half; (C, R) in (2, 2) (2, 3) (2, 4) (3, 2) (3, 3) (3, 4) (4, 2) (4, 3) (4, 4)
//! math:      safe
//! functions: precise
//! dispatch:  divide(data, four, quotient, in_place): threads 1, threadgroup 1
//! dispatch:  multiply(square, four, product): threads 1, threadgroup 1
//! in:        data T[C * R] = integers(-100, 100)
//! in:        square vec<T, 2>[2] = values 2 4 6 8
//! in:        four T[C * R] = values 4 4 …
//! out:       quotient T[C * R]
//! out:       in_place T[C * R]
//! out:       product vec<T, 2>[1]
//! expect:    quotient = divided(data, four)
//! expect:    in_place = divided(data, four)
//! expect:    product = values 40 88
//! refusal:   the text does not mention it; Apple's library has it (toolchain 32023.883)
//! mutant:    lib.more.matrix | replace `m / four[0]` with `m * four[0]`
//! mutant:    lib.more.matrix | replace `m /= four[0]` with `m -= m`
//! mutant:    lib.more.matrix | replace `v *= n` with `v = n * v`

#include <metal_stdlib>
using namespace metal;

kernel void divide(device const T *data [[buffer(0)]], device const T *four [[buffer(1)]],
                   device T *quotient [[buffer(2)]], device T *in_place [[buffer(3)]])
{
    matrix<T, C, R> m;
    for (uint k = 0; k < C * R; k++)
        m[k / R][k % R] = data[k];
    const matrix<T, C, R> quarter = m / four[0];
    m /= four[0];
    for (uint k = 0; k < C * R; k++) {
        quotient[k] = quarter[k / R][k % R];
        in_place[k] = m[k / R][k % R];
    }
}

kernel void multiply(device const vec<T, 2> *square [[buffer(0)]], device const T *four [[buffer(1)]],
                     device vec<T, 2> *product [[buffer(2)]])
{
    const matrix<T, 2, 2> n = matrix<T, 2, 2>(square[0], square[1]);
    vec<T, 2> v = vec<T, 2>(four[0], four[0] * 2);
    v *= n;
    product[0] = v;
}
