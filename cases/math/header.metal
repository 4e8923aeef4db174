//! title:     The math functions come with their own header
//! verifies:  math.header
//! requires:  msl 2.1
//! dispatch:  threads 1, threadgroup 1
//! in:        data float[2] = values 0.75 2.25
//! out:       result int[54]
//! expect:    result = values 72 145 85 155 115 32 97 300 -225 -63 480 71 33 212 476 562 225 75 150 200 394 225 225
//!            75 75 -225 75 25 56 100 600 81 117 35 225 225 75 75 -225 25 184 52 200 200 67 78 78 469 71 150 93 98
//!            100 -200
//! mutant:    math.header | replace `scaled(tanpi(y))` with `scaled(tan(y))`
//! note:      Hundredths, rounded: far coarser than any bound.

#include <metal_math>
using namespace metal;

static int scaled(float value)
{
    return int(floor(100 * value + 0.5f));
}

kernel void call_each(device const float *data [[buffer(0)]], device int *result [[buffer(1)]])
{
    const float x = data[0], y = data[1];
    int e;
    float part;
    uint k = 0;
    result[k++] = scaled(acos(x));
    result[k++] = scaled(acosh(y));
    result[k++] = scaled(asin(x));
    result[k++] = scaled(asinh(y));
    result[k++] = scaled(atan(y));
    result[k++] = scaled(atan2(x, y));
    result[k++] = scaled(atanh(x));
    result[k++] = scaled(ceil(y));
    result[k++] = scaled(copysign(y, -x));
    result[k++] = scaled(cos(y));
    result[k++] = scaled(cosh(y));
    result[k++] = scaled(cospi(y));
    result[k++] = scaled(divide(x, y));
    result[k++] = scaled(exp(x));
    result[k++] = scaled(exp2(y));
    result[k++] = scaled(exp10(x));
    result[k++] = scaled(fabs(-y));
    result[k++] = scaled(abs(-x));
    result[k++] = scaled(fdim(y, x));
    result[k++] = scaled(floor(y));
    result[k++] = scaled(fma(x, y, y));
    result[k++] = scaled(fmax(x, y));
    result[k++] = scaled(fmax3(x, y, -y));
    result[k++] = scaled(fmedian3(x, y, -y));
    result[k++] = scaled(fmin(x, y));
    result[k++] = scaled(fmin3(x, y, -y));
    result[k++] = scaled(fmod(y, x + x));
    result[k++] = scaled(fract(y));
    result[k++] = scaled(frexp(y, e));
    result[k++] = scaled(float(ilogb(y)));
    result[k++] = scaled(ldexp(x, 3));
    result[k++] = scaled(log(y));
    result[k++] = scaled(log2(y));
    result[k++] = scaled(log10(y));
    result[k++] = scaled(max(x, y));
    result[k++] = scaled(max3(y, x, -y));
    result[k++] = scaled(median3(y, x, -y));
    result[k++] = scaled(min(y, x));
    result[k++] = scaled(min3(y, x, -y));
    result[k++] = scaled(modf(y, part));
    result[k++] = scaled(pow(y, x));
    result[k++] = scaled(powr(x, y));
    result[k++] = scaled(rint(y));
    result[k++] = scaled(round(y));
    result[k++] = scaled(rsqrt(y));
    result[k++] = scaled(sin(y));
    result[k++] = scaled(sincos(y, part));
    result[k++] = scaled(sinh(y));
    result[k++] = scaled(sinpi(y));
    result[k++] = scaled(sqrt(y));
    result[k++] = scaled(tan(x));
    result[k++] = scaled(tanh(y));
    result[k++] = scaled(tanpi(y));
    result[k++] = scaled(trunc(-y));
}
