/* numbers.c: inputs for numeric cases: every encoding of 16-bit types; for float all exponents alike, and the values
 * where functions change their ways; special values of several operands crossed. */
#include "../core/reference.h"
#include <math.h>
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

/* A number whose exponent is as likely as any other; every other one is of moderate size. */
static double stratified(assay_scalar scalar, uint64_t seed, uint64_t n, uint64_t shared)
{
    int least = scalar == SCALAR_HALF ? -25 : -150, most = scalar == SCALAR_HALF ? 15 : 127;
    uint64_t bits = random_bits(seed, 2 * n), choice = shared ? shared : random_bits(seed, 2 * n + 1);
    int exponent = n % 2 ? (int)(choice % 16) - 9 : least + (int)(choice % (uint64_t)(most - least + 1));
    double significand = 1 + (double)(bits >> 12) * 0x1p-52;
    return ldexp(bits & 1 ? -significand : significand, exponent);
}

/* stratified(): the turning points of both signs, then numbers of all exponents. */
INPUT(stratified)
{
    for (size_t i = 0; i < call->count; i++)
        for (unsigned lane = 0; lane < call->type.lanes; lane++) {
            size_t n = i * call->type.lanes + lane;
            double value = n < 2 * TURNING ? copysign(turning[n / 2], n % 2 ? -1.0 : 1.0)
                                           : stratified(call->type.scalar, call->seed, n, 0);
            input_set(call, i, lane, value);
        }
}

/* crossed(position, operands): operand `position` of `operands`. First all combinations of the turning points (of a
 * third of them where there are three operands), then numbers of all exponents; of every fourth the operands have the
 * same. */
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
            else
                value = stratified(call->type.scalar, call->seed, n, n % 4 == 0 ? 1 + random_bits(7, n) : 0);
            input_set(call, i, lane, value);
        }
}
