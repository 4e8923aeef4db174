//! title:     Safe math takes no expression for a simpler one that would round less, or lose the sign of a zero
//! verifies:  math.mode.safe.signed_zero math.mode.safe.no_reassociation math.mode.safe.no_reciprocal
//! requires:  msl 2.0
//! for:       (T, LARGE) in (half, 32768) (float, 67108864)
//! math:      safe
//! functions: precise
//! dispatch:  rounding(one, large, unit, few, whole, lost, back, summed, narrowed, widened, integral, literal):
//!            threads 1, threadgroup 1
//! dispatch:  quotients(any, tenth, third): threads 256, threadgroup 64
//! in:        one T[1] = values 1
//! in:        large T[1] = values LARGE
//! in:        unit half[1] = values bits(0x3c01)
//! in:        few half[3] = values 2048 1 1
//! in:        whole T[1] = values -0.5
//! in:        any T[256] = random(0.5, 2)
//! in:        ten T[256] = constant(10)
//! in:        of_three T[256] = constant(3)
//! out:       lost T[1]
//! out:       back T[1]
//! out:       summed half[1]
//! out:       narrowed float[1]
//! out:       widened float[1]
//! out:       integral bool[1]
//! out:       literal T[2]
//! out:       tenth T[256]
//! out:       third T[256]
//! expect:    lost = values 0
//! expect:    back = values 0
//! expect:    summed = values 2048
//! expect:    narrowed = values 1
//! expect:    widened = values 0
//! expect:    integral = values 0
//! expect:    literal = values -0.0 -1
//! expect:    tenth = divided(any, ten)
//! expect:    third = divided(any, of_three)
//! mutant:    math.mode.safe.no_reassociation | replace `(quarter + big) - big` with `quarter`
//! mutant:    math.mode.safe.no_reassociation | replace `(quarter - big) + big` with `quarter`
//! mutant:    math.mode.safe.no_reassociation | replace `two + few[2]` with
//!            `half(float(few[0]) + float(few[1]) + float(few[2]))`
//! mutant:    math.mode.safe.no_reassociation | replace `float(half(1 + 0x1p-13f * float(one[0])))` with
//!            `1 + 0x1p-13f * float(one[0])`
//! mutant:    math.mode.safe.no_reassociation | replace `float(square)` with `float(u) * float(u)`
//! mutant:    math.mode.safe.signed_zero | replace `signbit(T(int(whole[0])))` with `signbit(trunc(whole[0]))`
//! mutant:    math.mode.safe.signed_zero | replace `literal[0] = T(-0.0f)` with `literal[0] = T(0.0f)`
//! mutant:    math.mode.safe.signed_zero | replace `copysign(one[0], T(-0.0f))` with `copysign(one[0], T(0.0f))`
//! mutant:    math.mode.safe.no_reciprocal | replace `any[i] / T(10)` with `any[i] * (T(1) / T(10))` | for T=float
//! mutant:    math.mode.safe.no_reciprocal | replace `any[i] / T(3)` with `any[i] * (T(1) / T(3))` | for T=float

#include <metal_stdlib>
using namespace metal;

kernel void rounding(device const T *one [[buffer(0)]], device const T *large [[buffer(1)]],
                     device const half *unit [[buffer(2)]], device const half *few [[buffer(3)]],
                     device const T *whole [[buffer(4)]], device T *lost [[buffer(5)]], device T *back [[buffer(6)]],
                     device half *summed [[buffer(7)]], device float *narrowed [[buffer(8)]],
                     device float *widened [[buffer(9)]], device bool *integral [[buffer(10)]],
                     device T *literal [[buffer(11)]])
{
    const T quarter = one[0] * T(0.25), big = large[0];
    lost[0] = (quarter + big) - big;
    back[0] = (quarter - big) + big;
    const half two = few[0] + few[1];
    summed[0] = two + few[2];
    narrowed[0] = float(half(1 + 0x1p-13f * float(one[0])));
    const half u = unit[0];
    const half square = u * u;
    widened[0] = float(square) + -0x1.008p+0f;
    literal[0] = T(-0.0f);
    literal[1] = copysign(one[0], T(-0.0f));
    integral[0] = signbit(T(int(whole[0])));
}

kernel void quotients(device const T *any [[buffer(0)]], device T *tenth [[buffer(1)]], device T *third [[buffer(2)]],
                      uint i [[thread_position_in_grid]])
{
    tenth[i] = any[i] / T(10);
    third[i] = any[i] / T(3);
}
