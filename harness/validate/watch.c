/* watch.c: looks at the files four times a second and compares what is in them, not when they were written: clocks of
 * file systems are too coarse for an editor and a test, and a file that is written anew with the same content tells
 * nothing new. Before each run the files are found anew, since a kernel may include others by then. */
#include "watch.h"
#include "../base/file.h"
#include "../base/home.h"
#include "../run/workers/interrupt.h"
#include "../run/ledger.h"
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

extern char **environ;

enum { MILLISECONDS = 250 };

typedef struct watched {
    arena memory;
    const char **paths;
    uint64_t *contents; /* a hash of each, 0 of a file that cannot be read */
    size_t count;
} watched;

/* ---- The files */

static void add_path(watched *to, const char *path)
{
    for (size_t i = 0; i < to->count; i++)
        if (strcmp(to->paths[i], path) == 0)
            return;
    *ARENA_PUSH(&to->memory, to->paths, to->count) = arena_text(&to->memory, path, strlen(path));
}

/* A kernel and what it includes: flattened, its text names each file in a #line. */
static void add_kernel(watched *to, const char *path, const char *const *include)
{
    static const char mark[] = "\n#line 1 \"";
    assay_error ignored = {0};
    add_path(to, path);
    kernel_source *source = kernel_read(path, include, 0, &ignored);
    for (const char *at = source ? strstr(source->text, mark) : NULL; at; at = strstr(at, mark)) {
        at += sizeof mark - 1;
        add_path(to, arena_text(&to->memory, at, strcspn(at, "\"\n")));
    }
    kernel_destroy(source);
}

static void find_files(watched *to, const validate_request *request)
{
    const char *contract = request->contract;
    bool own = strchr(contract, '/') || strstr(contract, ".contract");
    *to = (watched){0};
    add_kernel(to, request->kernel, request->include);
    add_path(to, own ? contract : arena_format(&to->memory, "%s/%s.contract", request->contracts, contract));
    if (request->baseline)
        add_kernel(to, request->baseline, request->include);
    if (request->library)
        add_path(to, request->library);
    if (request->reference)
        add_path(to, arena_text(&to->memory, request->reference,
                                (size_t)(strrchr(request->reference, ':') - request->reference)));
}

static uint64_t content_of(const char *path)
{
    char buffer[16384];
    uint64_t sum = 0;
    FILE *file = fopen(path, "rb");
    for (size_t got; file && (got = fread(buffer, 1, sizeof buffer, file));)
        sum = (sum * 31 + text_hash(buffer, got)) | 1;
    if (file)
        fclose(file);
    return sum;
}

static void look(watched *files)
{
    if (!files->contents)
        files->contents = arena_take(&files->memory, files->count, sizeof *files->contents);
    for (size_t i = 0; i < files->count; i++)
        files->contents[i] = content_of(files->paths[i]);
}

/* Whether a file is not as it was looked at; then it is taken as it is now. */
static bool changed(watched *files)
{
    bool any = false;
    for (size_t i = 0; i < files->count; i++) {
        uint64_t now = content_of(files->paths[i]);
        any |= now != files->contents[i];
        files->contents[i] = now;
    }
    return any;
}

/* ---- Waiting */

/* False once somebody has interrupted. */
static bool pause_watch(void)
{
    struct pollfd one = {.fd = interrupt_descriptor(), .events = POLLIN};
    poll(&one, 1, MILLISECONDS);
    return !interrupt_seen();
}

/* Until something has changed, and then changes no more: an editor may write in several steps. */
static bool await_change(watched *files)
{
    while (!changed(files))
        if (!pause_watch())
            return false;
    do
        if (!pause_watch())
            return false;
    while (changed(files));
    return true;
}

static bool run_once(char *const *words, assay_error *error)
{
    pid_t child;
    const char *self = home_executable();
    int refused = posix_spawn(&child, *self ? self : words[0], NULL, NULL, words, environ);
    if (refused)
        return assay_fail(error, words[0], 0, "cannot be started: %s", strerror(refused));
    while (waitpid(child, NULL, 0) < 0)
        if (errno != EINTR)
            return assay_fail(error, words[0], 0, "was lost: %s", strerror(errno));
        else if (interrupt_seen())
            kill(child, SIGTERM);
    return true;
}

int watch_run(const validate_request *request, char *const *words, assay_error *error)
{
    bool going_on = true;
    while (going_on) {
        watched files;
        find_files(&files, request);
        look(&files); /* before the run: what changes meanwhile is seen after it */
        if (!run_once(words, error)) {
            arena_free(&files.memory);
            return EXIT_INTERNAL;
        }
        printf("watching %zu file%s; interrupt to end\n", files.count, files.count == 1 ? "" : "s");
        fflush(stdout);
        going_on = !interrupt_seen() && await_change(&files);
        arena_free(&files.memory);
    }
    return EXIT_INTERRUPTED;
}
