//! title:     Unary operators give the type of their operand
//! verifies:  ops.unary.result_type
//! requires:  msl 3.1, feature bfloat
//! dispatch:  threads 1, threadgroup 1
//! out:       signs uint[40]
//! out:       complements uint[28]
//! expect:    signs = values 3 …
//! expect:    complements = values 1 …
//! mutant:    ops.unary.result_type | replace `is_same<decltype(-T()), T>::value` with `is_same<decltype(-T()), int>::value`
//! mutant:    ops.unary.result_type | replace `is_same<decltype(+T()), T>::value` with `is_same<decltype(+T()), uint>::value`
//! mutant:    ops.unary.result_type | replace `is_same<decltype(~T()), T>::value` with `is_same<decltype(~T()), long>::value`
//! note:      Of scalars shorter than int C++ promotes the operand: they are not asked.

#include <metal_stdlib>
using namespace metal;

template <typename T>
static uint keeps_type_of_sign()
{
    return uint(is_same<decltype(-T()), T>::value) | uint(is_same<decltype(+T()), T>::value) << 1;
}

template <typename T>
static uint keeps_type_of_complement()
{
    return is_same<decltype(~T()), T>::value;
}

kernel void report(device uint *signs [[buffer(0)]], device uint *complements [[buffer(1)]])
{
    uint n = 0, m = 0;
#define REAL(T) signs[n++] = keeps_type_of_sign<T>();
#define INTEGER(T) REAL(T) complements[m++] = keeps_type_of_complement<T>();
#define VECTORS(KIND, T) KIND(T##2) KIND(T##3) KIND(T##4)
    VECTORS(INTEGER, char) VECTORS(INTEGER, uchar) VECTORS(INTEGER, short) VECTORS(INTEGER, ushort)
    VECTORS(INTEGER, int) VECTORS(INTEGER, uint) VECTORS(INTEGER, long) VECTORS(INTEGER, ulong)
    INTEGER(int) INTEGER(uint) INTEGER(long) INTEGER(ulong)
    VECTORS(REAL, half) VECTORS(REAL, float) VECTORS(REAL, bfloat)
    REAL(half) REAL(float) REAL(bfloat)
}
