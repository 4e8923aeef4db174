//! title:     Increment and decrement of a component yield the new or the old value, at the type's limits too, and
//!            evaluate the place once
//! verifies:  ops.incdec.pre ops.incdec.post
//! requires:  msl 2.3
//! for:       S in char uchar short ushort int uint long ulong; (UP, EXPECTED) in (1, added) (0, subtracted)
//! dispatch:  threads 256, threadgroup 64
//! in:        a S[threads] = iota(-128)
//! in:        one S[threads] = ones
//! in:        two int[2] = values 2 1
//! out:       post long[threads]
//! out:       after S[threads]
//! out:       pre int[threads]
//! out:       at int[threads]
//! out:       changed int[threads]
//! expect:    post = converted(a)
//! expect:    after = EXPECTED(a, one)
//! expect:    pre = values 1 …
//! expect:    at = values 1 …
//! expect:    changed = values 2 …
//! mutant:    ops.incdec.post | replace `long(value.y++)` with `long(++value.y)` | for UP=1
//! mutant:    ops.incdec.post | replace `long(value.y--)` with `long(--value.y)` | for UP=0
//! mutant:    ops.incdec.post | replace `many[at_place--].y++` with `many[at_place].y++` | for UP=1
//! mutant:    ops.incdec.pre | replace `long(++value.x)` with `long(value.x++)` | for UP=1
//! mutant:    ops.incdec.pre | replace `long(--value.x)` with `long(value.x--)` | for UP=0

#include <metal_stdlib>
using namespace metal;

kernel void step(device const S *a [[buffer(0)]], constant int *two [[buffer(2)]], device long *post [[buffer(3)]],
                 device S *after [[buffer(4)]], device int *pre [[buffer(5)]], device int *at [[buffer(6)]],
                 device int *changed [[buffer(7)]], uint i [[thread_position_in_grid]])
{
    vec<S, 4> value(a[i]);
    vec<S, 3> many[4] = {};
    int at_place = two[1];
    many[at_place *= two[0]].x += S(1);
#if UP
    post[i] = long(value.y++);
    pre[i] = long(++value.x) == long(value.y);
    many[at_place--].y++;
#else
    post[i] = long(value.y--);
    pre[i] = long(--value.x) == long(value.y);
    many[at_place--].y--;
#endif
    after[i] = value.y;
    at[i] = at_place;
    changed[i] = int(many[2].x == S(1)) + int(many[2].y != S(0));
}
