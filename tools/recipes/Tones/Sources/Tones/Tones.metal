// The two kernels of a Swift package. Xcode joins all files of a target to one default.metallib.
#include "include/Tones.h"
#include <metal_stdlib>
using namespace metal;

kernel void double_tones(device float *data [[buffer(0)]], constant ToneArguments &arguments [[buffer(1)]],
                         uint i [[thread_position_in_grid]])
{
    if (i < arguments.count)
        data[i] *= 2.0f;
}

kernel void limit_tones(device const float *input [[buffer(0)]], device float *output [[buffer(1)]],
                        constant ToneArguments &arguments [[buffer(2)]], uint i [[thread_position_in_grid]])
{
    if (i >= arguments.count)
        return;
    float v = input[i];
    output[i] = v > arguments.cap ? arguments.cap : v < -arguments.cap ? -arguments.cap : v; // NaN stays NaN
}
