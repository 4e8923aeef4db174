//! title:     The target conditionals are macros of a header of their own
//! verifies:  macro.target_conditionals
//! requires:  os 14.0
//! dispatch:  threads 1, threadgroup 1
//! out:       result int[3]
//! expect:    result = values 1 1 0
//! mutant:    macro.target_conditionals | replace `TARGET_OS_SIMULATOR;` with `TARGET_OS_SIMULATOR + 1;`
//! note:      whether the macros are there without the header is not asked: a compiler may predefine them

#include <metal_stdlib>
#include <TargetConditionals.h>
using namespace metal;

kernel void report(device int *result [[buffer(0)]])
{
    result[0] = TARGET_OS_MAC;
    result[1] = TARGET_OS_OSX + TARGET_OS_IPHONE;
    result[2] = TARGET_OS_SIMULATOR;
}
