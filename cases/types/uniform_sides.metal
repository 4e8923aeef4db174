//! title:     Operators of a uniform variable take a uniform or a plain operand on either side
//! verifies:  uniform.from_uniform_expr uniform.to_nonuniform
//! requires:  msl 2.2
//! for:       T in char short uint long half float
//! subcases:  (OP, R) in (+, 17) (-, 9) (*, 52)
//! dispatch:  threads 32, threadgroup 32
//! in:        data T[2] = values 13 4
//! out:       result T[32 * 4]
//! expect:    result = values R …
//! mutant:    uniform.from_uniform_expr | replace `a OP b` with `a OP b + T(1)`
//! mutant:    uniform.to_nonuniform | replace `a OP data[1]` with `a OP data[1] + T(1)`
//! mutant:    uniform.to_nonuniform | replace `data[0] OP b` with `data[0] OP b + T(1)`

#include <metal_stdlib>
#include <metal_uniform>
using namespace metal;

kernel void combine(device const T *data [[buffer(0)]], device T *result [[buffer(1)]],
                    uint i [[thread_position_in_grid]])
{
    const uniform<T> a = make_uniform(data[0]), b = make_uniform(data[1]);
    result[4 * i] = a OP b;
    result[4 * i + 1] = a OP data[1];
    result[4 * i + 2] = data[0] OP b;
    result[4 * i + 3] = T(a) OP T(b);
}
