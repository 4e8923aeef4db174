/* multiply_test.c: copies and products are those of plain loops, at every width around the machine's vectors, with
 * the code for this machine and for lesser ones. */
#include "multiply.h"
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

enum { MOST = 100, ROWS = 5 };

/* A half as IEEE 754-2019 3.6 has it; NaN for each NaN. */
static float value_of_half(uint16_t h)
{
    int exponent = h >> 10 & 31, fraction = h & 1023;
    float magnitude = exponent == 31 ? fraction ? NAN : INFINITY
                      : exponent     ? ldexpf((float)(fraction + 1024), exponent - 25)
                                     : ldexpf((float)fraction, -24);
    return h & 0x8000 ? -magnitude : magnitude;
}

static void same(float got, float wanted)
{
    if (isnan(wanted))
        assert_true(isnan(got));
    else
        assert_memory_equal(&got, &wanted, sizeof got);
}

/* Every half, and what lies behind the columns and behind the rows. */
static void halves_are_copied(void **state)
{
    (void)state;
    static uint16_t from[ROWS * 70];
    float to[ROWS * MOST + 1];
    uint16_t next = 0;
    for (size_t columns = 1; columns <= 67; columns++) {
        for (int round = 0; round < 220; round++) {
            for (size_t i = 0; i < ROWS * 70; i++)
                from[i] = next++;
            size_t padded = (columns + 31) / 32 * 32;
            to[ROWS * padded] = 17;
            sm_copy_halves(from, 70, to, padded, ROWS, columns);
            for (size_t i = 0; i < ROWS * padded; i++)
                same(to[i], i % padded < columns ? value_of_half(from[i / padded * 70 + i % padded]) : 0);
            same(to[ROWS * padded], 17);
        }
    }
}

static void floats_are_copied(void **state)
{
    (void)state;
    float from[ROWS * 70], to[ROWS * MOST + 1];
    for (size_t i = 0; i < ROWS * 70; i++)
        from[i] = (float)i - 100.5f;
    for (size_t columns = 1; columns <= 67; columns++) {
        size_t padded = (columns + 31) / 32 * 32;
        to[ROWS * padded] = 17;
        sm_copy_floats(from, 70, to, padded, ROWS, columns);
        for (size_t i = 0; i < ROWS * padded; i++)
            same(to[i], i % padded < columns ? from[i / padded * 70 + i % padded] : 0);
        same(to[ROWS * padded], 17);
    }
}

/* Small integers, so that each order of sums gives the same. */
static void products_are_added(void **state)
{
    (void)state;
    enum { INNER = 9 };
    static float a[ROWS * INNER], b[INNER * 96], c[ROWS * 96];
    static uint32_t whole_a[ROWS * INNER], whole_b[INNER * 96], whole_c[ROWS * 96];
    for (size_t i = 0; i < ROWS * INNER; i++)
        whole_a[i] = (uint32_t)(a[i] = (float)(i * 7 % 11));
    for (size_t i = 0; i < INNER * 96; i++)
        whole_b[i] = (uint32_t)(b[i] = (float)(i * 5 % 13));
    for (size_t rows = 1; rows <= ROWS; rows++) {
        for (size_t columns = 32; columns <= 96; columns += SM_MULTIPLY_COLUMNS) {
            for (size_t i = 0; i < ROWS * 96; i++)
                whole_c[i] = (uint32_t)(c[i] = (float)i);
            sm_multiply_floats(a, INNER, b, c, rows, INNER, columns);
            sm_multiply_integers(whole_a, INNER, whole_b, whole_c, rows, INNER, columns);
            for (size_t i = 0; i < ROWS * 96; i++) {
                float sum = (float)i;
                for (size_t k = 0; k < INNER && i < rows * columns; k++)
                    sum += a[i / columns * INNER + k] * b[k * columns + i % columns];
                same(c[i], sum);
                assert_int_equal(whole_c[i], (uint32_t)sum);
            }
        }
    }
}

/* Four rows, and b beside them, from a matrix with wider rows. */
static void products_are_added_while_copying(void **state)
{
    (void)state;
    enum { INNER = 9, ACROSS = 101 };
    static float a[4 * INNER], floats[INNER * ACROSS], b[INNER * 96 + 1], c[4 * 96 + 1];
    static uint16_t halves[INNER * ACROSS];
    for (size_t i = 0; i < 4 * INNER; i++)
        a[i] = (float)(i * 7 % 11);
    for (size_t i = 0; i < INNER * ACROSS; i++)
        floats[i] = value_of_half(halves[i] = (uint16_t)(0x3c00 + i * 5 % 13 * 16));
    for (size_t columns = 32; columns <= 96; columns += SM_MULTIPLY_COLUMNS) {
        for (int half = 0; half < 2; half++) {
            for (size_t i = 0; i <= 4 * 96; i++)
                c[i] = (float)i;
            b[INNER * columns] = 17;
            bool done = half ? sm_multiply_copying_halves(a, INNER, halves, ACROSS, b, c, INNER, columns)
                             : sm_multiply_copying_floats(a, INNER, floats, ACROSS, b, c, INNER, columns);
            if (!done)
                return;
            for (size_t i = 0; i < INNER * columns; i++)
                same(b[i], floats[i / columns * ACROSS + i % columns]);
            same(b[INNER * columns], 17);
            for (size_t i = 0; i <= 4 * 96; i++) {
                float sum = (float)i;
                for (size_t k = 0; k < INNER && i < 4 * columns; k++)
                    sum += a[i / columns * INNER + k] * b[k * columns + i % columns];
                same(c[i], sum);
            }
        }
    }
}

static void any_machine(void **state)
{
    int there = sm_multiply_for(2);
    for (int most = 0; most <= there; most++) {
        sm_multiply_for(most);
        halves_are_copied(state);
        floats_are_copied(state);
        products_are_added(state);
        products_are_added_while_copying(state);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(any_machine)};
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
