/* batch_test.c: a map's rows against validations that end in every way. The test program is its own `assay validate`:
 * the kernel's name says how it ends. What batch.c prints is caught in a file. */
#include "../run/ledger.h"
#include "batch.h"
#include "validation.h"
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

/* ---- The validation */

static const char *value_of(int count, char **words, const char *name)
{
    for (int i = 0; i + 1 < count; i++)
        if (strcmp(words[i], name) == 0)
            return words[i + 1];
    return NULL;
}

static bool has_word(int count, char **words, const char *name)
{
    for (int i = 0; i < count; i++)
        if (strcmp(words[i], name) == 0)
            return true;
    return false;
}

static void write_verdict(const char *path, const char *verdict, const char *findings)
{
    FILE *file = fopen(path, "w");
    fprintf(file,
            "{\"verdict\":\"%s\",\"contract\":\"twice\",\"title\":\"Doubled\",\"findings\":[%s],"
            "\"checks\":[{\"run\":3,\"failed\":1,\"judged\":40},{\"run\":4,\"failed\":0,\"judged\":2}]}\n",
            verdict, findings);
    fclose(file);
}

/* Whether nobody else is at it, for a moment. */
static bool is_alone(void)
{
    bool taken = open("alone", O_CREAT | O_EXCL, 0600) < 0;
    usleep(30000);
    unlink("alone");
    return !taken;
}

static int play_validation(int count, char **words)
{
    const char *json = value_of(count, words, "--json"), *path = words[0], *slash = strrchr(path, '/');
    const char *name = slash ? slash + 1 : path;
    if (!json || !has_word(count, words, "--jobs"))
        return 99;
    if (strcmp(name, "alone.metal") == 0 || strcmp(name, "beside.metal") == 0) {
        bool timed = !has_word(count, words, "--no-speed"), alone = is_alone();
        write_verdict(json, "RIGHT", "");
        return timed != (strcmp(name, "alone.metal") == 0) || (timed && !alone) ? 98 : EXIT_PASS;
    }
    if (strcmp(name, "wrong.metal") == 0) {
        puts("::error file=wrong.metal,line=7::told\nand this is not told");
        write_verdict(json, "WRONG",
                      "{\"kind\":\"note\",\"what\":\"odd\",\"where\":\"\",\"detail\":\"\",\"line\":2},"
                      "{\"kind\":\"defect\",\"what\":\"one is off\",\"where\":\"at N=3\",\"detail\":\"dst[0]\\n\","
                      "\"line\":7}");
        return EXIT_FAIL;
    }
    if (strcmp(name, "slower.metal") == 0) {
        write_verdict(json, "RIGHT", "");
        return EXIT_SLOWER;
    }
    if (strcmp(name, "skipped.metal") == 0)
        return EXIT_SKIPPED;
    if (strcmp(name, "dies.metal") == 0)
        raise(SIGKILL);
    if (strcmp(name, "silent.metal") == 0) /* right, it says, and shows no verdict */
        return EXIT_PASS;
    if (strcmp(name, "unfit.metal") == 0) {
        fputs("first line\nassay: unfit.metal: has no kernel\n", stderr);
        return EXIT_USAGE;
    }
    write_verdict(json, "RIGHT", "");
    return EXIT_PASS;
}

/* ---- The tests */

static char folder[64], said[16384];
static options run;
static char *const further[] = {(char *)"--seed", (char *)"5"};

static int begin(void **state)
{
    (void)state;
    strcpy(folder, "/tmp/assay-batch-XXXXXX");
    run = (options){.program = "assay", .jobs = 3, .timeout = 5};
    return mkdtemp(folder) && chdir(folder) == 0 ? 0 : -1;
}

static int end(void **state)
{
    (void)state;
    unlink("said");
    return chdir("/") == 0 ? rmdir(folder) : -1;
}

/* Runs kernels of these names, each a row of its own, and returns the exit code; `said` is what was printed. */
static int validated(const char *const *names, size_t count, bool annotate)
{
    static const char *const baseline[] = {"--baseline", "old.metal"};
    static char paths[16][32];
    map_row rows[16] = {0};
    assay_error error = {0};
    for (size_t i = 0; i < count; i++) {
        snprintf(paths[i], sizeof *paths, "k/%s.metal", names[i]);
        rows[i] = (map_row){
            .file = paths[i] + 2, .path = paths[i], .contract = "twice", .name = names[i], .line = (int)i + 4};
        if (strcmp(names[i], "alone") == 0)
            rows[i].options = baseline, rows[i].option_count = 2;
        if (strcmp(names[i], "left_out") == 0)
            rows[i].skip = "nobody names it";
    }
    const map map = {.rows = rows, .count = count};
    const batch_request request = {
        .run = &run, .folder = "k", .map = &map, .words = further, .word_count = 2, .annotate = annotate};
    fflush(stdout);
    int kept = dup(STDOUT_FILENO), file = open("said", O_CREAT | O_TRUNC | O_RDWR, 0600);
    dup2(file, STDOUT_FILENO);
    int code = batch_run(&request, &error);
    fflush(stdout);
    dup2(kept, STDOUT_FILENO);
    ssize_t length = pread(file, said, sizeof said - 1, 0);
    said[length > 0 ? length : 0] = 0;
    close(kept);
    close(file);
    assert_string_equal(error.text, "");
    return code;
}

static void says(const char *part)
{
    if (!strstr(said, part))
        fail_msg("`%s` is not in `%s`", part, said);
}

static void every_end_has_its_verdict(void **state)
{
    (void)state;
    static const char *const all[] = {"good", "wrong", "slower", "skipped", "dies", "silent", "unfit", "left_out"};
    assert_int_equal(validated(all, 8, false), EXIT_INTERNAL);
    says("1..8\n");
    says("\nok 1 - good.metal");
    says("\nnot ok 2 - wrong.metal");
    says("one is off");
    says("first: at N=3");
    says("assay validate k/wrong.metal --contract twice --seed 5\n");
    says("\nnot ok 3 - slower.metal");
    says("right, but slower than the baseline");
    says("ok 4 - skipped.metal # SKIP");
    says("its validation ended by signal 9");
    says("\nnot ok 6 - silent.metal");
    says("not validated: line 9 of the map: ");
    says("not validated: line 10 of the map: unfit.metal: has no kernel");
    says("ok 8 - left_out.metal # SKIP nobody names it");
    says("8 discovered = 6 run + 2 skipped");
    assert_null(strstr(said, "::error"));
}

static void the_worst_end_is_the_exit_code(void **state)
{
    (void)state;
    static const struct {
        const char *names[3];
        int code;
    } all[] = {{{"good", "good2", "skipped"}, EXIT_PASS},  {{"skipped", "skipped", "left_out"}, EXIT_SKIPPED},
               {{"good", "slower", "good"}, EXIT_SLOWER},  {{"slower", "unfit", "good"}, EXIT_USAGE},
               {{"slower", "silent", "good"}, EXIT_USAGE}, {{"wrong", "unfit", "slower"}, EXIT_FAIL},
               {{"wrong", "dies", "unfit"}, EXIT_INTERNAL}};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (validated(all[i].names, 3, false) != all[i].code)
            fail_msg("%s, %s and %s do not end in %d: %s", all[i].names[0], all[i].names[1], all[i].names[2],
                     all[i].code, said);
}

/* Whoever compares speeds measures them, and nobody runs meanwhile; the others measure none. */
static void speeds_are_compared_alone(void **state)
{
    (void)state;
    static const char *const all[] = {"alone", "beside", "alone", "beside", "alone"};
    assert_int_equal(validated(all, 5, false), EXIT_PASS);
}

static void annotations_are_repeated(void **state)
{
    (void)state;
    static const char *const all[] = {"wrong"};
    assert_int_equal(validated(all, 1, true), EXIT_FAIL);
    says("::error file=wrong.metal,line=7::told\n");
    assert_null(strstr(said, "and this is not told"));
}

int main(int argc, char **argv)
{
    if (argc > 2 && strcmp(argv[1], "validate") == 0)
        return play_validation(argc - 2, argv + 2);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(every_end_has_its_verdict, begin, end),
        cmocka_unit_test_setup_teardown(the_worst_end_is_the_exit_code, begin, end),
        cmocka_unit_test_setup_teardown(speeds_are_compared_alone, begin, end),
        cmocka_unit_test_setup_teardown(annotations_are_repeated, begin, end),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
