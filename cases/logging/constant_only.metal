//! title:     an os_log lies in the constant address space, for its members are functions of constant objects
//! verifies:  log.os_log.constant_only
//! requires:  msl 3.2, feature logging
//! reject:
//! grade:     inferred
//! control:   replace `os_log mine("a", "b"); // reject` with `constant os_log &mine = os_log_default;`

#include <metal_stdlib>
#include <metal_logging>
using namespace metal;

kernel void constant_only(device const int *count [[buffer(0)]])
{
    os_log mine("a", "b"); // reject
    mine.log("%d", count[0]);
}
