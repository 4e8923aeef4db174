//! title:     Threads that do not come to a division divide nothing: their divisor may be zero, or the quotient too large
//! verifies:  lang.statements
//! requires:  msl 2.0
//! dispatch:  divide(a, b, quotient, remainder, chosen, rows): threads 16 x 8, threadgroup 16 x 4
//! in:        a int[128] = values -2147483648 7 -7 2147483647 -2147483648 …
//! in:        b int[128] = integers(-1, 3)
//! out:       quotient int[128]
//! out:       remainder int[128]
//! out:       chosen uint[128]
//! out:       rows uint[128]
//! expect:    quotient = formula(each(i < 128: b[i] < 1 ? 99 : a[i] < 0 ? 0 - (0 - a[i]) // b[i] : a[i] // b[i]))
//! expect:    remainder = formula(each(i < 128: b[i] < 1 ? 98 : a[i] < 0 ? 0 - (0 - a[i]) % b[i] : a[i] % b[i]))
//! expect:    chosen = formula(each(i < 128: b[i] < 1 ? 97 : i // b[i]))
//! expect:    rows = formula(each(i < 128: i // 16 ? 1000 // (i // 16) + 1000 % (i // 16) : 96))
//! mutant:    lang.statements | replace `q = a[i] / b[i];` with `q = a[i] / b[i] + 1;`
//! mutant:    lang.statements | replace `r = a[i] % b[i];` with `r = a[i] % (b[i] + 1);`
//! mutant:    lang.statements | replace `i / uint(b[i]) : 97` with `i / uint(b[i]) : 0`
//! mutant:    lang.statements | replace `1000 % at.y` with `1000 % 7`

#include <metal_stdlib>
using namespace metal;

kernel void divide(device const int *a [[buffer(0)]], device const int *b [[buffer(1)]],
                   device int *quotient [[buffer(2)]], device int *remainder [[buffer(3)]],
                   device uint *chosen [[buffer(4)]], device uint *rows [[buffer(5)]],
                   uint2 at [[thread_position_in_grid]])
{
    const uint i = at.x + 16 * at.y;
    int q = 99, r = 98;
    if (b[i] > 0) {
        q = a[i] / b[i];
        r = a[i] % b[i];
    }
    quotient[i] = q;
    remainder[i] = r;
    chosen[i] = b[i] > 0 ? i / uint(b[i]) : 97;
    uint row = 96;
    if (at.y)
        row = 1000 / at.y + 1000 % at.y;
    rows[i] = row;
}
