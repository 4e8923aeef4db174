//! title:     An argument buffer holds textures to read and to write, a sampler, a pointer, a texture buffer and plain data
//! verifies:  argbuf.contents argbuf.id.attribute argbuf.id.detect
//! requires:  msl 2.1
//! dispatch:  gather(everything, result): threads 4, threadgroup 4
//! in:        image texture2d<float>(r16float)[2, 2] = values 4 8 16 24
//! out:       written texture2d<float>(r32float)[2, 2]
//! in:        chosen sampler = filter linear, address repeat
//! in:        data float[4] = values 0.5 1.5 2.5 3.5
//! in:        line texture_buffer<float>(r32float)[4] = values 10 20 30 40
//! in:        factor int = 3
//! in:        everything arguments = 0 written, 1 image, 2 chosen, 4 data, 100 line, 101 factor
//! out:       result float[16]
//! expect:    result = values 4 0.5 10 3 8 1.5 20 3 16 2.5 30 3 24 3.5 40 3
//! expect:    written = values 12 24 48 72
//! mutant:    argbuf.contents | replace `all.line.read(i).x` with `all.line.read(i ^ 1).x`
//! mutant:    argbuf.contents | replace `all.factor * image` with `image`
//! mutant:    argbuf.id.attribute | replace `line [[id(100)]]` with `line [[id(90)]]`
//! mutant:    argbuf.id.detect | replace `int factor;` with `int factor [[id(102)]];`

#include <metal_stdlib>
using namespace metal;

struct contents {
    texture2d<float, access::write> written;
    texture2d<float> image;
    sampler chosen;
    device const float *data [[id(4)]];
    texture_buffer<float> line [[id(100)]];
    int factor;
};

kernel void gather(constant contents &all [[buffer(0)]], device float *result [[buffer(1)]],
                   uint i [[thread_position_in_grid]])
{
    const uint2 at = uint2(i % 2, i / 2);
    const float image = all.image.sample(all.chosen, float2(at) * 0.5f + 1.25f).x;
    all.written.write(float4(all.factor * image), at);
    result[4 * i] = image;
    result[4 * i + 1] = all.data[i];
    result[4 * i + 2] = all.line.read(i).x;
    result[4 * i + 3] = all.factor;
}
