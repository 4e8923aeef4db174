//! title:     the format of a message has to be a string literal
//! verifies:  log.format.literal
//! requires:  msl 3.2, feature logging
//! reject:    literal format
//! grade:     inferred
//! control:   replace `log(text)` with `log("text")`

#include <metal_stdlib>
#include <metal_logging>
using namespace metal;

kernel void literal(constant char *text [[buffer(0)]])
{
    os_log_default.log(text); // reject
}
