//! title:     The math functions come with their own header
//! verifies:  math.header
//! requires:  msl 2.1
//! subcases:  (KERNEL, FUNCTION) in (call_@functions, @functions)
//! macro:     CALL_EACH = CALL(@functions)
//! dispatch:  KERNEL(data, result): threads 64, threadgroup 64
//! dispatch:  call_others(operands, others): threads 1, threadgroup 1
//! in:        data float[64] = stratified
//! in:        operands float[2] = values 0.75 2.25
//! out:       result float[64]
//! out:       others int[24]
//! expect:    result = FUNCTION(data, 0)
//! expect:    others = values 32 -225 33 75 150 394 225 225 75 75 -225 75 56 100 600 225 225 75 75 -225 25 184 52 78
//! mutant:    math.header | replace `f(data[i])` with `f(data[i] + data[i])`
//! mutant:    math.header | replace `scaled(powr(x, y))` with `scaled(powr(y, x))`
//! note:      Of other functions hundredths, rounded: far coarser than any bound.

#include <metal_math>
using namespace metal;

#define CALL(f)                                                                                                        \
    kernel void call_##f(device const float *data [[buffer(0)]], device float *result [[buffer(1)]],                   \
                         uint i [[thread_position_in_grid]])                                                           \
    {                                                                                                                  \
        result[i] = f(data[i]);                                                                                        \
    }

CALL_EACH

static int scaled(float value)
{
    return int(floor(100 * value + 0.5f));
}

kernel void call_others(device const float *operands [[buffer(0)]], device int *others [[buffer(1)]])
{
    const float x = operands[0], y = operands[1];
    int e;
    float part;
    uint k = 0;
    others[k++] = scaled(atan2(x, y));
    others[k++] = scaled(copysign(y, -x));
    others[k++] = scaled(divide(x, y));
    others[k++] = scaled(abs(-x));
    others[k++] = scaled(fdim(y, x));
    others[k++] = scaled(fma(x, y, y));
    others[k++] = scaled(fmax(x, y));
    others[k++] = scaled(fmax3(x, y, -y));
    others[k++] = scaled(fmedian3(x, y, -y));
    others[k++] = scaled(fmin(x, y));
    others[k++] = scaled(fmin3(x, y, -y));
    others[k++] = scaled(fmod(y, x + x));
    others[k++] = scaled(frexp(y, e));
    others[k++] = scaled(float(ilogb(y)));
    others[k++] = scaled(ldexp(x, 3));
    others[k++] = scaled(max(x, y));
    others[k++] = scaled(max3(y, x, -y));
    others[k++] = scaled(median3(y, x, -y));
    others[k++] = scaled(min(y, x));
    others[k++] = scaled(min3(y, x, -y));
    others[k++] = scaled(modf(y, part));
    others[k++] = scaled(pow(y, x));
    others[k++] = scaled(powr(x, y));
    others[k++] = scaled(sincos(y, part));
}
