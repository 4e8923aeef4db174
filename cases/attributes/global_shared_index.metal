//! title:     Resources at program scope share an index only if their types are the same
//! verifies:  global.binding.shared_index.reject
//! requires:  msl 3.2
//! reject:
//! grade:     rule stated
//! control:   replace `access::read_write>` with `access::write>`

#include <metal_stdlib>
using namespace metal;

texture2d<float, access::write> constant first [[texture(1)]];
texture2d<float, access::read_write> constant second [[texture(1)]]; // reject

kernel void clear(uint2 at [[thread_position_in_grid]])
{
    first.write(float4(0.0f), at);
    second.write(float4(0.0f), at);
}
