/* python.c: harness/validate/asked/call_reference.py at the other end of two pipes. It watches the time itself, since
 * it knows the line where the function is; only code that Python cannot interrupt has its whole process group ended
 * from here. */
#include "python.h"
#include "../../base/clock.h"
#include "../../base/home.h"
#include "../../base/json.h"
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static const double grace = 2; /* seconds that the process has to say that its function takes too long */

struct python {
    pid_t process;
    int requests, answers;
    double timeout;
    const char *file, *interpreter;
};

/* ---- Start and end */

static bool make_pipe(int ends[2])
{
    return pipe(ends) == 0 && fcntl(ends[0], F_SETFD, FD_CLOEXEC) == 0 && fcntl(ends[1], F_SETFD, FD_CLOEXEC) == 0;
}

static int spawn(python *to, char *const words[], int input, int output)
{
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    posix_spawn_file_actions_init(&actions);
    posix_spawnattr_init(&attributes);
    posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
    posix_spawnattr_setpgroup(&attributes, 0);
    int result = posix_spawnp(&to->process, words[0], &actions, &attributes, words, environ);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    return result;
}

void python_end(python *python)
{
    if (!python)
        return;
    if (python->requests >= 0)
        close(python->requests);
    if (python->answers >= 0)
        close(python->answers);
    if (python->process > 0) {
        kill(-python->process, SIGKILL);
        while (waitpid(python->process, NULL, 0) < 0 && errno == EINTR)
            continue;
    }
    free(python);
}

/* ---- Answers */

/* A line of the process's, without its end. False if it ended or took too long, with a sentence. */
static bool read_line(python *python, text *line, assay_error *error)
{
    double end = monotonic_seconds() + python->timeout + grace;
    char byte;
    for (;;) {
        double left = end - monotonic_seconds();
        struct pollfd one = {.fd = python->answers, .events = POLLIN};
        int ready = poll(&one, 1, left > 0 ? (int)(left * 1e3) + 1 : 0);
        if (ready < 0 && errno == EINTR)
            return assay_fail(error, NULL, 0, "interrupted");
        if (ready == 0)
            return assay_fail(error, python->file, 0,
                              "the reference does not end within %g s, and Python does not get it to stop; --timeout "
                              "allows more",
                              python->timeout);
        ssize_t count = ready < 0 ? -1 : read(python->answers, &byte, 1);
        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0)
            return assay_fail(error, python->file, 0,
                              "the process of the reference (%s) ended without an answer; what it said stands above",
                              python->interpreter);
        if (byte == '\n')
            return true;
        text_bytes(line, &byte, 1);
    }
}

static bool take_answer(python *python, bool *raised, assay_error *error)
{
    text line = {0};
    bool good = read_line(python, &line, error);
    json_value *answer = good ? json_read(text_string(&line), line.length) : NULL;
    const char *told = json_text(answer, "text");
    *raised = json_get(answer, "raised") != NULL;
    if (good && !answer)
        good = assay_fail(error, python->file, 0, "the process of the reference answers `%.200s`", text_string(&line));
    if (good && *told)
        good = json_get(answer, "late")
                   ? assay_fail(error, python->file, (int)json_double(answer, "line", 0),
                                "the reference %s within %g s; --timeout allows more", told, python->timeout)
                   : assay_fail(error, python->file, (int)json_double(answer, "line", 0), "%s", told);
    json_destroy(answer);
    text_free(&line);
    return good;
}

python *python_start(const char *file, const char *function, const char *interpreter, double timeout,
                     assay_error *error)
{
    char usual[PATH_MAX], program[PATH_MAX], seconds[32];
    int requests[2] = {-1, -1}, answers[2] = {-1, -1};
    if (access(file, R_OK) != 0) {
        assay_fail(error, file, 0, "cannot be read: %s; --reference is FILE.py:FUNCTION", strerror(errno));
        return NULL;
    }
    python *to = calloc(1, sizeof *to);
    if (!to) {
        assay_fail(error, NULL, 0, "out of memory");
        return NULL;
    }
    *to = (python){.requests = -1, .answers = -1, .timeout = timeout, .file = file};
    to->interpreter = interpreter ? interpreter : "tools/python";
    snprintf(seconds, sizeof seconds, "%g", timeout);
    char *const words[] = {interpreter ? (char *)interpreter : home_path("tools/python", usual, sizeof usual),
                           home_path("harness/validate/asked/call_reference.py", program, sizeof program),
                           (char *)file,
                           (char *)function,
                           seconds,
                           NULL};
    int refused = make_pipe(requests) && make_pipe(answers) ? spawn(to, words, requests[0], answers[1]) : errno;
    to->requests = requests[1];
    to->answers = answers[0];
    close(requests[0]);
    close(answers[1]);
    if (refused)
        assay_fail(error, NULL, 0, "%s cannot be started: %s; --python names an interpreter", to->interpreter,
                   strerror(refused));
    bool raised;
    if (!refused && take_answer(to, &raised, error))
        return to;
    to->process = refused ? 0 : to->process;
    python_end(to);
    return NULL;
}

bool python_ask(python *python, const char *request, bool *raised, assay_error *error)
{
    *raised = false;
    for (size_t length = strlen(request), done = 0; done < length;) {
        ssize_t count = write(python->requests, request + done, length - done);
        if (count < 0 && errno != EINTR)
            return assay_fail(error, python->file, 0, "the process of the reference ended: %s", strerror(errno));
        done += count > 0 ? (size_t)count : 0;
    }
    return take_answer(python, raised, error);
}
