//! title:     A member that is no pointer carries no address space
//! verifies:  aggregate.member_addrspace
//! for:       SPACE in device constant threadgroup
//! reject:    address space qualif
//! grade:     rule stated
//! control:   replace `SPACE float value` with `SPACE float *value`

#include <metal_stdlib>
using namespace metal;

struct item {
    SPACE float value; // reject
};

kernel void measure(device uint *result [[buffer(0)]])
{
    result[0] = sizeof(item);
}
