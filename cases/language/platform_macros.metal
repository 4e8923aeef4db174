//! title:     Up to version 2.4 the language of macOS sets __METAL_MACOS__ and not __METAL_IOS__
//! verifies:  macro.metal_macos macro.metal_ios
//! requires:  family mac2
//! msl:       2.0 2.3 2.4
//! dispatch:  threads 1, threadgroup 1
//! out:       result int[2]
//! expect:    result = values 1 0
//! mutant:    macro.metal_macos | replace `#ifdef __METAL_MACOS__` with `#ifndef __METAL_MACOS__`
//! mutant:    macro.metal_ios | replace `#ifdef __METAL_IOS__` with `#ifndef __METAL_IOS__`

#include <metal_stdlib>
using namespace metal;

#ifdef __METAL_MACOS__
#define MACOS 1
#else
#define MACOS 0
#endif
#ifdef __METAL_IOS__
#define IOS 1
#else
#define IOS 0
#endif

kernel void report(device int *result [[buffer(0)]])
{
    result[0] = MACOS;
    result[1] = IOS;
}
