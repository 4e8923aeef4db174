/* child.c: children talk through memory files (memfd), not pipes: nobody has to read while the other writes, so there
 * is no deadlock, no SIGPIPE in the client, and the clang child can seek in its output. */
#include "child.h"
#include "server.h"
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static void read_all(int file, sm_pack *into)
{
    off_t size = lseek(file, 0, SEEK_END);
    lseek(file, 0, SEEK_SET);
    for (off_t done = 0; done < size;) {
        uint8_t block[65536];
        ssize_t n = read(file, block, sizeof block);
        if (n <= 0 && errno != EINTR)
            break;
        if (n > 0) {
            sm_pack_raw(into, block, (size_t)n);
            done += n;
        }
    }
    sm_pack_raw(into, "", 1);
    into->size -= into->size > 0;
}

/* Waits for the child; after `seconds` it is killed. */
static int wait_for(pid_t child, unsigned seconds)
{
    int handle = (int)syscall(SYS_pidfd_open, child, 0), status = 0;
    if (handle >= 0) {
        struct pollfd ready = {.fd = handle, .events = POLLIN};
        int n;
        do
            n = poll(&ready, 1, (int)seconds * 1000);
        while (n < 0 && errno == EINTR);
        if (n == 0)
            kill(child, SIGKILL);
        close(handle);
    }
    while (waitpid(child, &status, 0) < 0) {
        if (errno != EINTR) /* the client reaps all children: the output tells how it went */
            return 0;
    }
    return status;
}

static bool spawn(const char *const *argv, const int file[3], pid_t *child)
{
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t none;
    sigemptyset(&none);
    if (posix_spawn_file_actions_init(&actions) != 0)
        return false;
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
    for (int i = 0; i < 3; i++)
        posix_spawn_file_actions_adddup2(&actions, file[i], i);
    bool started = posix_spawn(child, argv[0], &actions, &attributes, (char *const *)(uintptr_t)argv, environ) == 0;
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    return started;
}

static bool run(const char *const *argv, const sm_bytes *first, sm_bytes input, unsigned seconds,
                sm_child_result *result)
{
    *result = (sm_child_result){0};
    int file[3] = {sm_memory_file(input), sm_memory_file((sm_bytes){0}), sm_memory_file((sm_bytes){0})};
    pid_t child;
    int status = 0;
    if (file[0] >= 0 && file[1] >= 0 && file[2] >= 0) {
        result->started = sm_server_run(argv, first, file, seconds, &status);
        if (!result->started && !first && spawn(argv, file, &child)) {
            result->started = true;
            status = wait_for(child, seconds);
        }
    }
    if (result->started) {
        result->signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
        result->code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
        read_all(file[1], &result->output);
        read_all(file[2], &result->errors);
    }
    for (int i = 0; i < 3; i++) {
        if (file[i] >= 0)
            close(file[i]);
    }
    return result->started && result->signal == 0 && result->code == 0 && !result->output.failed;
}

bool sm_child_run(const char *const *argv, sm_bytes input, unsigned seconds, sm_child_result *result)
{
    return run(argv, NULL, input, seconds, result);
}

bool sm_child_run_after(const char *const *argv, sm_bytes first, sm_bytes input, unsigned seconds,
                        sm_child_result *result)
{
    return run(argv, &first, input, seconds, result);
}

void sm_child_result_free(sm_child_result *result)
{
    free(result->output.data);
    free(result->errors.data);
    *result = (sm_child_result){0};
}
