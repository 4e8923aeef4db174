/* number_inputs_test.c: the inputs of numeric cases have numbers on both sides of each place at which a function has a
 * zero, a pole, a branch, an end, or a boundary of its reduction. Those of functions of one argument are in
 * real_functions.def; of others they are worked out here once more. */
#include "../core/real.h"
#include "../core/testing.h"

enum { COUNT = 32768, NEAR = 4, FAR = 4 << 20 };

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

/* Whether it has any. */
static bool expect_places(const float *data, const char *function)
{
    const double *place = real_find(function)->places;
    for (size_t p = 0; place[0] != 0 && (p == 0 || place[p - 1] != 0); p++)
        if (!surrounded(data, COUNT, place[p]))
            fail_msg("%s: nothing on both sides of %a", function, place[p]);
    return place[0] != 0;
}

static void places_of_functions(void **state)
{
    (void)state;
    static float data[COUNT];
    generate("stratified", "float", data, COUNT, NULL, 0);
    size_t lacks = 0;
#define MATH_FUNCTION(NAME, ARGUMENTS, ...) lacks += !expect_places(data, #NAME) && (ARGUMENTS) == 1;
#define MATH_OPERATOR(NAME, ...) expect_places(data, #NAME);
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
