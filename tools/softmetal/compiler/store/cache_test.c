/* cache_test.c: entries survive, damaged ones do not, and a directory that cannot be written to is no error. */
#include "cache.h"
#include <fcntl.h>
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
#include <time.h>
#include <unistd.h>
#include <cmocka.h>

enum { CACHE_BYTES = 1 << 20 };
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

/* ---- the limit, 1 MB here */
static sm_hash numbered(uint64_t n)
{
    return (sm_hash){{n * UINT64_C(0x0123456789abcdef), n}};
}

static bool is_there(uint64_t n)
{
    char path[4096];
    assert_true(sm_cache_path(numbered(n), "many", path, sizeof path));
    return access(path, F_OK) == 0;
}

/* As if last used so many hours ago. */
static void make_older(uint64_t n, int hours)
{
    char path[4096];
    struct timespec when[2];
    assert_true(sm_cache_path(numbered(n), "many", path, sizeof path));
    clock_gettime(CLOCK_REALTIME, &when[0]);
    when[0].tv_sec -= 3600L * hours;
    when[1] = when[0];
    assert_int_equal(utimensat(AT_FDCWD, path, when, 0), 0);
}

static uint64_t bytes_on_disk(void)
{
    char pattern[200];
    glob_t found;
    struct stat status;
    uint64_t total = 0;
    snprintf(pattern, sizeof pattern, "%s/*/*", directory);
    if (glob(pattern, 0, NULL, &found) == 0) {
        for (size_t i = 0; i < found.gl_pathc; i++)
            total += stat(found.gl_pathv[i], &status) == 0 ? ((uint64_t)status.st_size + 4095) / 4096 * 4096 : 0;
        globfree(&found);
    }
    return total;
}

static void stays_within_its_limit(void **state)
{
    (void)state;
    enum { FILES = 400, SIZE = 8000 };
    static uint8_t content[SIZE];
    for (uint64_t n = 0; n < FILES; n++) {
        sm_cache_write(numbered(n), "many", (sm_bytes){content, sizeof content});
        assert_true(bytes_on_disk() <= CACHE_BYTES);
    }
    assert_true(bytes_on_disk() > CACHE_BYTES / 2);
    assert_true(is_there(FILES - 1));
    assert_false(is_there(0));
}

static void forgets_what_was_used_longest_ago(void **state)
{
    (void)state;
    enum { OLD = 1000, FILES = 60, SIZE = 8000 };
    static uint8_t content[SIZE];
    for (uint64_t n = OLD; n < OLD + FILES; n++) {
        sm_cache_write(numbered(n), "many", (sm_bytes){content, sizeof content});
        make_older(n, 50);
    }
    sm_bytes read;
    assert_true(sm_cache_read(numbered(OLD + 7), "many", &read)); /* now it is the latest used */
    sm_cache_free(read);
    for (uint64_t n = 0; n < 100; n++)
        sm_cache_write(numbered(n), "many", (sm_bytes){content, sizeof content});
    size_t kept = 0;
    for (uint64_t n = OLD; n < OLD + FILES; n++)
        kept += is_there(n);
    assert_true(is_there(OLD + 7));
    assert_true(is_there(99));
    assert_true(kept < FILES);
}

static void limits_processes_together(void **state)
{
    (void)state;
    enum { PROCESSES = 4, FILES = 150, SIZE = 8000 };
    static uint8_t content[SIZE];
    pid_t child[PROCESSES];
    for (int p = 0; p < PROCESSES; p++) {
        child[p] = fork();
        if (child[p] != 0)
            continue;
        for (uint64_t n = 0; n < FILES; n++)
            sm_cache_write(numbered((uint64_t)p * FILES + n), "many", (sm_bytes){content, sizeof content});
        _exit(0);
    }
    for (int p = 0; p < PROCESSES; p++) {
        int status = -1;
        assert_int_equal(waitpid(child[p], &status, 0), child[p]);
        assert_int_equal(status, 0);
    }
    assert_true(bytes_on_disk() <= CACHE_BYTES + CACHE_BYTES / 16); /* what one adds while another counts */
    assert_true(bytes_on_disk() > CACHE_BYTES / 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(forgets_what_was_used_longest_ago),
                                       cmocka_unit_test(stays_within_its_limit),
                                       cmocka_unit_test(limits_processes_together),
                                       cmocka_unit_test(remembers),
                                       cmocka_unit_test(rejects_damage),
                                       cmocka_unit_test(survives_a_bad_place),
                                       cmocka_unit_test(shares_with_processes),
                                       cmocka_unit_test(survives_a_full_disk)};
    strcpy(directory, "/tmp/softmetal-test-XXXXXX");
    if (!mkdtemp(directory))
        return 1;
    setenv("SOFTMETAL_CACHE", directory, 1);
    setenv("SOFTMETAL_CACHE_SIZE", "1M", 1);
    cmocka_set_message_output(CM_OUTPUT_TAP);
    int failures = cmocka_run_group_tests(tests, NULL, NULL);
    char command[100];
    snprintf(command, sizeof command, "rm -rf '%s'", directory);
    return system(command) == 0 ? failures : 1;
}
