/* plan_test.c: the order of --first-light, from files that the test writes. */
#include "../output/text.h"
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

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(what_could_hang_comes_last)};
    return cmocka_run_group_tests(tests, make_files, remove_files);
}
