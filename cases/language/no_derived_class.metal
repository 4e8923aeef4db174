//! title:     Derived classes are listed as not available
//! verifies:  lang.reject.derived_class
//! note:      1.5.4 rules derived classes out, 5.11 only as types of kernel arguments: acceptance is a warning.
//! reject:    derived base
//! grade:     rule stated
//! control:   replace `triangle : shape` with `triangle`

#include <metal_stdlib>
using namespace metal;

struct shape {
    int sides;
};

struct triangle : shape { // reject
    int area;
};

kernel void measure(device int *result [[buffer(0)]])
{
    triangle one;
    one.area = 4;
    result[0] = one.area;
}
