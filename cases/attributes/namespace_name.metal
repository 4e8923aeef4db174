//! title:     The API knows a kernel of a namespace by its qualified name
//! verifies:  func.namespace.name
//! requires:  msl 2.2
//! before:    namespaces are C++; that the name holds them is new
//! reflect:   library: outer::scale = 0, outer::inner::scale = 0, scale = absent, inner::scale = absent
//! mutant:    func.namespace.name | replace `namespace outer { kernel` with `namespace outer { [[host_name("scale")]] kernel`
//! mutant:    func.namespace.name | replace `namespace inner { kernel`
//!            with `namespace inner { [[host_name("inner::scale")]] kernel`

#include <metal_stdlib>
using namespace metal;

namespace outer {
kernel void scale(device uint *result [[buffer(0)]], uint i [[thread_position_in_grid]])
{
    result[i] *= 2;
}

namespace inner {
kernel void scale(device uint *result [[buffer(0)]], uint i [[thread_position_in_grid]])
{
    result[i] *= 3;
}
}
}
