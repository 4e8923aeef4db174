//! title:     What the compiler knows of a numerator does not change a quotient or a remainder of unsigned integers
//! verifies:  kb49
//! requires:  msl 2.3
//! for:       NUMBER in 0 1 10 2147483647 2147483648 2147483649 3221225472 4294967294 4294967295
//! constant:  given(0) uint = NUMBER
//! dispatch:  divide(small, large, quotients, remainders, of_given): threads 4096, threadgroup 64
//! in:        small uint[4096] = integers(1, 100)
//! in:        large uint[4096] = integers(1, 4294967295)
//! in:        number uint[4096] = constant(NUMBER)
//! out:       quotients uint[4096]
//! out:       remainders uint[4096]
//! out:       of_given uint[4096]
//! expect:    quotients = divided(number, large)
//! expect:    remainders = remaindered(number, small)
//! expect:    of_given = divided(number, small)
//! mutant:    kb49 | replace `numerator / large[i]` with `uint(int(numerator) / int(large[i]))` | for NUMBER=2147483648
//!            NUMBER=4294967295
//! mutant:    kb49 | replace `numerator % small[i]` with `uint(int(numerator) % int(small[i]))` | for NUMBER=2147483648
//!            NUMBER=4294967295
//! mutant:    kb49 | replace `given / small[i]` with `uint(int(given) / int(small[i]))` | for NUMBER=2147483648
//!            NUMBER=4294967295
//! note:      Wrong on Apple silicon before macOS 26.6 for numerators from 2^31 on (https://crbug.com/517225032). Here the compiler is
//!            meant to know the operand.

#include <metal_stdlib>
using namespace metal;

constant uint given [[function_constant(0)]];

kernel void divide(device const uint *small [[buffer(0)]], device const uint *large [[buffer(1)]],
                   device uint *quotients [[buffer(2)]], device uint *remainders [[buffer(3)]],
                   device uint *of_given [[buffer(4)]], uint i [[thread_position_in_grid]])
{
    const uint numerator = uint(NUMBER);
    quotients[i] = numerator / large[i];
    remainders[i] = numerator % small[i];
    of_given[i] = given / small[i];
}
