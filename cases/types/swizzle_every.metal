//! title:     Every swizzle of two, three and four letters reads the components that its letters name, in any memory
//! verifies:  vector.swizzle.multi vector.swizzle.permute vector.swizzle.replicate packed.swizzle
//! requires:  msl 3.1, feature bfloat
//! for:       (T, V, SPACE, READ, A, B, C, D) in (ulong, vec, device, pick_copy, x, y, z, w)
//!            (bfloat, vec, constant, pick_all, x, y, z, w) (bool, vec, constant, pick_all, r, g, b, a)
//!            (float, vec, device, pick_all, r, g, b, a) (half, packed_vec, constant, pick_all, r, g, b, a)
//!            (int, packed_vec, device, pick_copy, x, y, z, w)
//! subcases:  N in 2 3 4
//! dispatch:  pick(low, high, pairs, triples): threads 2, threadgroup 2
//! dispatch:  pick_first(low, high, quadruples): threads 2, threadgroup 2
//! dispatch:  pick_second(low, high, quadruples): threads 2, threadgroup 2
//! dispatch:  pick_third(low, high, quadruples): threads 2, threadgroup 2
//! dispatch:  pick_fourth(low, high, quadruples): threads 2, threadgroup 2
//! in:        low vec<T, 4>[1] = values 0 1 0 1
//! in:        high vec<T, 4>[1] = values 0 0 1 1
//! inout:     pairs uint[N * N] = zeros
//! inout:     triples uint[N * N * N] = zeros
//! inout:     quadruples uint[N * N * N * N] = zeros
//! expect:    pairs = counted_modulo(256)
//! expect:    triples = counted_modulo(256)
//! expect:    quadruples = counted_modulo(256)
//! mutant:    vector.swizzle.multi | replace `where->a##b, weight` with `where->b##a, weight`
//! mutant:    vector.swizzle.permute | replace `where->a##b##c, weight` with `where->a##c##b, weight`
//! mutant:    vector.swizzle.replicate | replace `where->a##b##c##d, weight` with `where->a##b##c##a, weight`
//! mutant:    packed.swizzle | replace `where->a##b##c##d, weight` with `where->d##b##c##a, weight` | for V=packed_vec
//! note:      The components are 0, 1, 2 and 3, a thread for each of their bits, so that a bool has them, too. What a swizzle reads is added
//!            up as a number with a digit for each letter: in order of the letters, these count up from 0.

#include <metal_stdlib>
using namespace metal;

template <uint Letters, typename W>
static uint number(W bits, uint weight)
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
#define ADD(to, read) atomic_fetch_add_explicit(to++, read, memory_order_relaxed);
#define PAIR(a, b) ADD(pair, number<2>(where->a##b, weight))
#define TRIPLE(a, b, c) ADD(triple, number<3>(where->a##b##c, weight))
#define QUADRUPLE(a, b, c, d) ADD(quadruple, number<4>(where->a##b##c##d, weight))
#define LEAF(DO, ...) DO(__VA_ARGS__)
#define LAST(DO, ...) LEAF(DO, __VA_ARGS__, A) LEAF(DO, __VA_ARGS__, B) IF_THREE(LEAF(DO, __VA_ARGS__, C)) IF_FOUR(LEAF(DO, __VA_ARGS__, D))
#define THIRD(DO, ...) LAST(DO, __VA_ARGS__, A) LAST(DO, __VA_ARGS__, B) IF_THREE(LAST(DO, __VA_ARGS__, C)) IF_FOUR(LAST(DO, __VA_ARGS__, D))
#define SECOND(DO, ...) THIRD(DO, __VA_ARGS__, A) THIRD(DO, __VA_ARGS__, B) IF_THREE(THIRD(DO, __VA_ARGS__, C)) IF_FOUR(THIRD(DO, __VA_ARGS__, D))

/* Where the components are read: in the buffer, or in a copy of the thread's own. */
#define pick_all(from) SPACE const V<T, N> *where = (SPACE const V<T, N> *)(from);
#define pick_copy(from) const V<T, N> copy = *(SPACE const V<T, N> *)(from); thread const V<T, N> *where = &copy;

kernel void pick(SPACE const vec<T, 4> *low [[buffer(0)]], SPACE const vec<T, 4> *high [[buffer(1)]],
                 device atomic_uint *pair [[buffer(2)]], device atomic_uint *triple [[buffer(3)]],
                 uint i [[thread_position_in_grid]])
{
    const uint weight = i + 1;
    READ(i ? high : low)
    LAST(PAIR, A) LAST(PAIR, B) IF_THREE(LAST(PAIR, C)) IF_FOUR(LAST(PAIR, D))
    THIRD(TRIPLE, A) THIRD(TRIPLE, B) IF_THREE(THIRD(TRIPLE, C)) IF_FOUR(THIRD(TRIPLE, D))
}

/* Those of four letters that begin with one of them. */
#define QUADRUPLES(NAME, FIRST, PICKED) \
    kernel void NAME(SPACE const vec<T, 4> *low [[buffer(0)]], SPACE const vec<T, 4> *high [[buffer(1)]], \
                     device atomic_uint *quadruples [[buffer(2)]], uint i [[thread_position_in_grid]]) \
    { \
        const uint weight = i + 1; \
        device atomic_uint *quadruple = quadruples + FIRST * N * N * N; \
        READ(i ? high : low) \
        PICKED \
    }
QUADRUPLES(pick_first, 0, SECOND(QUADRUPLE, A))
QUADRUPLES(pick_second, 1, SECOND(QUADRUPLE, B))
QUADRUPLES(pick_third, 2, IF_THREE(SECOND(QUADRUPLE, C)))
QUADRUPLES(pick_fourth, 3, IF_FOUR(SECOND(QUADRUPLE, D)))
