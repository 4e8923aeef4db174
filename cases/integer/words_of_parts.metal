//! title:     A word that is put together of its halves or bytes by shifts is the word; so are parts that are taken
//!            out
//! verifies:  kb56
//! requires:  msl 2.3
//! dispatch:  join(parts, of_or, of_sum, of_bytes, of_product): threads 1024, threadgroup 64
//! dispatch:  take(word, low, as_unsigned, halves, cut, bytes): threads 1024, threadgroup 64
//! dispatch:  cut_off(low, halved, as_real): threads 1024, threadgroup 64
//! dispatch:  turn(small, turned, joined): threads 1024, threadgroup 64
//! in:        parts uint2[1024] = random
//! in:        word ulong[1024] = random
//! in:        low int[1024] = random
//! in:        small ushort[1024] = random
//! in:        as_unsigned uint[1024] = integers(0, 4294967295)
//! in:        eight ushort[1024] = constant(8)
//! out:       of_or ulong[1024]
//! out:       of_sum ulong[1024]
//! out:       of_bytes ulong[1024]
//! out:       of_product ulong[1024]
//! out:       halves int2[1024]
//! out:       cut ulong[1024]
//! out:       bytes char4[1024]
//! in:        halved short[1024] = random
//! out:       as_real float[1024]
//! out:       turned ushort[1024]
//! out:       joined ushort[1024]
//! expect:    of_or = reinterpreted(parts)
//! expect:    of_sum = reinterpreted(parts)
//! expect:    of_bytes = reinterpreted(parts)
//! expect:    of_product = reinterpreted(parts)
//! expect:    halves = reinterpreted(word)
//! expect:    cut = converted(as_unsigned)
//! expect:    bytes = reinterpreted(low)
//! expect:    as_real = converted(halved)
//! expect:    turned = int_rotate(small, eight)
//! expect:    joined = same small
//! mutant:    kb56 | replace `ulong(p.y) << 32 | p.x` with `ulong(p.y) << 32 | int(p.x)`
//! mutant:    kb56 | replace `(ulong(p.y) << 32) + p.x` with `(ulong(p.y) << 32) - p.x`
//! mutant:    kb56 | replace `ulong(b) << 8 * k` with `uint(b) << 8 * k`
//! mutant:    kb56 | replace `p.y * 4294967296ul + p.x` with `p.y * 65536ul + p.x`
//! mutant:    kb56 | replace `long(word[i]) >> 32` with `long(word[i]) >> 33`
//! mutant:    kb56 | replace `long(word[i] << 32) >> 32` with `long(word[i] << 31) >> 32`
//! mutant:    kb56 | replace `(w << 40 >> 40)` with `w`
//! mutant:    kb56 | replace `int(low[i] << 24) >> 24` with `int(uint(low[i]) << 24 >> 25)`
//! mutant:    kb56 | replace `float(short(both))` with `float(int(both))`
//! mutant:    kb56 | replace `s << 8 | s >> 8` with `s << 8 | s >> 9`
//! mutant:    kb56 | replace `(s & 0xff) | (s & 0xff00)` with `(s & 0xff) | (s & 0x7f00)`

#include <metal_stdlib>
using namespace metal;

kernel void join(device const uint2 *parts [[buffer(0)]], device ulong *of_or [[buffer(1)]],
                 device ulong *of_sum [[buffer(2)]], device ulong *of_bytes [[buffer(3)]],
                 device ulong *of_product [[buffer(4)]], uint i [[thread_position_in_grid]])
{
    const uint2 p = parts[i];
    of_or[i] = ulong(p.y) << 32 | p.x;
    of_sum[i] = (ulong(p.y) << 32) + p.x;
    of_product[i] = p.y * 4294967296ul + p.x;
    device const uchar *byte = (device const uchar *)(parts + i);
    ulong sum = 0;
    for (uint k = 0; k < 8; k++) {
        const uchar b = byte[k];
        sum |= ulong(b) << 8 * k;
    }
    of_bytes[i] = sum;
}

kernel void take(device const ulong *word [[buffer(0)]], device const int *low [[buffer(1)]],
                 device const uint *as_unsigned [[buffer(2)]], device int2 *halves [[buffer(3)]],
                 device ulong *cut [[buffer(4)]], device char4 *bytes [[buffer(5)]],
                 uint i [[thread_position_in_grid]])
{
    const long high = long(word[i]) >> 32, lower = long(word[i] << 32) >> 32;
    halves[i] = int2(lower == int(word[i]) ? int(lower) : 0, high == int(word[i] >> 32) ? int(high) : 0);
    const ulong w = ulong(as_unsigned[i]) | ulong(as_unsigned[i]) << 40;
    cut[i] = (w << 40 >> 40) | (w & 0xff000000);
    bytes[i] = char4(char(int(low[i] << 24) >> 24), char(int(low[i] << 16) >> 24), char(int(low[i] << 8) >> 24),
                     char(low[i] >> 24));
}

kernel void cut_off(device const int *low [[buffer(0)]], device const short *halved [[buffer(1)]],
                    device float *as_real [[buffer(2)]], uint i [[thread_position_in_grid]])
{
    const uint both = uint(low[i]) << 16 | (uint(halved[i]) & 0xffff);
    as_real[i] = float(short(both));
}

kernel void turn(device const ushort *small [[buffer(0)]], device ushort *turned [[buffer(1)]],
                 device ushort *joined [[buffer(2)]], uint i [[thread_position_in_grid]])
{
    const ushort s = small[i];
    turned[i] = ushort(s << 8 | s >> 8);
    joined[i] = ushort((s & 0xff) | (s & 0xff00));
}
