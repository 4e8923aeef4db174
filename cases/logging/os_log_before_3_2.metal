//! title:     Before version 3.2 there is no os_log
//! verifies:  log.gate
//! msl:       2.4 3.0 3.1
//! reject:    os_log_default no member undeclared
//! grade:     inferred
//! control:   replace `metal::os_log_default.log("value %d", data[0]);` with `data[0]++;`

#include <metal_stdlib>

kernel void use(device int *data [[buffer(0)]])
{
    metal::os_log_default.log("value %d", data[0]); // reject
}
