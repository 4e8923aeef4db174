//! title:     dynamic_cast is not available
//! verifies:  lang.reject.dynamic_cast
//! reject:    dynamic_cast
//! grade:     rule stated
//! control:   replace `dynamic_cast<thread shape *>(&one)` with `&one`

#include <metal_stdlib>
using namespace metal;

struct shape {
    int sides;
};

kernel void count_sides(device int *result [[buffer(0)]])
{
    shape one = {3};
    thread shape *seen = dynamic_cast<thread shape *>(&one); // reject
    result[0] = seen->sides;
}
