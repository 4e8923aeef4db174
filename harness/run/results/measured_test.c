/* measured_test.c: a measurement as the log has it. */
#include "measured.h"
#include "../../base/json.h"
#include "../../check/check_testing.h"

static const float largest = 0x1.8p20f;

enum { RESULTS = 7 };

/* Results of which real values are known: exact, one ulp above, one kept and two flushed subnormals; of a large
 * argument two ulp below, of a small one exact. */
static fixture measured(float got[RESULTS])
{
    fixture f = output(float1, RESULTS);
    const double truth[RESULTS] = {1.5, 0x1.000003p0, 0x1p-130, 0x1p-128, 0x1p-127, 3, 7};
    const double argument[RESULTS] = {2, 3, 4, 5, 6, (double)largest, 0x1p-20};
    const float results[RESULTS] = {1.5f, 0x1.000004p0f, 0x1p-130f, 0, 0, 3 - 0x1p-21f, 7};
    for (size_t k = 0; k < RESULTS; k++)
        expect_measured(&f.call, k, argument[k], truth[k]);
    memcpy(got, results, sizeof results);
    return f;
}

static const char object[] = "{\"type\":\"float\",\"count\":4,\"nearest\":3,\"toward_zero\":2,\"kept\":1,\"flushed\":2,"
                             "\"worst\":2,\"argument\":\"0x1.8p+20\",\"curve\":[[-20,0],[0,0.5],[20,2]]}";

static void members_are(const char *members, const char *before)
{
    char wanted[1024];
    snprintf(wanted, sizeof wanted, "%s\"y\":%s", before, object);
    assert_non_null(members);
    assert_string_equal(members, wanted);
}

static void an_output_is_a_member(void **state)
{
    (void)state;
    float got[RESULTS];
    fixture f = measured(got);
    char *members = NULL;
    measured_note(f.e, got, "y", &members);
    members_are(members, "");
    got[0] = 2; /* a later subcase adds nothing */
    measured_note(f.e, got, "y", &members);
    members_are(members, "");
    free(members);
    members = text_copy("\"yy\":{}");
    got[0] = 1.5f;
    measured_note(f.e, got, "y", &members);
    members_are(members, "\"yy\":{},");
    free(members);
    expectation_destroy(f.e);
}

static void nothing_is_said_of_what_has_no_real_value(void **state)
{
    (void)state;
    const float got[1] = {1};
    fixture f = output(float1, 1);
    char *members = NULL;
    expect_bits(&f.call, 0, 0x3f800000);
    measured_note(f.e, got, "y", &members);
    assert_null(members);
    expectation_destroy(f.e);
}

static void a_sweep_takes_the_place_of_all(void **state)
{
    (void)state;
    float got[RESULTS];
    fixture f = measured(got);
    measurement m;
    char *members = text_copy("\"old\":{}");
    assert_true(check_measure(f.e, got, &m));
    measured_replace(&m, SCALAR_FLOAT, "y", &members);
    members_are(members, "");
    measured_replace(&m, SCALAR_HALF, "z", &members);
    assert_memory_equal(members, "\"z\":{\"type\":\"half\",", 19);
    assert_null(strstr(members, "\"y\""));
    free(members);
    expectation_destroy(f.e);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_output_is_a_member),
        cmocka_unit_test(nothing_is_said_of_what_has_no_real_value),
        cmocka_unit_test(a_sweep_takes_the_place_of_all),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("measured", tests, NULL, NULL);
}
