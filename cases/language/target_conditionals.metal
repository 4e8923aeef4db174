//! title:     The target conditionals are macros of a header of their own
//! verifies:  macro.target_conditionals macro.target_conditionals.not_stdlib
//! dispatch:  threads 1, threadgroup 1
//! out:       result int[4]
//! expect:    result = values 0 1 1 0
//! mutant:    macro.target_conditionals | replace `TARGET_OS_SIMULATOR;` with `TARGET_OS_SIMULATOR + 1;`
//! mutant:    macro.target_conditionals.not_stdlib | replace `enum { before = 0 }` with `enum { before = 2 }`

#include <metal_stdlib>
using namespace metal;

#ifdef TARGET_OS_MAC
enum { before = 1 };
#else
enum { before = 0 };
#endif
#include <TargetConditionals.h>

kernel void report(device int *result [[buffer(0)]])
{
    result[0] = before;
    result[1] = TARGET_OS_MAC;
    result[2] = TARGET_OS_OSX + TARGET_OS_IPHONE;
    result[3] = TARGET_OS_SIMULATOR;
}
