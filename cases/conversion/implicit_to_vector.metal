//! title:     A scalar of every type becomes a vector of every type and width: converted, in all components
//! verifies:  convert.implicit.scalar_to_vector
//! requires:  msl 2.3
//! for:       FROM in bool char uchar short ushort int uint long ulong half float
//! math:      safe
//! subcases:  N in 2 3 4
//! dispatch:  threads 64, threadgroup 64
//! in:        data FROM[threads] = special
//! out:       bools vec<bool, N>[threads]
//! out:       chars vec<char, N>[threads]
//! out:       uchars vec<uchar, N>[threads]
//! out:       shorts vec<short, N>[threads]
//! out:       ushorts vec<ushort, N>[threads]
//! out:       ints vec<int, N>[threads]
//! out:       uints vec<uint, N>[threads]
//! out:       longs vec<long, N>[threads]
//! out:       ulongs vec<ulong, N>[threads]
//! out:       halves vec<half, N>[threads]
//! out:       floats vec<float, N>[threads]
//! expect:    bools = spread(data)
//! expect:    chars = spread(data)
//! expect:    uchars = spread(data)
//! expect:    shorts = spread(data)
//! expect:    ushorts = spread(data)
//! expect:    ints = spread(data)
//! expect:    uints = spread(data)
//! expect:    longs = spread(data)
//! expect:    ulongs = spread(data)
//! expect:    halves = spread(data)
//! expect:    floats = spread(data)
//! mutant:    convert.implicit.scalar_to_vector | replace `result[i] = data[i];`
//!            with `result[i].x = data[i];`
//! mutant:    convert.implicit.scalar_to_vector | replace `vec<TO, N> value = from;` with `vec<TO, N> value = !from;`
//! mutant:    convert.implicit.scalar_to_vector | replace `same<TO>(from)` with `same<TO>(!from)`
//! note:      Nothing is asked of a number beyond the integer type that it converts to. A third of the threads initialises, one passes
//!            and returns, one assigns.

#include <metal_stdlib>
using namespace metal;

template <typename TO>
static vec<TO, N> same(vec<TO, N> value)
{
    return value;
}

template <typename TO>
static vec<TO, N> returned(FROM from)
{
    return from;
}

template <typename TO>
static void spread(device const FROM *data, device vec<TO, N> *result, uint i)
{
    const FROM from = data[i];
    if (i % 3 == 0) {
        const vec<TO, N> value = from;
        result[i] = value;
    } else if (i % 3 == 1) {
        result[i] = i & 1 ? same<TO>(from) : returned<TO>(from);
    } else {
        result[i] = data[i];
    }
}

kernel void convert(device const FROM *data [[buffer(0)]], device vec<bool, N> *bools [[buffer(1)]],
                    device vec<char, N> *chars [[buffer(2)]], device vec<uchar, N> *uchars [[buffer(3)]],
                    device vec<short, N> *shorts [[buffer(4)]], device vec<ushort, N> *ushorts [[buffer(5)]],
                    device vec<int, N> *ints [[buffer(6)]], device vec<uint, N> *uints [[buffer(7)]],
                    device vec<long, N> *longs [[buffer(8)]], device vec<ulong, N> *ulongs [[buffer(9)]],
                    device vec<half, N> *halves [[buffer(10)]], device vec<float, N> *floats [[buffer(11)]],
                    uint i [[thread_position_in_grid]])
{
    spread<bool>(data, bools, i);
    spread<char>(data, chars, i);
    spread<uchar>(data, uchars, i);
    spread<short>(data, shorts, i);
    spread<ushort>(data, ushorts, i);
    spread<int>(data, ints, i);
    spread<uint>(data, uints, i);
    spread<long>(data, longs, i);
    spread<ulong>(data, ulongs, i);
    spread<half>(data, halves, i);
    spread<float>(data, floats, i);
}
