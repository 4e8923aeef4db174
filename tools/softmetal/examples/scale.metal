// scale.metal: multiplies every element. metal-cc puts it into the default library of the program that it builds.
#include <metal_stdlib>
using namespace metal;

kernel void scale(device float *values [[buffer(0)]], constant float &factor [[buffer(1)]], uint i [[thread_position_in_grid]])
{
    values[i] *= factor;
}
