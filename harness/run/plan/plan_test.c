/* plan_test.c: the order of --first-light and the cases of units, from files that the test writes. */
#include "../../base/text.h"
#include "eligible.h"
#include "plan.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

static char root[64];

static void write_case(const char *stem, const char *lines)
{
    char path[256];
    snprintf(path, sizeof path, "%s/%s.metal", root, stem);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fprintf(file,
            "//! title: t\n//! verifies: a.b\n%s//! dispatch: threads 1, threadgroup 1\n//! out: r uint[1]\n"
            "//! mutant: a.b | replace `1` with `2`\n"
            "kernel void k(device uint *r [[buffer(0)]]) { r[0] = 1; }\n",
            lines);
    fclose(file);
}

static int make_files(void **state)
{
    (void)state;
    static const char *const folders[] = {"barrier", "litmus", "simd", "types"};
    snprintf(root, sizeof root, "/tmp/assay-plan-XXXXXX");
    assert_non_null(mkdtemp(root));
    for (size_t i = 0; i < 4; i++) {
        char path[256];
        snprintf(path, sizeof path, "%s/%s", root, folders[i]);
        assert_int_equal(mkdir(path, 0777), 0);
    }
    char path[256];
    snprintf(path, sizeof path, "%s/requirements.tsv", root);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs("id\tsection\tline\tkind\tgrade\treading\tmsl\tfamily\tos\tstatement\tcheck\n"
          "a.b\t1\t1\tvalue\t-\tplain\t-\t-\t-\ts\tc\n",
          file);
    fclose(file);
    write_case("barrier/a_branch", "//! expect: r = values 1\n//! alone: a barrier in a branch\n");
    write_case("barrier/b_plain", "//! expect: r = values 1\n");
    write_case("barrier/c_plain", "//! expect: r = values 1\n");
    write_case("litmus/a_race", "//! expect: r = litmus(1, 0)\n//! compare: r: statistic 1\n");
    write_case("simd/a_two", "//! expect: r = values 1\n//! math: safe fast\n");
    write_case("types/b_plain", "//! expect: r = values 1\n");
    return 0;
}

static int remove_files(void **state)
{
    (void)state;
    char command[128];
    snprintf(command, sizeof command, "rm -r '%s'", root);
    return system(command);
}

static void what_could_hang_comes_last(void **state)
{
    (void)state;
    static const char *const wanted[] = {"barrier/b_plain", "simd/a_two:math=safe", "types/b_plain",
                                         "barrier/c_plain", "simd/a_two:math=fast", "barrier/a_branch",
                                         "litmus/a_race"};
    options options = {.command = COMMAND_RUN, .cases = root, .shard = 1, .shards = 1};
    assay_error error = {0};
    plan plan;
    size_t order[8], begin[FIRST_LIGHT_PHASES + 1];
    if (!plan_make(&plan, &options, &error))
        fail_msg("%s:%d: %s", error.file, error.line, error.text);
    assert_int_equal(plan.count, 7);
    plan_first_light(&plan, order, begin);
    for (size_t i = 0; i < 7; i++)
        assert_string_equal(plan.item[order[i]].it->name, wanted[i]);
    assert_int_equal(begin[FIRST_LIGHT_AREAS], 0);
    assert_int_equal(begin[FIRST_LIGHT_REST], 3);
    assert_int_equal(begin[FIRST_LIGHT_ALONE], 5);
    assert_int_equal(begin[FIRST_LIGHT_PHASES], 7);
    plan_clear(&plan);
}

/* ---- Units */

static void write_sweep(void)
{
    char path[256];
    snprintf(path, sizeof path, "%s/simd/z_sweep.metal", root);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs("//! title: t\n//! verifies: a.b\n//! dispatch: threads 4, threadgroup 4\n//! in: d float[threads] = "
          "iota\n//! out: r float[threads]\n//! expect: r = fabs(d, 1)\n//! sweep: d\n//! mutant: a.b | replace "
          "`fabs(d[i])` with `d[i]`\nkernel void k(device const float *d [[buffer(0)]], device float *r [[buffer(1)]], "
          "uint i [[thread_position_in_grid]]) { r[i] = fabs(d[i]); }\n",
          file);
    fclose(file);
}

/* The plan of these units, or the error. */
static bool plan_units(plan *plan, unit_list *list, const char *const *words, size_t count, assay_error *error)
{
    if (!units_read(list, words, count, error))
        fail_msg("%s", error->text);
    options options = {
        .command = COMMAND_RUN, .cases = root, .shard = 1, .shards = 1, .units = list->item, .unit_count = list->count};
    return plan_make(plan, &options, error);
}

/* An axis whose name begins as another's is not taken for it. */
static void modes_are_found_by_their_whole_name(void **state)
{
    (void)state;
    static const char *const wanted[] = {"types/c_modes:math_of=1,math=safe", "types/c_modes:math_of=2,math=safe"};
    static const char *const patterns[] = {"types/c_modes"};
    metal_math safe = METAL_MATH_SAFE;
    options options = {.command = COMMAND_RUN, .cases = root, .shard = 1, .shards = 1, .math = &safe};
    assay_error error = {0};
    plan plan;
    write_case(
        "types/c_modes",
        "//! for: math_of in 1 2\n//! math: safe fast\n//! in: d uint[math_of] = iota\n//! expect: r = values 1\n");
    options.queries = patterns;
    options.query_count = 1;
    if (!plan_make(&plan, &options, &error))
        fail_msg("%s:%d: %s", error.file, error.line, error.text);
    assert_int_equal(plan.count, 2);
    for (size_t i = 0; i < 2; i++)
        assert_string_equal(plan.item[i].it->name, wanted[i]);
    plan_clear(&plan);
}

/* The newest version that is older than the one a case has to come before. */
static void versions_before_another(void **state)
{
    (void)state;
    enum { MSL_3_0 = 3 << 16, MSL_3_1, MSL_3_2 };
    static const char *const patterns[] = {"types/d_before"};
    options options = {.command = COMMAND_RUN, .cases = root, .shard = 1, .shards = 1, .queries = patterns};
    assay_error error = {0};
    plan plan;
    options.query_count = 1;
    write_case("types/d_before", "//! requires: msl-before 3.1\n//! expect: r = values 1\n");
    if (!plan_make(&plan, &options, &error))
        fail_msg("%s:%d: %s", error.file, error.line, error.text);
    assert_int_equal(plan.count, 1);
    assert_int_equal(eligible_language(plan.item[0].it, &(metal_facts){.msl = MSL_3_0}), MSL_3_0);
    assert_int_equal(eligible_language(plan.item[0].it, &(metal_facts){.msl = MSL_3_1}), MSL_3_0);
    assert_int_equal(eligible_language(plan.item[0].it, &(metal_facts){.msl = MSL_3_2}), MSL_3_0);
    assert_int_equal(eligible_language(plan.item[0].it, &(metal_facts){.msl = 4 << 16 | 1}), MSL_3_0);
    plan_clear(&plan);
}

static void a_unit_is_its_case_and_part(void **state)
{
    (void)state;
    static const char *const words[] = {"case:types/b_plain", "sweep:3/4:simd/z_sweep", "sweep:1/4:simd/z_sweep",
                                        "case:simd/a_two:math=fast"};
    static const char *const wanted[] = {"simd/a_two:math=fast", "simd/z_sweep", "simd/z_sweep", "types/b_plain"};
    static const unsigned parts[] = {0, 1, 3, 0};
    options options = {.sweep_parts = 0};
    assay_error error = {0};
    unit_list list;
    plan plan;
    write_sweep();
    if (!plan_units(&plan, &list, words, 4, &error))
        fail_msg("%s:%d: %s", error.file, error.line, error.text);
    assert_int_equal(plan.count, 4);
    assert_int_equal(plan.file_count, 3);
    for (size_t i = 0; i < 4; i++) {
        wire_job job = plan_job(&plan, i, &options);
        assert_string_equal(job.name, wanted[i]);
        assert_int_equal(job.sweep_part, parts[i]);
        assert_int_equal(job.sweep_parts, parts[i] ? 4 : 0);
    }
    plan_clear(&plan);
    units_clear(&list);
}

static void refused(const char *word, const char *hash, const char *says)
{
    assay_error error = {0};
    unit_list list = {0};
    plan plan = {0};
    if (!units_read(&list, &word, 1, &error))
        fail_msg("%s", error.text);
    list.item[0].hash = hash;
    options options = {
        .command = COMMAND_RUN, .cases = root, .shard = 1, .shards = 1, .units = list.item, .unit_count = 1};
    assert_false(plan_make(&plan, &options, &error));
    if (!strstr(error.text, says))
        fail_msg("`%s` says `%s`", word, error.text);
    units_clear(&list);
}

static void units_of_another_suite_are_refused(void **state)
{
    (void)state;
    refused("case:types/none", NULL, "has no case `types/none`");
    refused("case:types", NULL, "has no case `types`");
    refused("sweep:1/2:types/b_plain", NULL, "the case has no sweep; its unit is case:types/b_plain");
    refused("case:types/b_plain", "0000000000000000", "was planned for another version of");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_could_hang_comes_last), cmocka_unit_test(modes_are_found_by_their_whole_name),
        cmocka_unit_test(versions_before_another), cmocka_unit_test(a_unit_is_its_case_and_part),
        cmocka_unit_test(units_of_another_suite_are_refused)};
    return cmocka_run_group_tests(tests, make_files, remove_files);
}
