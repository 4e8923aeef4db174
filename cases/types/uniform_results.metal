//! title:     What each operator makes of uniforms may initialise a uniform
//! verifies:  uniform.from_uniform_expr
//! requires:  msl 2.0
//! for:       T in int uint
//! dispatch:  threads 32, threadgroup 32
//! in:        left T = 53
//! in:        right T = 6
//! out:       result T[16]
//! expect:    result = values 59 47 318 8 5 4 55 51 3392 0 0 1 0 1 0 1
//! mutant:    uniform.from_uniform_expr | replace `a % b` with `a / b`
//! mutant:    uniform.from_uniform_expr | replace `a >> b` with `a << b`
//! mutant:    uniform.from_uniform_expr | replace `a ^ b` with `a | b`

#include <metal_stdlib>
#include <metal_uniform>
using namespace metal;

kernel void work(constant T &left [[buffer(0)]], constant T &right [[buffer(1)]], device T *result [[buffer(2)]],
                 uint i [[thread_position_in_grid]])
{
    const uniform<T> a = make_uniform(left), b = make_uniform(right);
    const uniform<T> sum = a + b, difference = a - b, product = a * b, quotient = a / b, rest = a % b;
    const uniform<T> both = a & b, either = a | b, one = a ^ b, up = a << b, down = a >> b;
    const uniform<bool> below = a < b, above = a > b, most = a <= b, least = a >= b, same = a == b, other = a != b;
    const uniform<T> values[] = {sum, difference, product, quotient, rest, both, either, one, up, down};
    const uniform<bool> facts[] = {below, above, most, least, same, other};
    if (i < 10)
        result[i] = values[i];
    else if (i < 16)
        result[i] = facts[i - 10];
}
