/* number_inputs_test.c: the inputs of numeric cases have numbers on both sides of each place at which a function has a
 * zero, a pole, a branch, an end, or a boundary of its reduction. The places are worked out here once more, function by
 * function. */
#include "../core/testing.h"

enum { COUNT = 32768, NEAR = 4, FAR = 4 << 20 };
static const double pi = 3.14159265358979323846, ln2 = 0.693147180559945309417, lg10 = 3.32192809488736234787;

static int64_t ordered(float x)
{
    int32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits < 0 ? -(int64_t)(bits & INT32_MAX) : bits;
}

/* Whether some number lies 1 to 4 ulp above `place`, and some below, and in each doubling of that distance. */
static bool surrounded(const float *data, size_t count, double place)
{
    for (int64_t least = 1, most = NEAR; most <= FAR; least = most, most *= 2) {
        bool below = false, above = false;
        for (size_t i = 0; i < count; i++) {
            int64_t distance = ordered(data[i]) - ordered((float)place);
            below = below || (distance <= -least && distance >= -most);
            above = above || (distance >= least && distance <= most);
        }
        if (!below || !above)
            return false;
    }
    return true;
}

static const struct {
    const char *name;
    double place[24]; /* 0 at the end stands for 0 itself, as in each */
} functions[] = {
    {"acos", {1, -1, 0.5, -0.5}},
    {"acosh", {1, 2, 0x1p28, 0x1p64}},
    {"asin", {1, -1, 0.5, -0.5}},
    {"asinh", {0x1p-64, 1, -1, 2, 0x1p28, 0x1p64, -0x1p64}},
    {"atan", {1, -1, 7. / 16, 11. / 16, 19. / 16, 39. / 16, 0.41421356237309504880, 2.41421356237309504880}},
    {"atanh", {1, -1, 0.5, -0.5}},
    {"ceil", {0.5, -0.5, 1, -1, 1.5, 2, -2, 0x1p22, -0x1p22, 0x1p23, -0x1p23, 0x1p24}},
    {"cos",
     {pi / 4, -pi / 4, pi / 2, -pi / 2, 3 * pi / 4, pi, -pi, 5 * pi / 4, 3 * pi / 2, -3 * pi / 2, 7 * pi / 4, 2 * pi,
      4 * pi, 512 * pi, 0x1p15 * pi, 0x1p22 * pi, 39000, 117435.992}},
    {"cosh", {1, -1, 128 * ln2, -128 * ln2, 129 * ln2, -129 * ln2}},
    {"cospi", {0.25, 0.5, -0.5, 0.75, 1, -1, 1.25, 1.5, -1.5, 2, 0x1p22, 0x1p23, -0x1p23, 0x1p24}},
    {"exp", {ln2 / 2, -ln2 / 2, 3 * ln2 / 2, -3 * ln2 / 2, 128 * ln2, -126 * ln2, -150 * ln2}},
    {"exp2", {0.5, -0.5, 1, -1, 126, 127, 128, -126, -149, -150}},
    {"exp10", {1 / lg10 / 2, -1 / lg10 / 2, 1, 128 / lg10, -126 / lg10, -149 / lg10, -150 / lg10}},
    {"fabs", {0x1p-126, -0x1p-126}},
    {"floor", {0.5, -0.5, 1, -1, 1.5, 2, -2, 0x1p22, -0x1p22, 0x1p23, -0x1p23, 0x1p24}},
    {"fract", {0.5, -0.5, 1, -1, 1.5, 2, -2, 0x1p22, -0x1p22, 0x1p23, -0x1p23, 0x1p24}},
    {"log", {1, 2, 0.5, 0.70710678118654752440, 1.41421356237309504880, 0x1p-126}},
    {"log2", {1, 2, 4, 0.5, 0.25, 0.70710678118654752440, 1.41421356237309504880, 0x1p-126}},
    {"log10", {1, 10, 100, 1000, 0.5, 2, 0.70710678118654752440, 1.41421356237309504880, 0x1p-126}},
    {"recip", {0x1p-126, -0x1p-126, 1, -1, 2, 0x1p63, 0x1p-64}},
    {"rint", {0.5, -0.5, 1, 1.5, -1.5, 2.5, -2.5, 3.5, 0x1p22, -0x1p22, 0x1p23, -0x1p23, 0x1p24}},
    {"round", {0.5, -0.5, 1, 1.5, -1.5, 2.5, -2.5, 3.5, 0x1p22, -0x1p22, 0x1p23, -0x1p23, 0x1p24}},
    {"rsqrt", {0x1p-126, 0.25, 0.5, 1, 2, 4}},
    {"sin",
     {pi / 4, -pi / 4, pi / 2, -pi / 2, 3 * pi / 4, pi, -pi, 5 * pi / 4, 3 * pi / 2, -3 * pi / 2, 7 * pi / 4, 2 * pi,
      4 * pi, 512 * pi, 0x1p15 * pi, 0x1p22 * pi, 39000, 117435.992}},
    {"sinh", {1, -1, 128 * ln2, -128 * ln2, 129 * ln2, -129 * ln2}},
    {"sinpi", {0.25, 0.5, -0.5, 0.75, 1, -1, 1.25, 1.5, -1.5, 2, 0x1p22, 0x1p23, -0x1p23, 0x1p24}},
    {"sqrt", {0x1p-126, 0.25, 0.5, 1, 2, 4}},
    {"tan",
     {pi / 4, -pi / 4, pi / 2, -pi / 2, 3 * pi / 4, pi, -pi, 5 * pi / 4, 3 * pi / 2, -3 * pi / 2, 7 * pi / 4, 2 * pi,
      4 * pi, 512 * pi, 0x1p15 * pi, 0x1p22 * pi, 39000, 117435.992}},
    {"tanh", {0.625, -0.625, 13 * ln2, -13 * ln2, 1}},
    {"tanpi", {0.25, 0.5, -0.5, 0.75, 1, -1, 1.25, 1.5, -1.5, 2, 0x1p22, 0x1p23, -0x1p23, 0x1p24}},
    {"trunc", {0.5, -0.5, 1, -1, 1.5, 2, -2, 0x1p22, -0x1p22, 0x1p23, -0x1p23, 0x1p24}},
};
enum { FUNCTIONS = sizeof functions / sizeof *functions };

static void places_of_functions(void **state)
{
    (void)state;
    static float data[COUNT];
    generate("stratified", "float", data, COUNT, NULL, 0);
    for (size_t f = 0; f < FUNCTIONS; f++)
        for (size_t p = 0; p == 0 || functions[f].place[p - 1] != 0; p++)
            if (!surrounded(data, COUNT, functions[f].place[p]))
                fail_msg("%s: nothing on both sides of %a", functions[f].name, functions[f].place[p]);
    size_t lacks = 0;
#define MATH_FUNCTION(NAME, ARGUMENTS, ...)                                                                            \
    if ((ARGUMENTS) == 1) {                                                                                            \
        bool has = false;                                                                                              \
        for (size_t f = 0; f < FUNCTIONS; f++)                                                                         \
            has = has || strcmp(functions[f].name, #NAME) == 0;                                                        \
        lacks += !has;                                                                                                 \
    }
#include "../core/real_functions.def"
    assert_int_equal(lacks, 0);
}

/* How far, in ulp, two operands are from where something happens. */
typedef double relation(double x, double y);

static double ulps_apart(double x, double y)
{
    return (double)(ordered((float)x) - ordered((float)y));
}

static double to_multiple(double x, double y)
{
    return y == 0 || !isfinite(x / y) || fabs(x / y) > 16.5 || fabs(x / y) < 1.5 ? INFINITY
                                                                                 : ulps_apart(x, rint(x / y) * y);
}

/* The exponent is what `end` asks of the base. */
static double to_power(double x, double y, double end)
{
    return x <= 0 || x == 1 || !isfinite(x) ? INFINITY : ulps_apart(y, end / log2(x));
}

static double to_overflow(double x, double y)
{
    return to_power(x, y, 128);
}

static double to_smallest_normal(double x, double y)
{
    return to_power(x, y, -126);
}

static double to_smallest(double x, double y)
{
    return to_power(x, y, -149);
}

static double to_base_of_one(double x, double y)
{
    return fabs(y) < 64 ? INFINITY : ulps_apart(x, 1);
}

static void places_of_pairs(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        relation *relation;
    } relations[] = {{"fdim, atan2, sub: operands alike", ulps_apart},
                     {"fmod, divide: a multiple", to_multiple},
                     {"pow: overflow", to_overflow},
                     {"pow: the smallest normal", to_smallest_normal},
                     {"pow: the smallest", to_smallest},
                     {"pow: a base of about one", to_base_of_one}};
    static float x[COUNT], y[COUNT];
    generate("crossed", "float", x, COUNT, (double[]){0, 2}, 2);
    generate("crossed", "float", y, COUNT, (double[]){1, 2}, 2);
    for (size_t r = 0; r < sizeof relations / sizeof *relations; r++) {
        size_t below = 0, above = 0;
        for (size_t i = 0; i < COUNT; i++) {
            double distance = relations[r].relation((double)x[i], (double)y[i]);
            below += distance < 0 && distance >= -NEAR;
            above += distance > 0 && distance <= NEAR;
        }
        if (below < 10 || above < 10)
            fail_msg("%s: %zu below, %zu above", relations[r].name, below, above);
    }
}

/* a * b + c, where c is about -a * b; and clamp, where the number is about one of the ends. */
static void places_of_three(void **state)
{
    (void)state;
    static float x[COUNT], y[COUNT], z[COUNT];
    generate("crossed", "float", x, COUNT, (double[]){0, 3}, 2);
    generate("crossed", "float", y, COUNT, (double[]){1, 3}, 2);
    generate("crossed", "float", z, COUNT, (double[]){2, 3}, 2);
    size_t products = 0, first = 0, second = 0;
    for (size_t i = 0; i < COUNT; i++) {
        products += fabs(ulps_apart((double)z[i], -(double)x[i] * (double)y[i])) <= NEAR && x[i] != 0 && y[i] != 0;
        first += x[i] != z[i] && fabs(ulps_apart((double)z[i], (double)x[i])) <= NEAR;
        second += y[i] != z[i] && fabs(ulps_apart((double)z[i], (double)y[i])) <= NEAR;
    }
    assert_true(products > 100 && first > 100 && second > 100);
}

/* Of shorter types the numbers are a few of their own ulp away; the special ones and those of all exponents stay. */
static void shorter_types(void **state)
{
    (void)state;
    static uint16_t half[COUNT];
    generate("stratified", "half", half, COUNT, NULL, 0);
    bool near[9] = {false}, infinite = false;
    size_t huge = 0;
    for (size_t i = 0; i < COUNT; i++) {
        int distance = half[i] - 0x3c00;
        if (distance >= -NEAR && distance <= NEAR)
            near[distance + NEAR] = true;
        infinite = infinite || half[i] == 0x7c00;
        huge += (half[i] & 0x7fff) > 0x6000 && (half[i] & 0x7fff) < 0x7c00;
    }
    for (int i = 0; i < 9; i++)
        assert_true(near[i]);
    assert_true(infinite && huge > COUNT / 32);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(places_of_functions), cmocka_unit_test(places_of_pairs),
                                       cmocka_unit_test(places_of_three), cmocka_unit_test(shorter_types)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
