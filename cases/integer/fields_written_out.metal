//! title:     A field of bits that is taken or put by shifts and masks is the one that extract_bits and insert_bits
//!            mean
//! verifies:  kb56
//! requires:  msl 2.3
//! for:       (T, U, OFFSET, COUNT) in (char, uchar, 2, 4) (char, uchar, 3, 5) (uchar, uchar, 0, 3) (uchar, uchar,
//!            3, 5)
//!            (short, ushort, 11, 5) (short, ushort, 4, 9) (ushort, ushort, 1, 15) (ushort, ushort, 5, 8) (int,
//!            uint, 0, 16)
//!            (int, uint, 27, 5) (int, uint, 8, 8) (uint, uint, 0, 16) (uint, uint, 16, 16) (uint, uint, 7, 25)
//!            (long, ulong, 0, 32) (long, ulong, 32, 32) (long, ulong, 20, 24) (ulong, ulong, 0, 32)
//!            (ulong, ulong, 32, 32) (ulong, ulong, 31, 2)
//! dispatch:  threads 1024, threadgroup 64
//! in:        base T[1024] = random
//! in:        patch T[1024] = random
//! in:        first uint[1024] = integers(0, 4 * sizeof(T))
//! in:        length uint[1024] = integers(1, 4 * sizeof(T) - 1)
//! in:        offset uint[1024] = constant(OFFSET)
//! in:        count uint[1024] = constant(COUNT)
//! out:       known T[1024]
//! out:       known_put T[1024]
//! out:       any T[1024]
//! out:       any_put T[1024]
//! expect:    known = extract_bits(base, offset, count)
//! expect:    known_put = insert_bits(base, patch, offset, count)
//! expect:    any = extract_bits(base, first, length)
//! expect:    any_put = insert_bits(base, patch, first, length)
//! mutant:    kb56 | replace `TAKEN(x, OFFSET, COUNT)` with `TAKEN(x, OFFSET, COUNT - 1)`
//! mutant:    kb56 | replace `any[i] = TAKEN(x, o, n)` with `any[i] = TAKEN(x, o, n + 1)`
//! mutant:    kb56 | replace `MASK(COUNT) << OFFSET` with `MASK(COUNT - 1) << OFFSET`
//! mutant:    kb56 | replace `(y << o & mask)` with `(y << o & ~mask)`

#include <metal_stdlib>
using namespace metal;

#define BITS (8 * uint(sizeof(T)))
#define MASK(n) U(U(~U(0)) >> (BITS - (n)))
#define TAKEN(x, o, n) (T(-1) < T(0) ? T(T(U(x) << (BITS - (o) - (n))) >> (BITS - (n))) : T(U(x) >> (o) & MASK(n)))

kernel void apply(device const T *base [[buffer(0)]], device const T *patch [[buffer(1)]],
                  device const uint *first [[buffer(2)]], device const uint *length [[buffer(3)]],
                  device T *known [[buffer(6)]], device T *known_put [[buffer(7)]], device T *any [[buffer(8)]],
                  device T *any_put [[buffer(9)]], uint i [[thread_position_in_grid]])
{
    const T x = base[i];
    const U y = U(patch[i]);
    const uint o = first[i], n = length[i];
    known[i] = TAKEN(x, OFFSET, COUNT);
    const U known_mask = U(MASK(COUNT) << OFFSET);
    known_put[i] = T((U(x) & ~known_mask) | (U(y << OFFSET) & known_mask));
    any[i] = TAKEN(x, o, n);
    const U mask = U(MASK(n) << o);
    any_put[i] = T((U(x) & ~mask) | (y << o & mask));
}
