/* vector_test.c: components and swizzles of vectors whose components are numbered (MSL 2.2), by hand. */
#include "../core/testing.h"

static const uint32_t numbered[] = {10, 11, 12, 13, 20, 21, 22, 23};

static void a_number_chooses_the_component(void **state)
{
    (void)state;
    static const uint32_t at[] = {3, 1};
    trial t = {0};
    trial_array(&t, "uint4", numbered, 2);
    trial_array(&t, "uint", at, 2);
    ONLY_WORDS(&t, "component_at", 13, 21);
}

/* v.wzx: as many components as the result has; the fourth number is not looked at. */
static void a_swizzle_takes_components_in_its_order(void **state)
{
    (void)state;
    static const uint32_t wzx[] = {13, 12, 10, 23, 22, 20}, yy[] = {11, 11, 21, 21};
    trial t = {0};
    trial_array(&t, "uint4", numbered, 2);
    trial_number(&t, 3);
    trial_number(&t, 2);
    trial_number(&t, 0);
    trial_number(&t, 1);
    only_words(&t, "swizzled", "packed_uint3", wzx, 6, 2);
    t.argument[1].number = t.argument[2].number = 1;
    only_words(&t, "swizzled", "uint2", yy, 4, 2);
}

static void the_first_element_is_everywhere(void **state)
{
    (void)state;
    static const uint32_t first[] = {10, 11, 10, 11, 10, 11};
    trial t = {0};
    trial_array(&t, "uint2", numbered, 4);
    only_words(&t, "first_element", "uint2", first, 6, 3);
}

/* All of a byte; in vectors of three, too, whose fourth component is padding. */
static void encodings_are_counted(void **state)
{
    (void)state;
    uint8_t bytes[258], padded[8];
    generate("every_encoding", "uchar", bytes, 258, NULL, 0);
    for (size_t i = 0; i < 258; i++)
        assert_int_equal(bytes[i], i % 256);
    generate("every_encoding", "uchar3", padded, 2, NULL, 0);
    assert_memory_equal(padded, ((const uint8_t[]){0, 1, 2, UNTOUCHED, 3, 4, 5, UNTOUCHED}), 8);
}

/* Each power of two of the type, the number below it and the one above it are among them, of either sign. */
static void whole_numbers_reach_every_edge(void **state)
{
    (void)state;
    enum { COUNT = 4096 };
    static uint16_t numbers[COUNT];
    generate("whole_edges", "ushort", numbers, COUNT, NULL, 0);
    for (unsigned bit = 1; bit < 16; bit++) {
        for (int beside = -1; beside <= 1; beside++) {
            uint16_t edge = (uint16_t)((1u << bit) + (unsigned)beside);
            bool positive = false, negative = false;
            for (size_t i = 0; i < COUNT; i++) {
                positive |= numbers[i] == edge;
                negative |= numbers[i] == (uint16_t)-edge;
            }
            assert_true(positive && negative);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_number_chooses_the_component), cmocka_unit_test(a_swizzle_takes_components_in_its_order),
        cmocka_unit_test(the_first_element_is_everywhere), cmocka_unit_test(encodings_are_counted),
        cmocka_unit_test(whole_numbers_reach_every_edge)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
