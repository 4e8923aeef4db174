//! title:     A condition on a sum, a difference or a product that wraps is one on what is left of it
//! verifies:  ops.unsigned.modulo ops.relational.scalar
//! requires:  msl 2.3
//! dispatch:  known(a, sum_below, sum_above, behind, product_below, shifted_below, product_equals): threads
//!            16384, threadgroup 64
//! dispatch:  given(a, b, c, carries, borrows, within, between): threads 16384, threadgroup 64
//! dispatch:  tested(few, power): threads 8, threadgroup 8
//! in:        a uint[16384] = whole_numbers(0, 3)
//! in:        b uint[16384] = whole_numbers(1, 3)
//! in:        c uint[16384] = whole_numbers(2, 3)
//! out:       sum_below uint[16384]
//! out:       sum_above uint[16384]
//! out:       behind uint[16384]
//! out:       product_below uint[16384]
//! out:       shifted_below uint[16384]
//! out:       product_equals uint[16384]
//! out:       carries uint[16384]
//! out:       borrows uint[16384]
//! out:       within uint[16384]
//! out:       between uint[16384]
//! in:        few uint[8] = values 0 1 2 3 2147483648 2147483649 4294967295 65536
//! out:       power uint[8]
//! expect:    sum_below = formula((a + 5) % 4294967296 < 10)
//! expect:    sum_above = formula((a + 2147483648) % 4294967296 > 1000)
//! expect:    behind = formula((a + 4294967296 - 3) % 4294967296 < 4)
//! expect:    product_below = formula((3 * a) % 4294967296 < 1000000000)
//! expect:    shifted_below = formula((16 * a) % 4294967296 < 100)
//! expect:    product_equals = formula((6 * a) % 4294967296 == 4294967292)
//! expect:    carries = formula(a + b > 4294967295)
//! expect:    borrows = formula(a < b)
//! expect:    within = formula((a + 4294967296 - b) % 4294967296 < c)
//! expect:    between = formula(a >= b && a < c)
//! expect:    power = values 0 1 1 0 1 0 0 1
//! mutant:    ops.unsigned.modulo | replace `x + 5 < 10` with `int(x) < 5`
//! mutant:    ops.unsigned.modulo | replace `x + 0x80000000 > 1000` with `x > 1000`
//! mutant:    ops.unsigned.modulo | replace `x - 3 < 4` with `x < 7`
//! mutant:    ops.unsigned.modulo | replace `3 * x < 1000000000` with `x < 333333334`
//! mutant:    ops.unsigned.modulo | replace `x << 4 < 100` with `x < 7`
//! mutant:    ops.unsigned.modulo | replace `6 * x == 0xfffffffc` with `x == 0x2aaaaaaa`
//! mutant:    ops.unsigned.modulo | replace `x + y < x` with `false`
//! mutant:    ops.unsigned.modulo | replace `x - y > x` with `false`
//! mutant:    ops.unsigned.modulo | replace `x - y < z` with `x < y + z`
//! mutant:    ops.relational.scalar | replace `x >= y && x < z` with `x - y < z - y`
//! mutant:    ops.relational.scalar | replace `x != 0 && (x & (x - 1)) == 0` with `(x & (x - 1)) == 0`
//! note:      Compilers like to compare the operand in place of the result, which is right where nothing wraps, and to
//!            make one comparison of two, which is right where the bounds are in order.

#include <metal_stdlib>
using namespace metal;

kernel void known(device const uint *a [[buffer(0)]], device uint *sum_below [[buffer(1)]],
                  device uint *sum_above [[buffer(2)]], device uint *behind [[buffer(3)]],
                  device uint *product_below [[buffer(4)]], device uint *shifted_below [[buffer(5)]],
                  device uint *product_equals [[buffer(6)]], uint i [[thread_position_in_grid]])
{
    const uint x = a[i];
    sum_below[i] = x + 5 < 10;
    sum_above[i] = x + 0x80000000 > 1000;
    behind[i] = x - 3 < 4 ? 1 : 0;
    product_below[i] = 3 * x < 1000000000;
    shifted_below[i] = x << 4 < 100;
    product_equals[i] = 6 * x == 0xfffffffc;
}

kernel void given(device const uint *a [[buffer(0)]], device const uint *b [[buffer(1)]],
                  device const uint *c [[buffer(2)]], device uint *carries [[buffer(3)]],
                  device uint *borrows [[buffer(4)]], device uint *within [[buffer(5)]],
                  device uint *between [[buffer(6)]], uint i [[thread_position_in_grid]])
{
    const uint x = a[i], y = b[i], z = c[i];
    carries[i] = x + y < x;
    borrows[i] = x - y > x;
    within[i] = x - y < z;
    between[i] = x >= y && x < z;
}

kernel void tested(device const uint *few [[buffer(0)]], device uint *power [[buffer(1)]],
                   uint i [[thread_position_in_grid]])
{
    const uint x = few[i];
    power[i] = x != 0 && (x & (x - 1)) == 0;
}
