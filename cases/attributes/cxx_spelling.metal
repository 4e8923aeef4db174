//! title:     [[kernel]] and [[visible]] mark a function for the API; without an attribute the API does not see it
//! verifies:  func.attributes.cxx
//! requires:  msl 2.3
//! before:    a compiler may ignore an attribute that it does not know
//! reflect:   library: make = 0, next = 0, apart = 0, bare = absent
//! mutant:    func.attributes.cxx | replace `[[visible]] int next` with `int next`
//! mutant:    func.attributes.cxx | replace `[ [visible] ] int apart` with `int apart`
//! mutant:    func.attributes.cxx | replace `[[kernel]] void make` with `void make`
//! mutant:    func.attributes.cxx | replace `int bare(` with `[[visible]] int bare(`

#include <metal_stdlib>
using namespace metal;

[[visible]] int next(int x)
{
    return x + 1;
}

[ [visible] ] int apart(int x)
{
    return x + 3;
}

int bare(int x)
{
    return x + 2;
}

[[kernel]] void make(device int *result [[buffer(0)]], uint i [[thread_position_in_grid]])
{
    result[i] = next(int(i)) + apart(int(i)) + bare(int(i));
}
