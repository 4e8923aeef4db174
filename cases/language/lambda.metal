//! title:     Lambda expressions capture by value and by reference, and may be generic
//! verifies:  lang.lambda.accept
//! requires:  msl 3.2
//! dispatch:  threads 64, threadgroup 64
//! in:        data int[64] = iota(-20, 3)
//! out:       result int[64]
//! expect:    result = counted(-49, 9)
//! mutant:    lang.lambda.accept | replace `x * factor + offset` with `x * factor - offset`

#include <metal_stdlib>
using namespace metal;

template <typename F> int apply(F f, int x)
{
    return f(x);
}

kernel void apply_lambda(device const int *data [[buffer(0)]], device int *result [[buffer(1)]],
                         uint i [[thread_position_in_grid]])
{
    const int factor = 3;
    int offset = 10;
    auto raise = [&offset]() { offset++; };
    raise();
    result[i] = apply([=](auto x) { return x * factor + offset; }, data[i]);
}
