//! title:     Every swizzle of two, three and four letters reads the components that its letters name
//! verifies:  vector.swizzle.multi vector.swizzle.permute vector.swizzle.replicate
//! requires:  msl 3.1, feature bfloat
//! for:       (T, A, B, C, D) in (ulong, x, y, z, w) (bfloat, x, y, z, w) (bool, x, y, z, w) (float, r, g, b, a)
//! subcases:  N in 2 3 4
//! dispatch:  threads 2, threadgroup 2
//! in:        low vec<T, 4>[1] = values 0 1 0 1
//! in:        high vec<T, 4>[1] = values 0 0 1 1
//! inout:     pairs uint[N * N] = zeros
//! inout:     triples uint[N * N * N] = zeros
//! inout:     quadruples uint[N * N * N * N] = zeros
//! expect:    pairs = counted_modulo(256)
//! expect:    triples = counted_modulo(256)
//! expect:    quadruples = counted_modulo(256)
//! mutant:    vector.swizzle.multi | replace `one.a##b, weight` with `one.b##a, weight`
//! mutant:    vector.swizzle.permute | replace `one.a##b##c, weight` with `one.a##c##b, weight`
//! mutant:    vector.swizzle.replicate | replace `one.a##b##c##d, weight` with `one.a##b##c##a, weight`
//! note:      The components are 0, 1, 2 and 3, a thread for each of their bits, so that a bool has them, too. What a swizzle reads is added
//!            up as a number with a digit for each letter: in order of the letters, these count up from 0.

#include <metal_stdlib>
using namespace metal;

template <uint Letters, typename V>
static uint number(V bits, uint weight)
{
    uint read = 0;
    for (uint k = 0; k < Letters; k++)
        read = read * N + uint(bits[k]);
    return read * weight;
}

/* Each of the first N letters. */
#if N >= 3
#define IF_THREE(x) x
#else
#define IF_THREE(x)
#endif
#if N >= 4
#define IF_FOUR(x) x
#else
#define IF_FOUR(x)
#endif
#define PAIR(a, b) atomic_fetch_add_explicit(pair++, number<2>(one.a##b, weight), memory_order_relaxed);
#define TRIPLE(a, b, c) atomic_fetch_add_explicit(triple++, number<3>(one.a##b##c, weight), memory_order_relaxed);
#define QUADRUPLE(a, b, c, d) atomic_fetch_add_explicit(quadruple++, number<4>(one.a##b##c##d, weight), memory_order_relaxed);
#define LEAF(DO, ...) DO(__VA_ARGS__)
#define LAST(DO, ...) LEAF(DO, __VA_ARGS__, A) LEAF(DO, __VA_ARGS__, B) IF_THREE(LEAF(DO, __VA_ARGS__, C)) IF_FOUR(LEAF(DO, __VA_ARGS__, D))
#define THIRD(DO, ...) LAST(DO, __VA_ARGS__, A) LAST(DO, __VA_ARGS__, B) IF_THREE(LAST(DO, __VA_ARGS__, C)) IF_FOUR(LAST(DO, __VA_ARGS__, D))
#define SECOND(DO, ...) THIRD(DO, __VA_ARGS__, A) THIRD(DO, __VA_ARGS__, B) IF_THREE(THIRD(DO, __VA_ARGS__, C)) IF_FOUR(THIRD(DO, __VA_ARGS__, D))

kernel void pick(device const vec<T, 4> *low [[buffer(0)]], device const vec<T, 4> *high [[buffer(1)]],
                 device atomic_uint *pairs [[buffer(2)]], device atomic_uint *triples [[buffer(3)]],
                 device atomic_uint *quadruples [[buffer(4)]], uint i [[thread_position_in_grid]])
{
    const uint weight = i + 1;
    vec<T, N> one;
    for (uint k = 0; k < N; k++)
        one[k] = i ? high[0][k] : low[0][k];
    device atomic_uint *pair = pairs, *triple = triples, *quadruple = quadruples;
    LAST(PAIR, A) LAST(PAIR, B) IF_THREE(LAST(PAIR, C)) IF_FOUR(LAST(PAIR, D))
    THIRD(TRIPLE, A) THIRD(TRIPLE, B) IF_THREE(THIRD(TRIPLE, C)) IF_FOUR(THIRD(TRIPLE, D))
    SECOND(QUADRUPLE, A) SECOND(QUADRUPLE, B) IF_THREE(SECOND(QUADRUPLE, C)) IF_FOUR(SECOND(QUADRUPLE, D))
}
