//! title:     Every scalar type converts to every other, alone and in vectors of each width
//! verifies:  convert.static_cast.vector convert.static_cast.bool convert.static_cast.int_to_int conv.vector
//! requires:  msl 3.1, feature bfloat
//! for:       FROM in bool char uchar short ushort int uint long ulong half bfloat float
//! math:      safe
//! dispatch:  threads 256, threadgroup 64
//! in:        data FROM[10 * threads] = special
//! out:       bools bool[10 * threads]
//! out:       chars char[10 * threads]
//! out:       uchars uchar[10 * threads]
//! out:       shorts short[10 * threads]
//! out:       ushorts ushort[10 * threads]
//! out:       ints int[10 * threads]
//! out:       uints uint[10 * threads]
//! out:       longs long[10 * threads]
//! out:       ulongs ulong[10 * threads]
//! out:       halves half[10 * threads]
//! out:       bfloats bfloat[10 * threads]
//! out:       floats float[10 * threads]
//! expect:    bools = converted(data)
//! expect:    chars = converted(data)
//! expect:    uchars = converted(data)
//! expect:    shorts = converted(data)
//! expect:    ushorts = converted(data)
//! expect:    ints = converted(data)
//! expect:    uints = converted(data)
//! expect:    longs = converted(data)
//! expect:    ulongs = converted(data)
//! expect:    halves = converted(data)
//! expect:    bfloats = converted(data)
//! expect:    floats = converted(data)
//! mutant:    convert.static_cast.vector | replace `vec<TO, N>(from)` with `vec<TO, N>(TO(from.x))` | for
//!            FROM=short FROM=half FROM=float
//! mutant:    convert.static_cast.bool | replace `vec<TO, N>(from)` with `vec<TO, N>(-vec<int, N>(from))` | for FROM=bool
//! mutant:    convert.static_cast.int_to_int | replace `result[0] = TO(data[0])` with `result[0] = TO(data[0] ^ 1)` | for
//!            FROM=char FROM=ushort FROM=int FROM=ulong
//! mutant:    conv.vector | replace `vec<TO, N>(from)` with `vec<TO, N>(rint(from))` | for
//!            FROM=half FROM=float
//! note:      Nothing is asked of a number beyond the integer type that it converts to.

#include <metal_stdlib>
using namespace metal;

template <int N, typename TO>
static void convert_vector(device const FROM *data, device TO *result)
{
    vec<FROM, N> from;
    for (int k = 0; k < N; k++)
        from[k] = data[k];
    const vec<TO, N> to = vec<TO, N>(from);
    for (int k = 0; k < N; k++)
        result[k] = to[k];
}

/* One number, and vectors of two, three and four. */
template <typename TO>
static void convert_ten(device const FROM *data, device TO *result, uint i)
{
    data += 10 * i;
    result += 10 * i;
    result[0] = TO(data[0]);
    convert_vector<2>(data + 1, result + 1);
    convert_vector<3>(data + 3, result + 3);
    convert_vector<4>(data + 6, result + 6);
}

kernel void convert(device const FROM *data [[buffer(0)]], device bool *bools [[buffer(1)]],
                    device char *chars [[buffer(2)]], device uchar *uchars [[buffer(3)]],
                    device short *shorts [[buffer(4)]], device ushort *ushorts [[buffer(5)]],
                    device int *ints [[buffer(6)]], device uint *uints [[buffer(7)]],
                    device long *longs [[buffer(8)]], device ulong *ulongs [[buffer(9)]],
                    device half *halves [[buffer(10)]], device bfloat *bfloats [[buffer(11)]],
                    device float *floats [[buffer(12)]], uint i [[thread_position_in_grid]])
{
    convert_ten(data, bools, i);
    convert_ten(data, chars, i);
    convert_ten(data, uchars, i);
    convert_ten(data, shorts, i);
    convert_ten(data, ushorts, i);
    convert_ten(data, ints, i);
    convert_ten(data, uints, i);
    convert_ten(data, longs, i);
    convert_ten(data, ulongs, i);
    convert_ten(data, halves, i);
    convert_ten(data, bfloats, i);
    convert_ten(data, floats, i);
}
