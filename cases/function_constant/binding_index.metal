//! title:     A function constant, or what is computed from one, says where an argument is bound
//! verifies:  fconst.binding bind.auto.function_constant
//! requires:  msl 2.0
//! constant:  at(0) int = 3
//! dispatch:  add(data, result, bias@3, more@5): threads 16, threadgroup 16
//! in:        data int[16] = integers(-50, 50)
//! in:        bias int[16] = integers(1, 5)
//! in:        more int[16] = zeros
//! out:       result int[16]
//! expect:    result = added(data, bias)
//! mutant:    fconst.binding | replace `[[buffer(at)]]` with `[[buffer(at + 2)]]` and replace `[[buffer(later)]]`
//!            with `[[buffer(at)]]`
//! mutant:    bind.auto.function_constant | replace `data[i] + bias[i]` with `data[i] - bias[i]`

#include <metal_stdlib>
using namespace metal;

constant int at [[function_constant(0)]];
constant int later = at + 2;

kernel void add(device const int *bias [[buffer(at)]], device const int *data, device const int *more [[buffer(later)]],
                device int *result, uint i [[thread_position_in_grid]])
{
    result[i] = data[i] + bias[i] + 2 * more[i];
}
