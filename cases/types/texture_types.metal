//! title:     Texture types, their default access, and the type of what they read
//! verifies:  texture.types.color texture.access.enum texture.component_types texture.access.sample
//! for:       T in half float short ushort int uint
//! dispatch:  threads 1, threadgroup 1
//! out:       defaults int[8]
//! out:       texels int[6]
//! expect:    defaults = values 1 …
//! expect:    texels = values 1 …
//! mutant:    texture.types.color | replace `is_same<texture2d<T>, texture2d<T, access::sample>>`
//!            with `is_same<texture2d<T>, texture2d<T, access::read>>`
//! mutant:    texture.types.color | replace `is_same<texture2d_ms<T>, texture2d_ms<T, access::read>>`
//!            with `is_same<texture2d_ms<T>, texture2d_array<T, access::read>>`
//! mutant:    texture.access.enum | replace `access::write != access::read_write`
//!            with `access::write == access::read_write`
//! mutant:    texture.component_types texture.access.sample |
//!            replace `read_of(texture2d<T> image) -> decltype(image.read(uint2()))`
//!            with `read_of(texture2d<T> image) -> decltype(image.get_width())`

#include <metal_stdlib>
using namespace metal;

static auto read_of(texture2d<T> image) -> decltype(image.read(uint2()));
static auto sample_of(texture2d<T> image, sampler s) -> decltype(image.sample(s, float2()));

kernel void report(device int *defaults [[buffer(0)]], device int *texels [[buffer(1)]])
{
    defaults[0] = is_same<texture1d<T>, texture1d<T, access::sample>>::value;
    defaults[1] = is_same<texture1d_array<T>, texture1d_array<T, access::sample>>::value;
    defaults[2] = is_same<texture2d<T>, texture2d<T, access::sample>>::value;
    defaults[3] = is_same<texture2d_array<T>, texture2d_array<T, access::sample>>::value;
    defaults[4] = is_same<texture3d<T>, texture3d<T, access::sample>>::value;
    defaults[5] = is_same<texturecube<T>, texturecube<T, access::sample>>::value;
    defaults[6] = is_same<texture2d_ms<T>, texture2d_ms<T, access::read>>::value;
    defaults[7] = access::write != access::read_write && access::sample != access::read;
    texels[0] = is_same<decltype(read_of(declval<texture2d<T>>())), vec<T, 4>>::value;
    texels[1] = is_same<decltype(declval<texture1d<T>>().read(uint())), vec<T, 4>>::value;
    texels[2] = is_same<decltype(declval<texture3d<T>>().read(uint3())), vec<T, 4>>::value;
    texels[3] = is_same<decltype(declval<texture2d_array<T>>().read(uint2(), uint())), vec<T, 4>>::value;
    texels[4] = is_same<decltype(sample_of(declval<texture2d<T>>(), declval<sampler>())), vec<T, 4>>::value;
    texels[5] = is_same<decltype(declval<texture2d_ms<T>>().read(uint2(), uint())), vec<T, 4>>::value;
}
