/* cache_test.c: entries survive, damaged ones do not, and a directory that cannot be written to is no error. */
#include "cache.h"
#include <glob.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cmocka.h>

static char directory[64];
static const sm_hash key = {{0x1234, 0x5678}};

static sm_bytes text(const char *s)
{
    return (sm_bytes){(const uint8_t *)s, strlen(s)};
}

static void assert_content(const char *expected)
{
    sm_bytes content;
    assert_true(sm_cache_read(key, "test", &content));
    assert_int_equal(content.size, strlen(expected));
    assert_memory_equal(content.data, expected, content.size);
    sm_cache_free(content);
}

static void assert_missing(void)
{
    sm_bytes content;
    assert_false(sm_cache_read(key, "test", &content));
}

static void entry_path(char path[4096])
{
    assert_true(sm_cache_path(key, "test", path, 4096));
}

static void remembers(void **state)
{
    (void)state;
    assert_missing();
    sm_cache_write(key, "test", text("a compiled kernel"));
    assert_content("a compiled kernel");
    sm_cache_write(key, "test", text("another"));
    assert_content("another");
    sm_cache_write(key, "test", text(""));
    assert_content("");
}

static void rejects_damage(void **state)
{
    (void)state;
    char path[4096];
    entry_path(path);
    sm_cache_write(key, "test", text("a compiled kernel"));
    for (long length = 0; length < 40; length += 3) {
        sm_cache_write(key, "test", text("a compiled kernel"));
        assert_int_equal(truncate(path, length), 0);
        assert_missing();
    }
    for (long at = 0; at < 32 + 17; at++) {
        sm_cache_write(key, "test", text("a compiled kernel"));
        FILE *f = fopen(path, "r+b");
        assert_non_null(f);
        fseek(f, at, SEEK_SET);
        int c = fgetc(f);
        fseek(f, at, SEEK_SET);
        fputc(c ^ 0x10, f);
        fclose(f);
        assert_missing();
    }
    sm_cache_write(key, "test", text("a compiled kernel"));
    assert_content("a compiled kernel");
}

static void survives_a_bad_place(void **state)
{
    (void)state;
    char path[4096];
    entry_path(path);
    unlink(path);
    assert_int_equal(mkdir(path, 0700), 0); /* where the entry should be, stands a directory */
    sm_cache_write(key, "test", text("x"));
    assert_missing();
    rmdir(path);
}

/* Several processes write and read one entry: whoever reads finds one of the two contents, whole. */
static void shares_with_processes(void **state)
{
    (void)state;
    enum { PROCESSES = 4, ROUNDS = 300, SIZE = 40000 };
    pid_t child[PROCESSES];
    static uint8_t content[SIZE];
    for (int p = 0; p < PROCESSES; p++) {
        child[p] = fork();
        if (child[p] != 0)
            continue;
        int bad = 0;
        memset(content, 'a' + p, sizeof content);
        for (int round = 0; round < ROUNDS; round++) {
            sm_bytes found;
            sm_cache_write(key, "shared", (sm_bytes){content, sizeof content});
            if (!sm_cache_read(key, "shared", &found))
                bad = 1;
            else
                bad |= found.size != SIZE || found.data[0] != found.data[SIZE - 1];
            sm_cache_free(found);
        }
        _exit(bad);
    }
    for (int p = 0; p < PROCESSES; p++) {
        int status = -1;
        assert_int_equal(waitpid(child[p], &status, 0), child[p]);
        assert_int_equal(status, 0);
    }
    char path[4096];
    assert_true(sm_cache_path(key, "shared", path, sizeof path));
    unlink(path);
}

/* No room, as on a full disk: the entry is not written, nothing stays behind, and what was there before is still whole.
 */
static void survives_a_full_disk(void **state)
{
    (void)state;
    static uint8_t large[100000];
    struct rlimit before, small;
    sm_cache_write(key, "test", text("a compiled kernel"));
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    small = before;
    small.rlim_cur = 5000;
    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
    sm_cache_write(key, "test", (sm_bytes){large, sizeof large});
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
    assert_content("a compiled kernel");
    char path[4096], pattern[4200];
    glob_t found;
    entry_path(path);
    snprintf(pattern, sizeof pattern, "%s.*", path);
    assert_int_equal(glob(pattern, 0, NULL, &found), GLOB_NOMATCH);
    globfree(&found);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(remembers), cmocka_unit_test(rejects_damage),
                                       cmocka_unit_test(survives_a_bad_place), cmocka_unit_test(shares_with_processes),
                                       cmocka_unit_test(survives_a_full_disk)};
    strcpy(directory, "/tmp/softmetal-test-XXXXXX");
    if (!mkdtemp(directory))
        return 1;
    setenv("SOFTMETAL_CACHE", directory, 1);
    cmocka_set_message_output(CM_OUTPUT_TAP);
    int failures = cmocka_run_group_tests(tests, NULL, NULL);
    char path[4096];
    if (sm_cache_path(key, "test", path, sizeof path))
        unlink(path);
    return failures;
}
