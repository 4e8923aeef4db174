//! title:     Function constants have every type that the text lists, vectors too, each component in its place
//! verifies:  fconst.types
//! requires:  msl 2.3
//! for:       (T, LEAST, MOST, THIRD) in (char, -128, 127, -3) (uchar, 0, 255, 128) (short, -32768, 32767, -300)
//!            (ushort, 0, 65535, 32768) (int, -2147483648, 2147483647, -70000) (uint, 0, 4294967295, 2147483648)
//!            (half, -65504, 0x1p-24, -0.333251953125) (float, -0x1.fffffep+127, 0x1p-126, -0x1.555556p-2)
//! constant:  one(3) T = MOST
//! constant:  two(256) vec<T, 2> = LEAST, 7
//! constant:  three(40000) vec<T, 3> = 2, MOST, LEAST
//! constant:  four(7) vec<T, 4> = THIRD, LEAST, 8, MOST
//! constant:  flags(0) bool3 = true, false, true
//! constant:  pair(11) bool2 = false, true
//! constant:  every(12) bool4 = true, true, false, true
//! dispatch:  threads 1, threadgroup 1
//! out:       result vec<T, 4>[6]
//! expect:    result = values MOST MOST LEAST 7 2 MOST LEAST MOST THIRD LEAST 8 MOST 1 0 1 0 0 1 0 0 1 1 0 1
//! mutant:    fconst.types | replace `vec<T, 4>(three, one)` with `vec<T, 4>(three.xzy, one)`
//! mutant:    fconst.types | replace `result[2] = four` with `result[2] = four.xyzz`
//! mutant:    fconst.types | replace `vec<T, 4>(pair.x, pair.y, 0, 0)` with `vec<T, 4>(pair.y, pair.x, 0, 0)`
//! mutant:    fconst.types | replace `vec<T, 4>(every)` with `vec<T, 4>(every.xyzz)`
//! mutant:    fconst.types | replace `vec<T, 4>(flags.x, flags.y, flags.z, 0)` with `vec<T, 4>(flags.x, flags.z, flags.y, 0)`

#include <metal_stdlib>
using namespace metal;

constant T one [[function_constant(3)]];
constant vec<T, 2> two [[function_constant(256)]];
constant vec<T, 3> three [[function_constant(40000)]];
constant vec<T, 4> four [[function_constant(7)]];
constant bool3 flags [[function_constant(0)]];
constant bool2 pair [[function_constant(11)]];
constant bool4 every [[function_constant(12)]];

kernel void report(device vec<T, 4> *result [[buffer(0)]])
{
    result[0] = vec<T, 4>(one, one, two);
    result[1] = vec<T, 4>(three, one);
    result[2] = four;
    result[3] = vec<T, 4>(flags.x, flags.y, flags.z, 0);
    result[4] = vec<T, 4>(pair.x, pair.y, 0, 0);
    result[5] = vec<T, 4>(every);
}
