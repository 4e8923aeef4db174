//! title:     An argument buffer contains no union
//! verifies:  argbuf.no_unions
//! reject:    union
//! grade:     rule stated
//! control:   replace `word value;` with `uint value;`

#include <metal_stdlib>
using namespace metal;

union word {
    uint whole;
    float real;
};

struct inputs {
    texture2d<float> image;
    word value; // reject
};

kernel void measure(constant inputs &all [[buffer(0)]], device uint *result [[buffer(1)]])
{
    result[0] = all.image.get_width();
}
