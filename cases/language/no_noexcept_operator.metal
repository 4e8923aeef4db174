//! title:     The operator noexcept is not available
//! verifies:  lang.reject.noexcept_operator
//! note:      A noexcept specifier on a function is not covered by this rule.
//! reject:    noexcept
//! grade:     rule stated
//! control:   replace `noexcept(next(1))` with `next(1)`

#include <metal_stdlib>
using namespace metal;

static int next(int x)
{
    return x + 1;
}

kernel void ask(device int *result [[buffer(0)]])
{
    result[0] = noexcept(next(1)); // reject
}
