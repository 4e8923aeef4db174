//! title:     The API tells what a kernel is annotated with; an instantiation inherits the template's or has its own
//! verifies:  func.user_annotation func.user_annotation.template
//! requires:  msl 4.0
//! before:    a compiler that does not know the attribute may warn and go on
//! reflect:   plain: annotation = "of a plain kernel"
//! reflect:   silent: annotation = absent
//! reflect:   scale_int: annotation = "of the template"
//! reflect:   scale_float: annotation = "of the instantiation"
//! mutant:    func.user_annotation | replace `"of a plain kernel"` with `"of a kernel"`
//! mutant:    func.user_annotation | replace `kernel void silent` with `[[user_annotation("x")]] kernel void silent`
//! mutant:    func.user_annotation.template | replace `, user_annotation("of the instantiation")` with ``
//! mutant:    func.user_annotation.template | replace `[[user_annotation("of the template")]]` with ``

#include <metal_stdlib>
using namespace metal;

[[user_annotation("of a plain kernel"), kernel]] void plain(device uint *data [[buffer(0)]],
                                                            uint i [[thread_position_in_grid]])
{
    data[i] += 1;
}

kernel void silent(device uint *data [[buffer(0)]], uint i [[thread_position_in_grid]])
{
    data[i] += 2;
}

template <typename T>
[[user_annotation("of the template")]] kernel void scale(device T *data [[buffer(0)]], uint i [[thread_position_in_grid]])
{
    data[i] *= 3;
}

template [[host_name("scale_int")]] kernel void scale<int>(device int *, uint);
template [[host_name("scale_float"), user_annotation("of the instantiation")]] kernel void scale<float>(device float *,
                                                                                                          uint);
