/* words_test.c: each word sets what it names and nothing else. */
#include "words.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

/* Values are those of Metal's enumerations, typed from its documentation. */
static void samplers(void **state)
{
    (void)state;
    static const struct {
        const char *property, *word;
        size_t place;
        uint32_t value;
    } all[] = {
#define AT(field) offsetof(metal_sampling, field)
        {"filter", "linear", AT(filter), 1},
        {"mip_filter", "nearest", AT(mip_filter), 1},
        {"mip_filter", "linear", AT(mip_filter), 2},
        {"address", "repeat", AT(address), 2},
        {"address", "mirrored_repeat", AT(address), 3},
        {"address", "clamp_to_zero", AT(address), 4},
        {"address", "clamp_to_border", AT(address), 5},
        {"border_color", "opaque_black", AT(border_color), 1},
        {"border_color", "opaque_white", AT(border_color), 2},
        {"compare_func", "less", AT(compare_func), 1},
        {"compare_func", "not_equal", AT(compare_func), 5},
        {"compare_func", "always", AT(compare_func), 7},
#undef AT
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        metal_sampling set = {0}, wanted = {0};
        memcpy((char *)&wanted + all[i].place, &all[i].value, sizeof all[i].value);
        assert_true(metal_sampling_set(&set, all[i].property, all[i].word));
        if (memcmp(&set, &wanted, sizeof set) != 0)
            fail_msg("%s::%s sets something else", all[i].property, all[i].word);
    }
    metal_sampling none = {0};
    assert_false(metal_sampling_set(&none, "filter", "repeat"));
    assert_false(metal_sampling_set(&none, "border", "opaque_white"));
}

static void log_levels(void **state)
{
    (void)state;
    static const char *const names[] = {"undefined", "debug", "info", "default", "error", "fault"};
    for (uint32_t n = 0; n < 6; n++) {
        uint32_t level = 99;
        assert_string_equal(metal_log_level_name(n), names[n]);
        assert_int_equal(metal_log_level(names[n], &level), n > 0);
        assert_int_equal(level, n ? n : 99);
    }
    assert_string_equal(metal_log_level_name(6), "undefined");
}

static void components(void **state)
{
    (void)state;
    static const char *const names[] = {"zero", "one", "red", "green", "blue", "alpha"};
    for (uint8_t n = 0; n < 6; n++) {
        uint8_t value = 99;
        assert_true(metal_swizzle(names[n], &value));
        assert_int_equal(value, n);
    }
    assert_false(metal_swizzle("x", &(uint8_t){0}));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(samplers),
        cmocka_unit_test(log_levels),
        cmocka_unit_test(components),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
