//! title:     A whole number beyond the range of an integer format is written as the nearest end of the range
//! verifies:  tex.int.write.i8 tex.int.write.i16 tex.int.write.u8 tex.int.write.u16
//! requires:  msl 1.2
//! for:       (T, FORMAT, FIRST, SECOND, LOW, HIGH, MOST) in (int, r8sint, -2147483648, -129, -128, 127, 2147483647)
//!            (int, r16sint, -2147483648, -32769, -32768, 32767, 2147483647) (uint, r8uint, 0, 0, 0, 255, 4294967295)
//!            (uint, r16uint, 0, 0, 0, 65535, 4294967295)
//! dispatch:  threads 6 x 1, threadgroup 6 x 1
//! in:        data T[6] = values FIRST SECOND LOW HIGH HIGH+1 MOST
//! out:       image texture2d<T>(FORMAT)[6, 1]
//! expect:    image = values LOW LOW LOW HIGH HIGH HIGH
//! mutant:    tex.int.write.i8 | replace `vec<T, 4>(data[at.x])` with `vec<T, 4>(data[at.x] & 255)` | for FORMAT=r8sint
//! mutant:    tex.int.write.i16 | replace `vec<T, 4>(data[at.x])` with `vec<T, 4>(max(data[at.x], T(-32767)))` |
//!            for FORMAT=r16sint
//! mutant:    tex.int.write.u8 | replace `vec<T, 4>(data[at.x])` with `vec<T, 4>(data[at.x] & 255)` | for FORMAT=r8uint
//! mutant:    tex.int.write.u16 | replace `vec<T, 4>(data[at.x])` with `vec<T, 4>(data[at.x] & 65535)` | for FORMAT=r16uint

#include <metal_stdlib>
using namespace metal;

kernel void write(device const T *data [[buffer(0)]], texture2d<T, access::write> image [[texture(0)]],
                  uint2 at [[thread_position_in_grid]])
{
    image.write(vec<T, 4>(data[at.x]), at);
}
