//! title:     A function called by a kernel may call itself, or another that calls it, to a depth that differs from
//!            thread to thread
//! verifies:  lang.recursion.kernel
//! requires:  msl 2.4
//! dispatch:  threads 13, threadgroup 13
//! out:       result uint[13]
//! expect:    result = values 1 1 2 6 24 120 720 5040 40320 362880 3628800 39916800 479001600
//! out:       odd uint[13]
//! expect:    odd = values 0 1 0 1 0 1 0 1 0 1 0 1 0
//! mutant:    lang.recursion.kernel | replace `n != 0 && is_even(n - 1)` with `n != 0`
//! mutant:    lang.recursion.kernel | replace `n * factorial(n - 1)` with `n * (n - 1)`

#include <metal_stdlib>
using namespace metal;

static uint factorial(uint n)
{
    return n < 2 ? 1 : n * factorial(n - 1);
}

static bool is_odd(uint n);

static bool is_even(uint n)
{
    return n == 0 || is_odd(n - 1);
}

static bool is_odd(uint n)
{
    return n != 0 && is_even(n - 1);
}

kernel void factorials(device uint *result [[buffer(0)]], device uint *odd [[buffer(1)]],
                       uint i [[thread_position_in_grid]])
{
    result[i] = factorial(i);
    odd[i] = is_odd(i);
}
