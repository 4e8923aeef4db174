// What torch_softshrink.py hands to torch.mps.compile_shader: a thread for each element.
#include <metal_stdlib>
using namespace metal;

kernel void softshrink(device float *y, device const float *x, constant float &bound, uint i [[thread_position_in_grid]])
{
    float v = x[i];
    y[i] = v > bound ? v - bound : v < -bound ? v + bound : 0.0f;
}
