//! title:     A sampler argument or local sampler is not stored to device memory
//! verifies:  argbuf.tier2.sampler_copy.reject
//! for:       FROM in argument local
//! reject:    sampler thread device address
//! grade:     rule stated
//! control:   replace `to->chosen = FROM` with `to->chosen = from->chosen`

#include <metal_stdlib>
using namespace metal;

struct resources {
    sampler chosen;
};

kernel void copy(device resources *from [[buffer(0)]], device resources *to [[buffer(1)]], sampler argument [[sampler(0)]])
{
    constexpr sampler local(filter::linear);
    to->chosen = FROM; // reject
}
