/* number_inputs.c: inputs for numeric cases: every encoding of 16-bit types; for float all exponents alike, and the
 * values where functions change their ways; special values of several operands crossed. */
#include "../core/reference.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* encodings(): component n has the encoding n. */
INPUT(encodings)
{
    size_t size = assay_scalar_size(call->type.scalar);
    for (size_t i = 0; i < call->count; i++)
        for (unsigned lane = 0; lane < call->type.lanes; lane++)
            scalar_store(call->type.scalar, (char *)call->data + i * call->type.stride + lane * size,
                         (i * call->type.lanes + lane) & (UINT64_MAX >> (64 - 8 * size)));
}

/* Numbers at which something happens to some function, for float; shorter types round them. Every third serves where
 * three operands are crossed. */
static const double turning[] = {0,
                                 0x1p-149,
                                 0x1.fffffcp-127,
                                 INFINITY,
                                 0x1p-126,
                                 0x1.000002p-126,
                                 NAN,
                                 0x1p-24,
                                 0x1.fffffep-2,
                                 0.5,
                                 0x1.000002p-1,
                                 0x1.fffffep-1,
                                 1,
                                 0x1.000002p+0,
                                 1.5,
                                 2,
                                 2.5,
                                 3,
                                 0x1.921fb4p+0,
                                 0x1.921fb6p+0,
                                 0x1.921fb6p+1,
                                 0x1.5d58a0p+9,
                                 16,
                                 44.5,
                                 0x1.62e42ep+6,
                                 0x1.62e430p+6,
                                 0x1.9fe368p+6,
                                 104,
                                 127.5,
                                 0x1.fffffep+22,
                                 0x1p+24,
                                 0x1p+31,
                                 0x1.fffffep+127};
enum { TURNING = sizeof turning / sizeof *turning };

/* Zeros, poles, branches, ends and boundaries of reductions of the functions: around each lie numbers a few ulp
 * apart. */
static const double places[] = {
    0,
    0x1p-126,
    0.25,
    0.5,
    0.75,
    1,
    1.25,
    1.5,
    1.75,
    2,
    2.5,
    3,
    3.5,
    4,
    0x1.921fb6p-1, /* eighths of a turn */
    0x1.921fb6p+0,
    0x1.2d97c8p+1,
    0x1.921fb6p+1,
    0x1.f6a7a2p+1,
    0x1.2d97c8p+2,
    0x1.5fdbbep+2,
    0x1.921fb6p+2,
    0x1.921fb6p+3,
    0x1.921fb6p+10,
    0x1.921fb6p+16,
    39000, /* where reductions become long ones */
    0x1.cabbfep+16,
    0x1.921fb6p+23,
    0x1.a8279ap-2, /* tangents of an eighth and three eighths of a half turn; branches of atan */
    0x1.3504f4p+1,
    0.4375,
    0.6875,
    1.1875,
    2.4375,
    0x1.6a09e6p-1, /* roots of a half and two */
    0x1.6a09e6p+0,
    0x1.62e430p-2, /* halves of ln 2 and of log10 2 */
    0x1.0a2b24p+0,
    0x1.344136p-3,
    0x1.62e42ep+6, /* where exp ends, sinh, exp10 and exp2 */
    0x1.5d58a0p+6,
    0x1.9fe368p+6,
    0x1.65a9f8p+6,
    0x1.344136p+5,
    0x1.2f7030p+5,
    0x1.66d3e8p+5,
    0x1.693c6ap+5,
    126,
    127,
    128,
    149,
    150,
    0.625, /* where tanh changes, and becomes 1 */
    0x1.205966p+3,
    10,
    100,
    1000,
    0x1p+12,
    0x1p+22, /* where fractions end */
    0x1p+23,
    0x1p+24,
    0x1p+28,
    0x1p+31,
    0x1p+63, /* where squares end */
    0x1p+64,
    0x1p-64,
    0x1.fffffep+127};
enum { PLACES = sizeof places / sizeof *places, FARTHEST = 4, AROUND = 2 * FARTHEST + 1, DOUBLINGS = 20 };

/* The number so many ulp from one, away from zero where `ulps` is positive. */
static double neighbour(assay_scalar scalar, double of, int64_t ulps)
{
    if (!assay_scalar_is_float(scalar))
        return of;
    int64_t magnitude = (int64_t)scalar_encode(scalar, fabs(of)) + ulps;
    double value = scalar_number(scalar, (uint64_t)llabs(magnitude));
    return copysign(value, magnitude < 0 ? -of : of);
}

/* The n-th of the numbers around all places, of both signs: first those a few ulp away, then one in each doubling of
 * that distance, up to a few times the place itself. */
static double near_place(assay_scalar scalar, uint64_t n)
{
    double place = places[n / 2 % PLACES];
    uint64_t step = n / (2 * PLACES) % (AROUND + 2 * DOUBLINGS);
    int64_t ulps = (int64_t)step - FARTHEST;
    if (step >= AROUND) {
        unsigned doubling =
            (unsigned)(step - AROUND) / 2 % (assay_scalar_size(scalar) == 2 ? DOUBLINGS / 2 : DOUBLINGS);
        ulps = (int64_t)(((uint64_t)(FARTHEST + 1) << doubling) + random_bits(17, n) % ((uint64_t)2 << doubling));
        ulps = step % 2 ? ulps : -ulps;
    }
    return neighbour(scalar, n % 2 ? -place : place, ulps);
}

/* A number whose exponent is as likely as any other; every other one is of moderate size. */
static double stratified(assay_scalar scalar, uint64_t seed, uint64_t n, uint64_t shared)
{
    int least = scalar == SCALAR_HALF ? -25 : -150, most = scalar == SCALAR_HALF ? 15 : 127;
    uint64_t bits = random_bits(seed, 2 * n), choice = shared ? shared : random_bits(seed, 2 * n + 1);
    int exponent = n % 2 ? (int)(choice % 16) - 9 : least + (int)(choice % (uint64_t)(most - least + 1));
    double significand = 1 + (double)(bits >> 12) * 0x1p-52;
    return ldexp(bits & 1 ? -significand : significand, exponent);
}

/* stratified(): the turning points of both signs, then numbers of all exponents and, every fourth, those around the
 * places. */
INPUT(stratified)
{
    for (size_t i = 0; i < call->count; i++)
        for (unsigned lane = 0; lane < call->type.lanes; lane++) {
            size_t n = i * call->type.lanes + lane;
            double value = n < 2 * TURNING ? copysign(turning[n / 2], n % 2 ? -1.0 : 1.0)
                           : n % 4 == 2    ? near_place(call->type.scalar, n / 4 - TURNING / 2)
                                           : stratified(call->type.scalar, call->seed, n, 0);
            input_set(call, i, lane, value);
        }
}

/* Operands whose relation is a place: the first is about the second, or a multiple of it; a power ends, or has a base
 * about 1; a product is about what is added to it. */
static double related(assay_scalar scalar, size_t operand, size_t operands, uint64_t n)
{
    static const double ends[] = {128, -126, -149, -150, 1, -1, 0x1p-12, 127};
    uint64_t bits = random_bits(7, n);
    int64_t ulps = (int64_t)(bits % AROUND) - FARTHEST;
    double x = stratified(scalar, 7, 2 * n + 1, 0), y = stratified(scalar, 11, 2 * n + 1, 0);
    bits >>= 8;
    if (operands == 3) {
        double third[] = {-x * y, x, y};
        return operand == 0 ? x : operand == 1 ? y : neighbour(scalar, third[bits % 3], ulps);
    }
    if (bits % 4 < 2)
        return operand == 0 ? neighbour(scalar, bits % 4 ? x * (double)(1 + (bits >> 2) % 16) : x, ulps) : x;
    double base = bits % 4 == 2 ? fabs(x) : neighbour(scalar, 1, ulps ? ulps : 1);
    base = neighbour(scalar, base, 0);
    return operand == 0 ? base : neighbour(scalar, ends[(bits >> 2) % 8] / log2(base), (int64_t)(bits >> 8) % 3 - 1);
}

/* crossed(position, operands): operand `position` of `operands`. First all combinations of the turning points (of a
 * third of them where there are three operands), then numbers of all exponents; of every fourth the operands have the
 * same, and of two in eight they are related, or lie around places. */
INPUT(crossed)
{
    if (call->argument_count != 2 || call->argument[1] < 2 || call->argument[1] > 3) {
        call->error = "crossed takes the operand's position and how many there are, 2 or 3";
        return;
    }
    size_t operands = (size_t)call->argument[1], step = operands == 3 ? 3 : 1;
    size_t values = 2 * ((TURNING + step - 1) / step), all = values * values * (operands == 3 ? values : 1);
    size_t place = call->argument[0] == 0 ? 1 : call->argument[0] == 1 ? values : values * values;
    for (size_t i = 0; i < call->count; i++)
        for (unsigned lane = 0; lane < call->type.lanes; lane++) {
            size_t n = i * call->type.lanes + lane, which = n / place % values;
            double value;
            if (n < all)
                value = copysign(turning[which / 2 * step], which % 2 ? -1.0 : 1.0);
            else if (n % 8 == 2)
                value = related(call->type.scalar, (size_t)call->argument[0], operands, n);
            else if (n % 8 == 6)
                value = near_place(call->type.scalar, random_bits(13 + (uint64_t)call->argument[0], n) >> 16);
            else
                value = stratified(call->type.scalar, call->seed, n, n % 4 == 0 ? 1 + random_bits(7, n) : 0);
            input_set(call, i, lane, value);
        }
}
