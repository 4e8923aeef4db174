//! title:     Explicit instantiations of a kernel template are kernels, each under the name that host_name gives it
//! verifies:  func.template.explicit_instantiation func.template.host_name func.host_name
//! requires:  msl 2.2
//! before:    templates are C++, and a compiler may ignore an attribute that it does not know
//! dispatch:  whole_numbers(a, squares): threads 16, threadgroup 16
//! dispatch:  real_numbers(b, reals): threads 16, threadgroup 16
//! dispatch:  renamed(a, nexts): threads 16, threadgroup 16
//! in:        a int[16] = iota(-5, 1)
//! in:        b float[16] = iota(-5, 0.5)
//! in:        one int[16] = ones
//! out:       squares int[16]
//! out:       reals float[16]
//! out:       nexts int[16]
//! expect:    squares = multiplied(a, a)
//! expect:    reals = multiplied(b, b)
//! expect:    nexts = added(a, one)
//! mutant:    func.host_name | replace `data[i] + 1` with `data[i] + 2`
//! mutant:    func.template.explicit_instantiation | replace `square<float>(device const float *, device float *,
//!            uint)` with `square<uint>(device const uint *, device uint *, uint)`
//! mutant:    func.template.host_name | replace `host_name("whole_numbers")` with `host_name("real_numbers")` and
//!            replace `host_name("real_numbers")` with `host_name("whole_numbers")`

#include <metal_stdlib>
using namespace metal;

template <typename T> kernel void square(device const T *data [[buffer(0)]], device T *result [[buffer(1)]],
                                         uint i [[thread_position_in_grid]])
{
    result[i] = data[i] * data[i];
}

template [[host_name("whole_numbers")]] kernel void square<int>(device const int *, device int *, uint);
template [[host_name("real_numbers")]] kernel void square<float>(device const float *, device float *, uint);

namespace inner {
[[host_name("renamed")]] kernel void next(device const int *data [[buffer(0)]], device int *result [[buffer(1)]],
                                          uint i [[thread_position_in_grid]])
{
    result[i] = data[i] + 1;
}
}
