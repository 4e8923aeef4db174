//! title:     Texture buffers of every component type, for reading by default
//! verifies:  texture_buffer.type
//! requires:  msl 2.1
//! for:       T in half float short ushort int uint
//! dispatch:  threads 1, threadgroup 1
//! out:       result int[4]
//! expect:    result = values 1 …
//! mutant:    texture_buffer.type | replace `is_same<texture_buffer<T>, texture_buffer<T, access::read>>`
//!            with `is_same<texture_buffer<T>, texture_buffer<T, access::write>>`

#include <metal_stdlib>
using namespace metal;

kernel void report(device int *result [[buffer(0)]])
{
    result[0] = is_same<texture_buffer<T>, texture_buffer<T, access::read>>::value;
    result[1] = is_same<decltype(declval<texture_buffer<T>>().read(uint())), vec<T, 4>>::value;
    result[2] = is_same<decltype(declval<texture_buffer<T, access::read_write>>().read(uint())), vec<T, 4>>::value;
    result[3] = is_same<decltype(declval<texture_buffer<T, access::write>>().write(vec<T, 4>(), uint())), void>::value;
}
