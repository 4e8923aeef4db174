/* rows_bounds_test.c: where the bounds of RMSNorm, narrowed too, of silu and of softmax end. */
#include "../core/witness_testing.h"

/* Four squares, three additions and a quotient inside the root; the root as a quotient of a root; two products. */
static void rms_norms(void **state)
{
    (void)state;
    for (uint64_t i = 0; i < 16; i++) {
        float x[4], gamma[4] = {1, 1, 1, 1};
        double e = of_float, squares = 0, eps = 0.125;
        fill(x, 4, 710 + i);
        for (int n = 0; n < 4; n++)
            squares += (double)x[n] * (double)x[n] / 4;
        double f = roundings(5, e) + e, scale = 1 / sqrt(squares + eps);
        double most = (1 + 3 * e) / sqrt((squares * (1 - f) + eps) * (1 - e)),
               least = (1 - 3 * e) / sqrt((squares * (1 + f) + eps) * (1 + e)), s = fmax(most - scale, scale - least);
        result r = {"rms_norm", "float", {0}, 4};
        for (int n = 0; n < 4; n++)
            r.component[n] = (double)x[n] * scale;
        trial t = {0};
        trial_array(&t, "float", x, 4);
        trial_array(&t, "float", gamma, 4);
        trial_number(&t, 4);
        trial_number(&t, eps);
        double part = fabs((double)x[1]), bound = part * s + roundings(3, e) * part * (scale + s) + 0x1p-120;
        errs_by(&t, &r, 1, r.component[1], bound);
        /* Narrowed: the normalised number may have been rounded to half. */
        double half_ulp = ldexp(of_half / 2, ilogb(part * (scale + s)));
        double low = r.component[1] - bound - half_ulp, high = r.component[1] + bound + half_ulp;
        r.reference = "rms_norm_narrowed";
        r.type = "half";
        ends_at(&t, &r, 1, low, high, true);
    }
}

/* x / (1 + exp(-x)): exp2 errs by 4 ulp, its argument by three roundings of |x|; a sum, a product, and a quotient. */
static void sigmoids(void **state)
{
    (void)state;
    for (uint64_t i = 0; i < 16; i++) {
        double x = random_between(720, i, 0.5, 4), power = exp(-x), value = x / (1 + power), e = of_float;
        float of = (float)x;
        trial t = {0};
        trial_array(&t, "float", &of, 1);
        double bound = power / (1 + power) * roundings(4 + 3 * x, e) + roundings(3, e) + e;
        errs_by(&t, &(result){"silu", "float", {value}, 1}, 0, value, 1.01 * value * bound + 0x1p-120);
    }
}

/* Two elements; the larger has exp(0) = 1. A running maximum may have been replaced 64 times. */
static void softmaxes(void **state)
{
    (void)state;
    for (uint64_t i = 0; i < 16; i++) {
        float x[2] = {1, 1 - (float)random_between(730, i, 0.5, 3)};
        double e = of_float, t1 = 1 - (double)x[1], term = exp(-t1), sum = 1 + term;
        double rescaled = roundings(64, e) + 64 * roundings(4, e), first = roundings(4, e),
               second = roundings(4 + 3 * t1, e);
        double of_sum = ((first + rescaled) + term * (second + rescaled)) / sum + roundings(4, e) + e;
        result r = {"softmax", "float", {1 / sum, term / sum}, 2};
        trial t = {0};
        trial_array(&t, "float", x, 2);
        trial_number(&t, 2);
        errs_by(&t, &r, 1, term / sum, 1.01 * term / sum * (second + rescaled + of_sum) + 2 * 0x1p-120);
        errs_by(&t, &r, 0, 1 / sum, 1.01 / sum * (first + rescaled + of_sum) + 2 * 0x1p-120);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rms_norms),
        cmocka_unit_test(sigmoids),
        cmocka_unit_test(softmaxes),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("rows_bounds", tests, NULL, NULL);
}
