//! title:     Scalars convert implicitly, by value: in assignments, arguments and returned values, from every type to every other
//! verifies:  convert.implicit.scalar convert.static_cast.bool
//! requires:  msl 2.3
//! for:       FROM in bool char uchar short ushort int uint long ulong half float
//! math:      safe
//! dispatch:  threads 64, threadgroup 64
//! in:        data FROM[2 * threads] = special
//! out:       bools bool[2 * threads]
//! out:       chars char[2 * threads]
//! out:       uchars uchar[2 * threads]
//! out:       shorts short[2 * threads]
//! out:       ushorts ushort[2 * threads]
//! out:       ints int[2 * threads]
//! out:       uints uint[2 * threads]
//! out:       longs long[2 * threads]
//! out:       ulongs ulong[2 * threads]
//! out:       halves half[2 * threads]
//! out:       floats float[2 * threads]
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
//! expect:    floats = converted(data)
//! mutant:    convert.implicit.scalar | replace `result[0] = data[0]` with `result[0] = data[1]`
//! mutant:    convert.implicit.scalar | replace `result[1] = same<TO>(data[1])` with `result[1] = same<TO>(data[0])`
//! mutant:    convert.static_cast.bool | replace `result[0] = data[0]` with `result[0] = -int(data[0])` | for FROM=bool
//! note:      Nothing is asked of a number beyond the integer type that it converts to.

#include <metal_stdlib>
using namespace metal;

template <typename TO>
static TO same(TO value)
{
    return value;
}

template <typename TO>
static void convert_two(device const FROM *data, device TO *result, uint i)
{
    data += 2 * i;
    result += 2 * i;
    result[0] = data[0];
    result[1] = same<TO>(data[1]);
}

kernel void convert(device const FROM *data [[buffer(0)]], device bool *bools [[buffer(1)]],
                    device char *chars [[buffer(2)]], device uchar *uchars [[buffer(3)]],
                    device short *shorts [[buffer(4)]], device ushort *ushorts [[buffer(5)]],
                    device int *ints [[buffer(6)]], device uint *uints [[buffer(7)]],
                    device long *longs [[buffer(8)]], device ulong *ulongs [[buffer(9)]],
                    device half *halves [[buffer(10)]], device float *floats [[buffer(11)]],
                    uint i [[thread_position_in_grid]])
{
    convert_two(data, bools, i);
    convert_two(data, chars, i);
    convert_two(data, uchars, i);
    convert_two(data, shorts, i);
    convert_two(data, ushorts, i);
    convert_two(data, ints, i);
    convert_two(data, uints, i);
    convert_two(data, longs, i);
    convert_two(data, ulongs, i);
    convert_two(data, halves, i);
    convert_two(data, floats, i);
}
