/* real.c: the real functions that results are measured against, by the C library's double functions; what it lacks is
 * built from them here. Results that must decide a rounding (quotients, roots, sums of products) are rounded to odd in
 * double, so that rounding them to a shorter type is as good as rounding the real value. */
#include "real.h"
#include "bounds.h"
#include <math.h>
#include <string.h>

#define PI 3.14159265358979323846

/* v and a small correction, to odd. */
static double corrected(double v, double correction)
{
    return isfinite(v) && isfinite(correction) ? sum_to_odd(v, correction) : v;
}

static double real_add(double x, double y)
{
    return sum_to_odd(x, y);
}
static double real_sub(double x, double y)
{
    return sum_to_odd(x, -y);
}
static double real_mul(double x, double y)
{
    return x * y; /* exact: 24 bits by 24 */
}
static double real_div(double x, double y)
{
    double q = x / y;
    return isfinite(q) && q != 0 ? corrected(q, fma(-q, y, x) / y) : q;
}
static double real_recip(double x)
{
    return real_div(1, x);
}
static double real_sqrt(double x)
{
    double r = sqrt(x);
    return r > 0 && isfinite(r) ? corrected(r, fma(-r, r, x) / (2 * r)) : r;
}

/* r = 1 / sqrt(x) (1 + e); then e is half of what x r^2 exceeds 1 by, and the square has two parts. */
static double real_rsqrt(double x)
{
    double r = 1 / sqrt(x);
    if (!isfinite(r) || r == 0)
        return r;
    double square = r * r, rest = fma(r, r, -square);
    double excess = fma(x, square, -1) + x * rest;
    return corrected(r, -r * excess / 2);
}
static double near_recip(double x)
{
    return 1 / x;
}
static double near_rsqrt(double x)
{
    return 1 / sqrt(x);
}
static double real_fma(double x, double y, double z)
{
    return sum_to_odd(x * y, z);
}
static double real_fract(double x)
{
    return sum_to_odd(x, -floor(x));
}
static double real_fdim(double x, double y)
{
    return isnan(x) || isnan(y) ? NAN : x > y ? sum_to_odd(x, -y) : 0;
}
static double real_exp10(double x)
{
    return pow(10, x);
}
/* exp(y log(x)) for x >= 0; whether -0 is among them, the text does not say. */
static double real_powr(double x, double y)
{
    return signbit(x) || isnan(x) || isnan(y) || (x == 0 && y == 0) || (isinf(x) && y == 0) || (x == 1 && isinf(y))
               ? NAN
               : pow(x, y);
}

/* sin(pi x) by quarters of a turn: the remainder is exact, and so are the zeros. */
static double quarters(double x, int shift)
{
    double turn = fmod(x, 2), whole = rint(2 * turn), rest = (turn - whole / 2) * PI;
    switch (((int)whole + shift) & 3) {
    case 0: return sin(rest);
    case 1: return cos(rest);
    case 2: return -sin(rest);
    default: return -cos(rest);
    }
}
static double real_sinpi(double x)
{
    return isfinite(x) ? quarters(x, 0) : NAN;
}
static double real_cospi(double x)
{
    return isfinite(x) ? quarters(x, 1) : NAN;
}
static double real_tanpi(double x)
{
    if (!isfinite(x))
        return NAN;
    double cosine = quarters(x, 1);
    return cosine == 0 ? NAN : quarters(x, 0) / cosine;
}

/* A real number has one sign of zero. */
static double real_rint(double x)
{
    double low = floor(x), part = x - low;
    return part > 0.5 || (part == 0.5 && fmod(low, 2) != 0) ? low + 1 : low;
}

#define LN2 0.693147180559945309417
#define LG10 3.32192809488736234787
#define WHOLES 0.5, -0.5, 1, -1, 1.5, 2, -2, 0x1p22, -0x1p22, 0x1p23, -0x1p23, 0x1p24
#define HALVES 0.5, -0.5, 1, 1.5, -1.5, 2.5, -2.5, 3.5, 0x1p22, -0x1p22, 0x1p23, -0x1p23, 0x1p24
#define TURNS 0.25, 0.5, -0.5, 0.75, 1, -1, 1.25, 1.5, -1.5, 2, 0x1p22, 0x1p23, -0x1p23, 0x1p24
#define QUARTERS                                                                                                       \
    PI / 4, -PI / 4, PI / 2, -PI / 2, 3 * PI / 4, PI, -PI, 5 * PI / 4, 3 * PI / 2, -3 * PI / 2, 7 * PI / 4, 2 * PI,    \
        4 * PI, 512 * PI, 0x1p15 * PI, 0x1p22 * PI, 39000, 117435.992
static const real_function functions[] = {
#define MATH_FUNCTION(function, arguments, ...) {.name = #function, __VA_ARGS__},
#define MATH_OPERATOR(function, ...) {.name = #function, __VA_ARGS__},
#include "real_functions.def"
    {.name = NULL},
};

const real_function *real_find(const char *name)
{
    for (const real_function *f = functions; f->name; f++)
        if (strcmp(f->name, name) == 0)
            return f;
    return NULL;
}
