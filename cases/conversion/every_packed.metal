//! title:     Packed vectors of each type and width convert to those of each other, by way of aligned ones
//! verifies:  packed.convert.to_aligned packed.convert.from_aligned convert.static_cast.vector
//! requires:  msl 3.1, feature bfloat
//! for:       FROM in char uchar short ushort int uint long half bfloat float
//! math:      safe
//! dispatch:  threads 128, threadgroup 64
//! in:        data FROM[9 * threads] = special
//! out:       chars char[9 * threads]
//! out:       uchars uchar[9 * threads]
//! out:       shorts short[9 * threads]
//! out:       ushorts ushort[9 * threads]
//! out:       ints int[9 * threads]
//! out:       uints uint[9 * threads]
//! out:       longs long[9 * threads]
//! out:       halves half[9 * threads]
//! out:       bfloats bfloat[9 * threads]
//! out:       floats float[9 * threads]
//! expect:    chars = converted(data)
//! expect:    uchars = converted(data)
//! expect:    shorts = converted(data)
//! expect:    ushorts = converted(data)
//! expect:    ints = converted(data)
//! expect:    uints = converted(data)
//! expect:    longs = converted(data)
//! expect:    halves = converted(data)
//! expect:    bfloats = converted(data)
//! expect:    floats = converted(data)
//! mutant:    packed.convert.to_aligned | replace `aligned = from;` with `aligned = vec<FROM, N>(from[1]);`
//! mutant:    packed.convert.from_aligned | replace `to = converted` with `to = converted + vec<TO, N>(1)`
//! mutant:    convert.static_cast.vector | replace `vec<TO, N>(aligned)` with `vec<TO, N>(TO(aligned.x))`
//! note:      Nothing is asked of a number beyond the integer type that it converts to.

#include <metal_stdlib>
using namespace metal;

template <int N, typename TO>
static void convert_packed(device const FROM *data, device TO *result)
{
    device const packed_vec<FROM, N> &from = *(device const packed_vec<FROM, N> *)data;
    device packed_vec<TO, N> &to = *(device packed_vec<TO, N> *)result;
    const vec<FROM, N> aligned = from;
    const vec<TO, N> converted = vec<TO, N>(aligned);
    to = converted;
}

/* Packed vectors of two, three and four. */
template <typename TO>
static void convert_nine(device const FROM *data, device TO *result, uint i)
{
    data += 9 * i;
    result += 9 * i;
    convert_packed<2>(data, result);
    convert_packed<3>(data + 2, result + 2);
    convert_packed<4>(data + 5, result + 5);
}

kernel void convert(device const FROM *data [[buffer(0)]], device char *chars [[buffer(1)]],
                    device uchar *uchars [[buffer(2)]], device short *shorts [[buffer(3)]],
                    device ushort *ushorts [[buffer(4)]], device int *ints [[buffer(5)]],
                    device uint *uints [[buffer(6)]], device long *longs [[buffer(7)]],
                    device half *halves [[buffer(8)]], device bfloat *bfloats [[buffer(9)]],
                    device float *floats [[buffer(10)]], uint i [[thread_position_in_grid]])
{
    convert_nine(data, chars, i);
    convert_nine(data, uchars, i);
    convert_nine(data, shorts, i);
    convert_nine(data, ushorts, i);
    convert_nine(data, ints, i);
    convert_nine(data, uints, i);
    convert_nine(data, longs, i);
    convert_nine(data, halves, i);
    convert_nine(data, bfloats, i);
    convert_nine(data, floats, i);
}
