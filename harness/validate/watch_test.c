/* watch_test.c: what is watched, and what starts another run. The test program is its own `assay validate`: each run
 * edits a file as a person would while it watches, and the last one interrupts. */
#include "../run/ledger.h"
#include "../run/workers/interrupt.h"
#include "watch.h"
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

static const char kernel[] = "#include \"a.h\"\nkernel void k() {}\n";

static void write_file(const char *name, const char *content)
{
    FILE *file = fopen(name, "w");
    fputs(content, file);
    fclose(file);
}

static void append(const char *name, const char *content)
{
    FILE *file = fopen(name, "a");
    fputs(content, file);
    fclose(file);
}

/* Run 1 changes what is included, 2 the contract, 3 the Python, 4 lets the kernel include another file, 5 changes
 * that, 6 writes the kernel anew as it is, which changes nothing, and ends all a while later. */
static int play_validation(void)
{
    struct stat runs = {0};
    append("runs", ".");
    stat("runs", &runs);
    switch (runs.st_size) {
    case 1: write_file("a.h", "int changed;\n"); break;
    case 2: append("k.contract", "//! note: changed\n"); break;
    case 3: append("f.py", "x = 1\n"); break;
    case 4: write_file("k.metal", "#include \"b.h\"\n#include \"a.h\"\nkernel void k() {}\n"); break;
    case 5: write_file("b.h", "int changed;\n"); break;
    default:
        write_file("k.metal", "#include \"b.h\"\n#include \"a.h\"\nkernel void k() {}\n");
        if (fork() == 0) {
            usleep(900000);
            kill(atoi(getenv("WATCHER")), SIGINT);
            _exit(0);
        }
    }
    return EXIT_PASS;
}

static void each_change_is_one_more_run(void **state)
{
    (void)state;
    char folder[64] = "/tmp/assay-watch-XXXXXX", number[32];
    static const char *const files[] = {"k.metal", "a.h", "b.h", "k.contract", "f.py", "runs"};
    char *const words[] = {(char *)"assay", (char *)"validate", NULL};
    const validate_request request = {.kernel = "k.metal",
                                      .contract = "./k.contract",
                                      .contracts = ".",
                                      .reference = "f.py:f",
                                      .include = (const char *const[]){NULL}};
    assay_error error = {0};
    struct stat runs = {0};
    assert_true(mkdtemp(folder) && chdir(folder) == 0);
    write_file("k.metal", kernel);
    write_file("a.h", "");
    write_file("b.h", "");
    write_file("k.contract", "//! title: none\n");
    write_file("f.py", "");
    snprintf(number, sizeof number, "%d", (int)getpid());
    setenv("WATCHER", number, 1);
    interrupt_watch();
    alarm(10); /* a change that is not seen is awaited for ever */
    int code = watch_run(&request, words, &error);
    stat("runs", &runs);
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        unlink(files[i]);
    assert_int_equal(chdir("/"), 0);
    rmdir(folder);
    assert_int_equal(code, EXIT_INTERRUPTED);
    assert_int_equal(runs.st_size, 6);
}

int main(int argc, char **argv)
{
    if (argc > 1 && strcmp(argv[1], "validate") == 0)
        return play_validation();
    const struct CMUnitTest tests[] = {cmocka_unit_test(each_change_is_one_more_run)};
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
