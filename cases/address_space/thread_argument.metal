//! title:     A kernel takes no pointer or reference to thread memory
//! verifies:  addrspace.kernel_arg.thread.reject
//! for:       REFERENCE in * &
//! reject:    address space thread
//! grade:     rule stated
//! control:   replace `thread int REFERENCE` with `device int REFERENCE`

#include <metal_stdlib>
using namespace metal;

kernel void fill(thread int REFERENCE data [[buffer(0)]], device int *result [[buffer(1)]]) // reject
{
    result[0] = 1;
}
