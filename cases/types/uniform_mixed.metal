//! title:     A uniform variable and a number of another type are computed with in their common type
//! verifies:  lib.more.uniform
//! requires:  msl 2.0
//! for:       T in int short uint
//! dispatch:  threads 32, threadgroup 32
//! in:        data T = 6
//! in:        part float = 0.25
//! out:       result float[7]
//! expect:    result = values 1.5 1.5 1.5 1.5 6.25 1 1
//! refusal:   2.14 calls results of uniform expressions legal for uniform variables, but lists no operators
//! mutant:    lib.more.uniform | replace `result[0] = data * p` with `result[0] = T(data * p)`
//! mutant:    lib.more.uniform | replace `c *= p` with `c *= T(part)`
//! mutant:    lib.more.uniform | replace `d *= part` with `d *= T(part)`

#include <metal_stdlib>
#include <metal_uniform>
using namespace metal;

kernel void work(constant T &data [[buffer(0)]], constant float &part [[buffer(1)]], device float *result [[buffer(2)]],
                 uint i [[thread_position_in_grid]])
{
    const uniform<T> a = make_uniform(data);
    const uniform<float> p = make_uniform(part);
    uniform<T> c = a, d = a;
    c *= p;
    d *= part;
    if (i)
        return;
    result[0] = data * p;
    result[1] = p * data;
    result[2] = a * part;
    result[3] = part * a;
    result[4] = a + p;
    result[5] = c;
    result[6] = d;
}
