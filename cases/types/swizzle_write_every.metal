//! title:     Every swizzle on the left writes each of its letters' components and leaves the others, plain vector or packed
//! verifies:  vector.swizzle.lvalue packed.swizzle
//! requires:  msl 3.1, feature bfloat
//! for:       (T, V, A, B, C, D) in (char, vec, x, y, z, w) (ulong, vec, r, g, b, a) (bfloat, vec, x, y, z, w)
//!            (half, vec, r, g, b, a) (ushort, packed_vec, x, y, z, w) (float, packed_vec, r, g, b, a)
//! dispatch:  threads 1, threadgroup 1
//! in:        old vec<T, 4>[1] = values 1 2 3 4
//! in:        fresh vec<T, 4>[1] = values 5 6 7 8
//! out:       result uint[74]
//! expect:    result = values 56 65 563 653 526 625 156 165 567 576 657 756 675 765 5634 6534 5264 6254 5236 6235
//!            1564 1654 1536 1635 1256 1265 5674 5764 6574 7564 6754 7654 5637 5736 6537 7536 6735 7635 5267 5276
//!            6257 7256 6275 7265 1567 1576 1657 1756 1675 1765 5678 5687 5768 5867 5786 5876 6578 6587 7568 8567
//!            7586 8576 6758 6857 7658 8657 7856 8756 6785 6875 7685 8675 7865 8765
//! mutant:    vector.swizzle.lvalue | replace `v.a##b##c = vec<T, 3>(n[0], n[1], n[2])` with
//!            `v.a##c##b = vec<T, 3>(n[0], n[1], n[2])` | for V=vec
//! mutant:    packed.swizzle | replace `v.a##b##c##d = n` with `v.a##b##d##c = n` | for V=packed_vec
//! note:      A result is the digits of the components: 1 to 4 before, 5 to 8 written in the order of the letters.

#include <metal_stdlib>
using namespace metal;

#define WRITE(M, ...) { V<T, M> v; for (uint k = 0; k < M; k++) v[k] = o[k]; __VA_ARGS__; *to++ = digits<M>(v); }
#define PAIR(M, a, b) WRITE(M, v.a##b = vec<T, 2>(n[0], n[1]))
#define TRIPLE(M, a, b, c) WRITE(M, v.a##b##c = vec<T, 3>(n[0], n[1], n[2]))
#define FOUR(a, b, c, d) WRITE(4, v.a##b##c##d = n)
#define LEAF(DO, ...) DO(__VA_ARGS__)
#define PAIRS(M, a, b) LEAF(PAIR, M, a, b) LEAF(PAIR, M, b, a)
#define TRIPLES(M, a, b, c) LEAF(TRIPLE, M, a, b, c) LEAF(TRIPLE, M, a, c, b) LEAF(TRIPLE, M, b, a, c) \
    LEAF(TRIPLE, M, b, c, a) LEAF(TRIPLE, M, c, a, b) LEAF(TRIPLE, M, c, b, a)
#define FOURS(a, b, c, d) LEAF(FOUR, a, b, c, d) LEAF(FOUR, a, b, d, c) LEAF(FOUR, a, c, b, d) \
    LEAF(FOUR, a, c, d, b) LEAF(FOUR, a, d, b, c) LEAF(FOUR, a, d, c, b)

template <uint M>
static uint digits(V<T, M> v)
{
    uint all = 0;
    for (uint k = 0; k < M; k++)
        all = all * 10 + uint(v[k]);
    return all;
}

kernel void write(device const vec<T, 4> *old [[buffer(0)]], device const vec<T, 4> *fresh [[buffer(1)]],
                  device uint *result [[buffer(2)]])
{
    const vec<T, 4> o = old[0], n = fresh[0];
    device uint *to = result;
    PAIRS(2, A, B)
    PAIRS(3, A, B) PAIRS(3, A, C) PAIRS(3, B, C)
    TRIPLES(3, A, B, C)
    PAIRS(4, A, B) PAIRS(4, A, C) PAIRS(4, A, D) PAIRS(4, B, C) PAIRS(4, B, D) PAIRS(4, C, D)
    TRIPLES(4, A, B, C) TRIPLES(4, A, B, D) TRIPLES(4, A, C, D) TRIPLES(4, B, C, D)
    FOURS(A, B, C, D) FOURS(B, A, C, D) FOURS(C, A, B, D) FOURS(D, A, B, C)
}
