//! title:     Virtual member functions are not available
//! verifies:  lang.reject.virtual
//! reject:    virtual
//! grade:     rule stated
//! control:   replace `virtual int` with `int`

#include <metal_stdlib>
using namespace metal;

struct shape {
    virtual int sides() const { return 3; } // reject
};

kernel void count_sides(device int *result [[buffer(0)]])
{
    shape one;
    result[0] = one.sides();
}
