/* recipe_test.c: each step of the recipe for a new library function, left out once. */
#include "recipe.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char tree[] = "/tmp/assay-recipe-XXXXXX";
static const char engine_math[] = "tools/softmetal/include/__msl/engine_math.h";
static const char *const named[] = {"reference/accuracy/accuracy_test.c", "tools/softmetal/include/metal_math",
                                    "tools/softmetal/engine/functions/math_test.c"};

/* A copy of the project's file in the tree, without the line that has `without`, and with a line more. */
static void copy(const char *file, const char *without, const char *more)
{
    char path[512], line[8192];
    snprintf(path, sizeof path, "%s/%s", ASSAY_SOURCE_DIR, file);
    FILE *from = fopen(path, "r");
    snprintf(path, sizeof path, "%s/%s", tree, file);
    for (char *at = path + strlen(tree) + 1; (at = strchr(at, '/')); *at++ = '/') {
        *at = 0;
        mkdir(path, 0700);
    }
    FILE *to = fopen(path, "w");
    assert_true(from && to);
    while (fgets(line, sizeof line, from))
        if (!without || !strstr(line, without))
            fputs(line, to);
    fputs(more, to);
    fclose(from);
    fclose(to);
}

/* The steps that are left once the tree's tables have been read. */
static size_t steps_left(arena *memory, recipe_step **steps)
{
    char path[512], text[256];
    assay_error error;
    snprintf(path, sizeof path, "%s/reference/accuracy.tsv", tree);
    accuracy_table *table = accuracy_read(path, text, sizeof text);
    snprintf(path, sizeof path, "%s/cases/requirements.tsv", tree);
    requirements *known = requirements_read(path, &error);
    assert_true(table && known);
    size_t count = recipe_left(tree, table, known, memory, steps);
    requirements_destroy(known);
    accuracy_destroy(table);
    return count;
}

static void only_step(const char *file, const char *sentence)
{
    arena memory = {0};
    recipe_step *steps;
    size_t count = steps_left(&memory, &steps);
    for (size_t n = 1; n < count; n++)
        print_error("%s: %s\n", steps[n].file, steps[n].sentence);
    assert_int_equal(count, 1);
    assert_string_equal(steps[0].file, file);
    if (!strstr(steps[0].sentence, sentence))
        fail_msg("`%s` is said, not `%s`", steps[0].sentence, sentence);
    arena_free(&memory);
}

static void all_is_done(void **state)
{
    (void)state;
    arena memory = {0};
    recipe_step *steps;
    assert_int_equal(steps_left(&memory, &steps), 0);
    arena_free(&memory);
}

static void ids_are_missed(void **state)
{
    (void)state;
    copy("cases/requirements.tsv", "ulp.half.precise.sinpi\t", "");
    only_step("cases/requirements.tsv",
              "`ulp.half.precise.sinpi` is no id, but accuracy.tsv has a row for it (CONTRIB");
    copy("cases/requirements.tsv", NULL, "");
}

#define ID_OF_SINHPI "ulp.float.precise.sinhpi\t8.4\t1\taccuracy\t-\tplain\t1.0\t-\t-\tsinhpi errs.\tRun it.\n"

static void rows_are_missed(void **state)
{
    (void)state;
    copy("reference/accuracy.tsv", "sinpi\t", "sinpi\tulp 4\t-\tulp 1\t-\t-\t-\n");
    only_step("reference/accuracy.tsv", "the row of `sinpi` has nothing for fast float");
    copy("reference/accuracy.tsv", "sinpi\t", "sinpi\tulp 4\tulp 4\t-\t-\t-\t-\n");
    only_step("reference/accuracy.tsv", "the row of `sinpi` has nothing for half");
    copy("reference/accuracy.tsv", NULL, "");
    copy("cases/requirements.tsv", NULL, ID_OF_SINHPI);
    only_step("reference/accuracy.tsv", "`sinhpi` has no row, but `ulp.float.precise.sinhpi` is an id");
    copy("cases/requirements.tsv", NULL, "");
}

static void a_reference_is_missed(void **state)
{
    (void)state;
    copy("reference/accuracy.tsv", NULL, "sinhpi\tulp 4\t-\t-\t-\t-\t-\n");
    copy("cases/requirements.tsv", NULL, ID_OF_SINHPI);
    only_step("reference/core/real_functions.def", "`sinhpi` is missing, but accuracy.tsv has a row for it");
    copy("reference/accuracy.tsv", NULL, "");
    copy("cases/requirements.tsv", NULL, "");
}

static void words_are_missed(void **state)
{
    (void)state;
    static const char *const lacks[] = {"transcribe `fract`", "define `fract`", "test `fract`"};
    for (size_t f = 0; f < 3; f++) {
        copy(named[f], "fract", "");
        arena memory = {0};
        recipe_step *steps;
        bool found = false;
        for (size_t n = steps_left(&memory, &steps); n-- > 0;) {
            assert_string_equal(steps[n].file, named[f]);
            found = found || strstr(steps[n].sentence, lacks[f]);
        }
        assert_true(found);
        arena_free(&memory);
        copy(named[f], NULL, "");
    }
}

/* A function that is the engine's as it is has its row there alone. */
static void a_row_of_the_engine_defines(void **state)
{
    copy(named[1], "fract", "");
    copy(engine_math, NULL, "F1(fract, fractf, _u10, \"\")\n");
    all_is_done(state);
    copy(engine_math, NULL, "");
    copy(named[1], NULL, "");
}

static int make_tree(void **state)
{
    (void)state;
    if (!mkdtemp(tree))
        return -1;
    copy("cases/requirements.tsv", NULL, "");
    copy("reference/accuracy.tsv", NULL, "");
    for (size_t f = 0; f < 3; f++)
        copy(named[f], NULL, "");
    copy(engine_math, NULL, "");
    return 0;
}

static int remove_tree(void **state)
{
    (void)state;
    char command[64];
    snprintf(command, sizeof command, "rm -r %s", tree);
    return system(command);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_is_done),      cmocka_unit_test(ids_are_missed),
        cmocka_unit_test(rows_are_missed),  cmocka_unit_test(a_reference_is_missed),
        cmocka_unit_test(words_are_missed), cmocka_unit_test(a_row_of_the_engine_defines),
    };
    return cmocka_run_group_tests(tests, make_tree, remove_tree);
}
