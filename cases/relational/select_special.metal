//! title:     What select leaves out does not matter, be it NaN or INF
//! verifies:  relational.select.inf_nan_inputs
//! for:       T in half float half4 float4
//! math:      safe relaxed
//! dispatch:  threads 4096, threadgroup 64
//! in:        a T[threads] = random
//! in:        b T[threads] = special
//! out:       result T[threads]
//! expect:    result = same a
//! mutant:    relational.select.inf_nan_inputs | replace `select(a[i], b[i], never)` with `a[i] * T(1) + b[i] * T(0)`

#include <metal_stdlib>
using namespace metal;

template <typename V> struct mask_of { using type = bool; };
template <typename E> struct mask_of<vec<E, 4>> { using type = bool4; };

kernel void choose(device const T *a [[buffer(0)]], device const T *b [[buffer(1)]], device T *result [[buffer(2)]],
                   uint i [[thread_position_in_grid]])
{
    const auto never = mask_of<T>::type(i > 0xfffffff0);
    result[i] = select(a[i], b[i], never);
}
