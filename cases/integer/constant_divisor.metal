//! title:     What the compiler knows of a divisor does not change a quotient or a remainder of unsigned integers
//! verifies:  kb49
//! requires:  msl 2.3
//! for:       NUMBER in 1 2 3 5 7 10 641 65535 65537 16777217 2147483647 2147483648 2147483649 4294967295
//! dispatch:  divide(data, edges, quotients, remainders, at_edges): threads 4096, threadgroup 64
//! in:        data uint[4096] = random
//! in:        edges uint[4096] = whole_numbers(0, 1)
//! in:        number uint[4096] = constant(NUMBER)
//! out:       quotients uint[4096]
//! out:       remainders uint[4096]
//! out:       at_edges uint[4096]
//! expect:    quotients = divided(data, number)
//! expect:    remainders = remaindered(data, number)
//! expect:    at_edges = divided(edges, number)
//! mutant:    kb49 | replace `data[i] / divisor` with `uint(float(data[i]) / float(divisor))` | for NUMBER=3 NUMBER=10
//! mutant:    kb49 | replace `data[i] % divisor` with `data[i] % (divisor + 1)`
//! mutant:    kb49 | replace `edges[i] / divisor` with `mulhi(edges[i], 0xffffffffu / divisor)` | for NUMBER=3 NUMBER=10
//! note:      Compilers turn the division into a multiplication and a shift.

#include <metal_stdlib>
using namespace metal;

kernel void divide(device const uint *data [[buffer(0)]], device const uint *edges [[buffer(1)]],
                   device uint *quotients [[buffer(2)]], device uint *remainders [[buffer(3)]],
                   device uint *at_edges [[buffer(4)]], uint i [[thread_position_in_grid]])
{
    const uint divisor = uint(NUMBER);
    quotients[i] = data[i] / divisor;
    remainders[i] = data[i] % divisor;
    at_edges[i] = edges[i] / divisor;
}
