//! title:     Uniform variables take compound assignment, steps and unary operators
//! verifies:  lib.more.uniform
//! requires:  msl 2.0
//! for:       T in int float half
//! dispatch:  threads 32, threadgroup 32
//! in:        data T = 6
//! out:       result T[9]
//! expect:    result = values 9 4 12 3 7 7 6 6 -6
//! refusal:   2.14 calls results of uniform expressions legal for uniform variables, but lists no operators
//! mutant:    lib.more.uniform | replace `a += make_uniform(T(3))` with `a += make_uniform(T(4))`
//! mutant:    lib.more.uniform | replace `result[5] = before` with `result[5] = after`
//! mutant:    lib.more.uniform | replace `result[8] = -d` with `result[8] = d`

#include <metal_stdlib>
#include <metal_uniform>
using namespace metal;

kernel void work(constant T &data [[buffer(0)]], device T *result [[buffer(1)]], uint i [[thread_position_in_grid]])
{
    uniform<T> a = make_uniform(data), b = a, c = a, d = a, e = a;
    a += make_uniform(T(3));
    b -= make_uniform(T(2));
    c *= make_uniform(T(2));
    d /= make_uniform(T(2));
    if (i)
        return;
    result[0] = a;
    result[1] = b;
    result[2] = c;
    result[3] = d;
    result[4] = ++e;
    const T before = e++, after = e;
    result[5] = before;
    e--;
    result[6] = --e;
    result[7] = +e;
    d *= make_uniform(T(2));
    result[8] = -d;
}
