//! title:     Two kernels do not share one name by host_name
//! verifies:  func.host_name.duplicate
//! requires:  msl 2.2
//! reject:    name
//! grade:     error stated
//! control:   replace `[[host_name("fill")]] kernel void second` with `[[host_name("other")]] kernel void second`

#include <metal_stdlib>
using namespace metal;

[[host_name("fill")]] kernel void first(device int *data [[buffer(0)]])
{
    data[0] = 1;
}

[[host_name("fill")]] kernel void second(device int *data [[buffer(0)]]) // reject
{
    data[0] = 2;
}
