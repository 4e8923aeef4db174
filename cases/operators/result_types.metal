//! title:     Operators give the type of their converted operands, vectors of bool where they compare
//! verifies:  ops.arith.result_type ops.unary.result_type ops.relational.vector ops.equality.vector ops.logical.and_or
//!            ops.bitwise.vector ops.ternary.types
//! dispatch:  threads 1, threadgroup 1
//! out:       result int[16]
//! expect:    result = values 1 …
//! mutant:    ops.arith.result_type | replace `half() + half()), half>` with `half() + half()), float>`
//! mutant:    ops.arith.result_type | replace `char4() + char4()), char4>` with `char4() + char4()), int4>`
//! mutant:    ops.unary.result_type | replace `-short3()), short3>` with `-short3()), int3>`
//! mutant:    ops.relational.vector | replace `int2() < int2()), bool2>` with `int2() < int2()), int2>`
//! mutant:    ops.equality.vector | replace `half4() == half4()), bool4>` with `half4() == half4()), bool>`
//! mutant:    ops.logical.and_or | replace `bool3() && bool3()), bool3>` with `bool3() && bool3()), bool>`
//! mutant:    ops.bitwise.vector | replace `uchar2() | uchar2()), uchar2>` with `uchar2() | uchar2()), uint2>`
//! mutant:    ops.ternary.types | replace `true ? 1 : 1.0f), float>` with `true ? 1 : 1.0f), int>`

#include <metal_stdlib>
using namespace metal;

kernel void report(device int *result [[buffer(0)]])
{
    int n = 0;
    result[n++] = is_same<decltype(half() + half()), half>::value;
    result[n++] = is_same<decltype(half() * float()), float>::value;
    result[n++] = is_same<decltype(int() + uint()), uint>::value;
    result[n++] = is_same<decltype(char4() + char4()), char4>::value;
    result[n++] = is_same<decltype(half2() * half()), half2>::value;
    result[n++] = is_same<decltype(int() + int()), int>::value;
    result[n++] = is_same<decltype(-short3()), short3>::value;
    result[n++] = is_same<decltype(-half()), half>::value;
    result[n++] = is_same<decltype(~uint()), uint>::value;
    result[n++] = is_same<decltype(int2() < int2()), bool2>::value;
    result[n++] = is_same<decltype(int() < int()), bool>::value;
    result[n++] = is_same<decltype(half4() == half4()), bool4>::value;
    result[n++] = is_same<decltype(bool3() && bool3()), bool3>::value;
    result[n++] = is_same<decltype(uchar2() | uchar2()), uchar2>::value;
    result[n++] = is_same<decltype(true ? 1 : 1.0f), float>::value;
    result[n++] = is_same<decltype(1.0f / int()), float>::value;
}
