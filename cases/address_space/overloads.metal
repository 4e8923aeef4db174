//! title:     The address space of a pointer takes part in overload resolution
//! verifies:  lang.overload.address_space
//! dispatch:  threads 1, threadgroup 1
//! inout:     result int[4] = iota(10, 1)
//! in:        fixed int = 5
//! expect:    result = values 0 1 2 3
//! mutant:    lang.overload.address_space | replace `result[2] = space_of(&shared_value);`
//!            with `result[2] = space_of(&own);`

#include <metal_stdlib>
using namespace metal;

static int space_of(device const int *) { return 0; }
static int space_of(constant const int *) { return 1; }
static int space_of(threadgroup const int *) { return 2; }
static int space_of(thread const int *) { return 3; }

kernel void spaces(device int *result [[buffer(0)]], constant int &fixed [[buffer(1)]])
{
    threadgroup int shared_value;
    int own = 0;
    result[0] = space_of(result);
    result[1] = space_of(&fixed);
    result[2] = space_of(&shared_value);
    result[3] = space_of(&own);
}
