//! title:     Traits and members of array of Apple's library that the text does not mention
//! verifies:  lib.more.traits
//! requires:  msl 3.1
//! dispatch:  threads 1, threadgroup 1
//! out:       result int[8]
//! expect:    result = values 0 1 1 0 3 4 6 3
//! refusal:   the text does not mention it; Apple's library has it (toolchain 32023.883)
//! mutant:    lib.more.traits | replace `three.front()` with `three[1]`
//! mutant:    lib.more.traits | replace `three.back()` with `three[1]`
//! mutant:    lib.more.traits | replace `is_floating_point<int4>::value` with `is_floating_point<half4>::value`

#include <metal_stdlib>
using namespace metal;

struct plain {
    int x;
};

kernel void report(device int *result [[buffer(0)]])
{
    array<int, 3> three = {4, 5, 6};
    result[0] = is_abstract<plain>::value;
    result[1] = is_default_constructible_v<plain>;
    result[2] = is_floating_point<float4>::value;
    result[3] = is_floating_point<int4>::value;
    result[4] = vec_elements<packed_float3>::value;
    result[5] = three.front();
    result[6] = three.back();
    result[7] = three.max_size();
}
