//! title:     A switch falls through, do runs its body first, and a return ends nested loops, each thread by itself
//! verifies:  lang.statements
//! requires:  msl 2.0
//! dispatch:  threads 8, threadgroup 8
//! out:       result uint[8]
//! expect:    result = values 3010011 110010 1111100 2111000 3120011 220010 1221100 2221000
//! alone:     do ends by a count that each thread has of its own; a compiler that mistakes it could let it run on
//! mutant:    lang.statements | replace `sum += 1;` with `sum += 1; break;`
//! mutant:    lang.statements | replace `while (--turns > 0);` with `while (turns-- > 1 && turns > 1);`
//! mutant:    lang.statements | replace `return sum + 100000 * k + 1000000 * m;` with `sum += 100000 * k + 1000000 * (m + 1);`

#include <metal_stdlib>
using namespace metal;

static uint walk(uint i)
{
    uint sum = 0;
    switch (i & 3) {
    case 0: sum += 1;
    case 1: sum += 10; break;
    case 2: sum += 100;
    default: sum += 1000;
    }
    int turns = 2 * int(i / 4);
    do
        sum += 10000;
    while (--turns > 0);
    for (uint k = 0; k < 4; k++)
        for (uint m = 0; m < 4; m++)
            if (4 * k + m == i + 3)
                return sum + 100000 * k + 1000000 * m;
    return sum;
}

kernel void statements(device uint *result [[buffer(0)]], uint i [[thread_position_in_grid]])
{
    result[i] = walk(i);
}
