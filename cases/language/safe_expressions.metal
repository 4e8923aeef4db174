//! title:     Safe math takes no expression for a simpler one that differs for zeros, INF or NaN
//! verifies:  math.mode.safe.signed_zero math.mode.safe.inf_nan
//! requires:  msl 2.0
//! for:       T in half float
//! math:      safe
//! functions: precise
//! dispatch:  zeros(given, plus, minus, times, negated, cleared, magnitude, squared): threads 8,
//!            threadgroup 8
//! dispatch:  numbers(given, self_difference, self_quotient, least, greatest, limited, equals_itself): threads 8,
//!            threadgroup 8
//! dispatch:  order(given, is_not_less, goes_else, differs): threads 8, threadgroup 8
//! in:        given T[8] = values 0 -0.0 1 -1 inf -inf nan 3
//! out:       plus uint[8]
//! out:       minus uint[8]
//! out:       times uint[8]
//! out:       negated uint[8]
//! out:       cleared uint[8]
//! out:       magnitude uint[8]
//! out:       squared uint[8]
//! out:       self_difference uint[8]
//! out:       self_quotient uint[8]
//! out:       least uint[8]
//! out:       greatest uint[8]
//! out:       limited uint[8]
//! out:       equals_itself bool[8]
//! out:       is_not_less bool[8]
//! out:       goes_else bool[8]
//! out:       differs bool[8]
//! expect:    plus = values 1 1 5 6 3 4 9 5
//! expect:    minus = values 1 1 6 5 4 3 9 6
//! expect:    times = values 1 2 1 2 9 9 9 1
//! expect:    negated = values 2 2 6 6 4 4 9 6
//! expect:    cleared = values 1 1 5 6 3 4 9 5
//! expect:    magnitude = values 1 2 5 5 3 3 9 5
//! expect:    squared = values 1 1 5 5 3 3 9 5
//! expect:    self_difference = values 1 1 1 1 9 9 9 1
//! expect:    self_quotient = values 9 9 5 5 9 9 9 5
//! expect:    least = values 1 2 5 6 5 4 9 5
//! expect:    greatest = values 5 5 5 5 3 5 9 5
//! expect:    limited = values 1 2 5 6 5 6 5 5
//! expect:    equals_itself = values 1 1 1 1 1 1 0 1
//! expect:    is_not_less = values 0 0 1 0 1 0 1 1
//! expect:    goes_else = values 0 0 1 0 1 0 1 1
//! expect:    differs = values 0 0 0 0 0 0 1 0
//! mutant:    math.mode.safe.signed_zero | replace `kind_of(v + T(0))` with `kind_of(v)`
//! mutant:    math.mode.safe.signed_zero | replace `kind_of(T(0) - v)` with `kind_of(-v)`
//! mutant:    math.mode.safe.inf_nan math.mode.safe.signed_zero | replace `kind_of(v * T(0))` with `kind_of(T(0))`
//! mutant:    math.mode.safe.signed_zero | replace `v < T(0) ? -v : v` with `fabs(v)`
//! mutant:    math.mode.safe.signed_zero | replace `v == T(0) ? T(0) : v` with `v`
//! mutant:    math.mode.safe.signed_zero | replace `-v * -v` with `-v * v`
//! mutant:    math.mode.safe.inf_nan | replace `kind_of(v - v)` with `kind_of(T(0))`
//! mutant:    math.mode.safe.inf_nan | replace `kind_of(v / v)` with `kind_of(T(1))`
//! mutant:    math.mode.safe.inf_nan | replace `T(1) < v ? T(1) : v` with `fmin(T(1), v)`
//! mutant:    math.mode.safe.inf_nan | replace `v < T(1) ? T(1) : v` with `fmax(T(1), v)`
//! mutant:    math.mode.safe.inf_nan | replace `fmax(fmin(v, T(1)), T(-1))` with `clamp(v, T(-1), T(1))`
//! mutant:    math.mode.safe.inf_nan | replace `!(v < T(1))` with `v >= T(1)`
//! mutant:    math.mode.safe.inf_nan | replace `equals_itself[i] = v == v` with `equals_itself[i] = true`
//! note:      Kinds: 1 and 2 are zero and minus zero, 3 and 4 INF and -INF, 5 and 6 other numbers above and below
//!            zero, 9 NaN.

#include <metal_stdlib>
using namespace metal;

static uint kind_of(T v)
{
    if (isnan(v))
        return 9;
    const uint below = signbit(v) ? 1 : 0;
    return (isinf(v) ? 3 : v == T(0) ? 1 : 5) + below;
}

kernel void zeros(device const T *given [[buffer(0)]], device uint *plus [[buffer(1)]],
                  device uint *minus [[buffer(2)]], device uint *times [[buffer(3)]],
                  device uint *negated [[buffer(4)]], device uint *cleared [[buffer(5)]],
                  device uint *magnitude [[buffer(6)]], device uint *squared [[buffer(7)]],
                  uint i [[thread_position_in_grid]])
{
    const T v = given[i];
    plus[i] = kind_of(v + T(0));
    minus[i] = kind_of(T(0) - v);
    times[i] = kind_of(v * T(0));
    negated[i] = kind_of(-fabs(v));
    cleared[i] = kind_of(v == T(0) ? T(0) : v);
    squared[i] = kind_of(-v * -v);
    magnitude[i] = kind_of(v < T(0) ? -v : v);
}

kernel void numbers(device const T *given [[buffer(0)]], device uint *self_difference [[buffer(1)]],
                    device uint *self_quotient [[buffer(2)]], device uint *least [[buffer(3)]],
                    device uint *greatest [[buffer(4)]], device uint *limited [[buffer(5)]],
                    device bool *equals_itself [[buffer(6)]], uint i [[thread_position_in_grid]])
{
    const T v = given[i];
    self_difference[i] = kind_of(v - v);
    self_quotient[i] = kind_of(v / v);
    least[i] = kind_of(T(1) < v ? T(1) : v);
    greatest[i] = kind_of(v < T(1) ? T(1) : v);
    limited[i] = kind_of(fmax(fmin(v, T(1)), T(-1)));
    equals_itself[i] = v == v;
}

kernel void order(device const T *given [[buffer(0)]], device bool *is_not_less [[buffer(1)]],
                  device bool *goes_else [[buffer(2)]], device bool *differs [[buffer(3)]],
                  uint i [[thread_position_in_grid]])
{
    const T v = given[i];
    is_not_less[i] = !(v < T(1));
    if (v < T(1))
        goes_else[i] = false;
    else
        goes_else[i] = true;
    differs[i] = v != v;
}
