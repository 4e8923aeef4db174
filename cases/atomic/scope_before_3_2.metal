//! title:     thread_scope comes with 3.2
//! verifies:  atomic.scope.gate
//! msl:       2.4 3.1
//! for:       SCOPE in thread_scope_thread thread_scope_simdgroup thread_scope_threadgroup thread_scope_device
//! reject:    thread_scope undeclared
//! grade:     inferred
//! control:   replace `SCOPE` with `7`

#include <metal_stdlib>
using namespace metal;

kernel void fetch(device int *result [[buffer(0)]])
{
    result[0] = int(SCOPE); // reject
}
