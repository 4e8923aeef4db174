/* real.c: the real functions that results are measured against, by the C library's double functions; what it lacks is
 * built from them here. Results that must decide a rounding (quotients, roots, sums of products) are rounded to odd in
 * double, so that rounding them to a shorter type is as good as rounding the real value. */
#include "real.h"
#include "bounds.h"
#include <math.h>
#include <string.h>

static const double pi = 3.14159265358979323846;

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
    double turn = fmod(x, 2), whole = rint(2 * turn), rest = (turn - whole / 2) * pi;
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

static const real_function functions[] = {
    {.name = "acos", .one = acos, .cut_off = true},
    {.name = "acosh", .one = acosh, .cut_off = true},
    {.name = "asin", .one = asin, .cut_off = true},
    {.name = "asinh", .one = asinh},
    {.name = "atan", .one = atan},
    {.name = "atanh", .one = atanh, .cut_off = true},
    {.name = "ceil", .one = ceil},
    {.name = "cos", .one = cos, .bounded_slope = true},
    {.name = "cosh", .one = cosh, .monotonic = true},
    {.name = "cospi", .one = real_cospi},
    {.name = "exp", .one = exp, .monotonic = true},
    {.name = "exp2", .one = exp2, .monotonic = true},
    {.name = "exp10", .one = real_exp10, .monotonic = true},
    {.name = "fabs", .one = fabs},
    {.name = "floor", .one = floor},
    {.name = "fract", .one = real_fract},
    {.name = "log", .one = log, .cut_off = true},
    {.name = "log2", .one = log2, .cut_off = true},
    {.name = "log10", .one = log10, .cut_off = true},
    {.name = "recip", .one = real_recip, .near = near_recip},
    {.name = "rint", .one = real_rint},
    {.name = "round", .one = round},
    {.name = "rsqrt", .one = real_rsqrt, .near = near_rsqrt, .cut_off = true},
    {.name = "sin", .one = sin, .bounded_slope = true},
    {.name = "sinh", .one = sinh, .monotonic = true},
    {.name = "sinpi", .one = real_sinpi},
    {.name = "sqrt", .one = real_sqrt, .near = sqrt, .cut_off = true},
    {.name = "tan", .one = tan},
    {.name = "tanh", .one = tanh},
    {.name = "tanpi", .one = real_tanpi},
    {.name = "trunc", .one = trunc},
    {.name = "add", .two = real_add, .arithmetic = true},
    {.name = "sub", .two = real_sub, .arithmetic = true},
    {.name = "mul", .two = real_mul, .arithmetic = true},
    {.name = "div", .two = real_div, .arithmetic = true},
    {.name = "divide", .two = real_div, .arithmetic = true},
    {.name = "atan2", .two = atan2},
    {.name = "fdim", .two = real_fdim},
    {.name = "fmod", .two = fmod},
    {.name = "pow", .two = pow},
    {.name = "powr", .two = real_powr},
    {.name = "copysign", .two = copysign},
    {.name = "fma", .three = real_fma, .arithmetic = true},
    {.name = NULL},
};

const real_function *real_find(const char *name)
{
    for (const real_function *f = functions; f->name; f++)
        if (strcmp(f->name, name) == 0)
            return f;
    return NULL;
}
