/* worker.c: starts worker processes and talks to them. Pipes are close-on-exec except where posix_spawn puts them on
 * the standard descriptors; the process group lets us end a worker together with the compilers it started.
 *
 * On a Mac the compiler is a service (MTLCompilerService) that launchd started in the worker's own domain, no child of
 * the worker: killing the group does not reach it. It is left to launchd, whose domain it is (launchctl(1), pid/):
 * it could not be told from the services of other programs, and the next worker has one of its own. */
#include "worker.h"
#include "../../base/home.h"
#include "../../base/clock.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

enum { LAST_WORDS = 4096 };

struct worker {
    pid_t process;
    int requests, replies, errors;
    text arrived, words;
};

static bool make_pipe(int ends[2])
{
    ends[0] = ends[1] = -1;
    if (pipe(ends) != 0)
        return false;
    for (int i = 0; i < 2; i++)
        if (fcntl(ends[i], F_SETFD, FD_CLOEXEC) != 0)
            return false;
    return true;
}

static void close_all(int *files, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (files[i] >= 0)
            close(files[i]);
}

/* ---- Environment: a copy of ours with some variables set */

typedef struct setting {
    const char *name, *value;
} setting;

static bool sets(const char *entry, const char *name)
{
    size_t length = strlen(name);
    return strncmp(entry, name, length) == 0 && entry[length] == '=';
}

static void free_environment(char **environment)
{
    for (char **at = environment; at && *at; at++)
        free(*at);
    free(environment);
}

static char **make_environment(const setting *settings, size_t count)
{
    size_t have = 0, used = 0;
    while (environ[have])
        have++;
    char **made = calloc(have + count + 1, sizeof *made);
    if (!made)
        return NULL;
    for (size_t i = 0; i < have; i++) {
        bool replaced = false;
        for (size_t j = 0; j < count; j++)
            replaced |= settings[j].value && sets(environ[i], settings[j].name);
        if (!replaced)
            made[used++] = text_copy(environ[i]);
    }
    for (size_t j = 0; j < count; j++) {
        text entry = {0};
        if (!settings[j].value)
            continue;
        text_format(&entry, "%s=%s", settings[j].name, settings[j].value);
        made[used++] = entry.data;
    }
    return made;
}

static char **worker_environment(const worker_options *options)
{
    const char *on = options->checked ? "1" : NULL;
    setting settings[] = {
        {"SOFTMETAL_PROFILE", options->profile},
        {"SOFTMETAL_PERSONALITY", options->personality},
        {"SOFTMETAL_FAULT", options->fault},
        {"SOFTMETAL_WEAK", options->weak},
        {"SOFTMETAL_ORDER", options->order},
        {"SOFTMETAL_ENGINE", options->engine},
        {"SOFTMETAL_COOP", options->layout},
        {"SOFTMETAL_CHECKED", on},
        {"SOFTMETAL_DEVICE", options->on_cpu ? "cpu" : NULL},
        {"SOFTMETAL_CPU", options->on_cpu ? "" : NULL},
        {"MTL_DEBUG_LAYER", on},
        {"MTL_SHADER_VALIDATION", on},
    };
    return make_environment(settings, sizeof settings / sizeof *settings);
}

/* ---- Start */

static int spawn(pid_t *process, char *const *arguments, char *const *environment, const int standard[3])
{
    const char *path = home_executable();
    if (!*path)
        return ENOENT;
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t none;
    sigemptyset(&none);
    posix_spawn_file_actions_init(&actions);
    posix_spawnattr_init(&attributes);
    for (int i = 0; i < 3; i++)
        posix_spawn_file_actions_adddup2(&actions, standard[i], i);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK);
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setsigmask(&attributes, &none);
    int result = posix_spawn(process, path, &actions, &attributes, arguments, environment);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    return result;
}

worker *worker_start(const worker_options *options, assay_error *error)
{
    int requests[2] = {-1, -1}, replies[2] = {-1, -1}, errors[2] = {-1, -1};
    worker *worker = calloc(1, sizeof *worker);
    char **environment = worker_environment(options);
    char *arguments[] = {"assay",
                         "--worker",
                         (char *)(options->device ? options->device : "default"),
                         options->checked ? "checked" : "plain",
                         options->host4 ? "metal4" : NULL,
                         NULL};
    int result = ENOMEM;
    if (worker && environment)
        result = make_pipe(requests) && make_pipe(replies) && make_pipe(errors) ? 0 : errno;
    if (!result)
        result = spawn(&worker->process, arguments, environment, (int[]){requests[0], replies[1], errors[1]});
    free_environment(environment);
    if (result) {
        close_all((int[]){requests[0], requests[1], replies[0], replies[1], errors[0], errors[1]}, 6);
        free(worker);
        assay_fail(error, NULL, 0, "cannot start a worker process: %s", strerror(result));
        return NULL;
    }
    close_all((int[]){requests[0], replies[1], errors[1]}, 3);
    worker->requests = requests[1];
    worker->replies = replies[0];
    worker->errors = errors[0];
    return worker;
}

/* Takes one block; false at the end. */
static bool take(int file, text *into)
{
    char block[65536];
    ssize_t count = read(file, block, sizeof block);
    if (count > 0)
        text_bytes(into, block, (size_t)count);
    return count > 0 || (count < 0 && (errno == EINTR || errno == EAGAIN));
}

bool worker_selfcheck(const worker_options *options, double seconds, text *said)
{
    int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC), output[2] = {-1, -1}, status = 0;
    char **environment = worker_environment(options);
    char *arguments[] = {
        "assay", "devices", "--selfcheck", "--device", (char *)(options->device ? options->device : "default"), NULL};
    pid_t process = -1;
    bool started = nothing >= 0 && environment && make_pipe(output) &&
                   !spawn(&process, arguments, environment, (int[]){nothing, output[1], output[1]});
    free_environment(environment);
    close_all((int[]){nothing, output[1]}, 2);
    double end = monotonic_seconds() + seconds;
    bool open = started, late = false;
    while (open && !late) {
        struct pollfd file = {.fd = output[0], .events = POLLIN};
        double left = end - monotonic_seconds();
        late = left <= 0 || poll(&file, 1, (int)(left * 1000) + 1) == 0;
        open = late || take(output[0], said);
    }
    if (started && late)
        kill(-process, SIGKILL);
    while (started && waitpid(process, &status, 0) < 0 && errno == EINTR)
        ;
    close_all(output, 1);
    if (!started)
        text_add(said, "it cannot be started\n");
    else if (late)
        text_format(said, "it did not end in %.0f s\n", seconds);
    else if (WIFSIGNALED(status))
        text_format(said, "it ended with signal %d (%s)\n", WTERMSIG(status), strsignal(WTERMSIG(status)));
    return started && !late && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/* ---- Talk */

int worker_replies(const worker *worker)
{
    return worker->replies;
}
int worker_errors(const worker *worker)
{
    return worker->errors;
}
text *worker_arrived(worker *worker)
{
    return &worker->arrived;
}

bool worker_send(worker *worker, const wire_job *job)
{
    text frame = {0};
    wire_send_job(&frame, job);
    size_t done = 0;
    while (!frame.failed && done < frame.length) {
        ssize_t count = write(worker->requests, frame.data + done, frame.length - done);
        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0)
            break;
        done += (size_t)count;
    }
    bool sent = frame.length && done == frame.length;
    text_free(&frame);
    return sent;
}

bool worker_read_replies(worker *worker)
{
    return take(worker->replies, &worker->arrived);
}

void worker_read_errors(worker *worker)
{
    if (worker->errors < 0)
        return;
    if (!take(worker->errors, &worker->words)) {
        close(worker->errors);
        worker->errors = -1;
    }
    if (worker->words.length > LAST_WORDS)
        text_consume(&worker->words, worker->words.length - LAST_WORDS);
}

const char *worker_last_words(worker *worker)
{
    if (worker->errors >= 0) { /* what is still in the pipe, without waiting for more */
        fcntl(worker->errors, F_SETFL, O_NONBLOCK);
        size_t before;
        do {
            before = worker->words.length;
            worker_read_errors(worker);
        } while (worker->errors >= 0 && worker->words.length != before && worker->words.length < LAST_WORDS);
    }
    return text_string(&worker->words);
}

/* ---- End */

/* Waits up to a second for a worker that is ending by itself. */
static bool reap(pid_t process, int *status)
{
    for (int i = 0; i < 200; i++) {
        pid_t ended = waitpid(process, status, WNOHANG);
        if (ended == process || (ended < 0 && errno != EINTR))
            return true;
        nanosleep(&(struct timespec){0, 5000000}, NULL);
    }
    return false;
}

void worker_end(worker *worker, char *why, size_t size)
{
    if (!worker)
        return;
    int status = 0;
    close(worker->requests);
    bool reaped = why && reap(worker->process, &status);
    kill(-worker->process, SIGKILL);
    while (!reaped && waitpid(worker->process, &status, 0) < 0 && errno == EINTR)
        ;
    if (why && WIFSIGNALED(status))
        snprintf(why, size, "signal %d (%s)", WTERMSIG(status), strsignal(WTERMSIG(status)));
    else if (why)
        snprintf(why, size, "exit code %d", WEXITSTATUS(status));
    close(worker->replies);
    if (worker->errors >= 0)
        close(worker->errors);
    text_free(&worker->arrived);
    text_free(&worker->words);
    free(worker);
}
