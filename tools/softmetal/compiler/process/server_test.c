/* server_test.c: servers of a program that is this test itself. With the argument --serve it serves (serve/serve.h);
 * its runs do what their argument says. */
#include "child.h"
#include "../serve/connection.h"
#include "../serve/serve.h"
#include "toolchain.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static char self[4096];

/* ---- what runs do */
static int run(int count, char **arguments)
{
    const char *what = count > 1 ? arguments[1] : "", *variable = getenv("SERVER_TEST");
    char line[4096];
    if (strcmp(what, "copy") == 0) {
        while (fgets(line, sizeof line, stdin))
            fputs(line, stdout);
        fprintf(stderr, "%s %s %s", count > 2 ? arguments[2] : "", variable ? variable : "", getcwd(line, sizeof line));
        return 3;
    }
    if (strcmp(what, "parent") == 0) {
        printf("%ld %ld", (long)getpid(), (long)getppid());
        return 0;
    }
    if (strcmp(what, "files") == 0) { /* what it has open beyond the three and its channel */
        int open = 0;
        for (int file = SM_SERVE_SOCKET + 1; file < 1024; file++)
            open += fcntl(file, F_GETFD) >= 0;
        printf("%d", open);
        return 0;
    }
    if (strcmp(what, "count") == 0) { /* what this process has done before */
        static int before;
        printf("%d", before++);
        return 0;
    }
    if (strcmp(what, "crash") == 0)
        abort();
    pause();
    return 0;
}

/* ---- tests */
static sm_child_result result;

static bool ask(const char *what, const char *more, const char *input, unsigned seconds)
{
    const char *argv[] = {self, what, more, NULL};
    sm_child_result_free(&result);
    return sm_child_run(argv, (sm_bytes){(const uint8_t *)input, strlen(input)}, seconds, &result);
}

static const char *output(void)
{
    return (const char *)result.output.data;
}

/* The server that runs come from, and one run. */
static void find_processes(long *run_process, long *server)
{
    assert_true(ask("parent", NULL, "", 60));
    assert_int_equal(sscanf(output(), "%ld %ld", run_process, server), 2);
}

static void runs_as_if_started(void **state)
{
    (void)state;
    char expected[4200], directory[4096];
    assert_int_equal(chdir("/usr"), 0);
    setenv("SERVER_TEST", "seen", 1);
    assert_false(ask("copy", "argument", "one\ntwo\n", 60));
    assert_true(result.started);
    assert_int_equal(result.code, 3);
    assert_string_equal(output(), "one\ntwo\n");
    snprintf(expected, sizeof expected, "argument seen %s", getcwd(directory, sizeof directory));
    assert_string_equal((const char *)result.errors.data, expected);
    assert_true(ask("files", NULL, "", 60));
    assert_string_equal(output(), "0");
}

static void is_started_once(void **state)
{
    (void)state;
    long first, second, server, same;
    find_processes(&first, &server);
    find_processes(&second, &same);
    assert_int_equal(server, same);
    assert_int_not_equal(server, getpid());
}

/* Runs may be of one process, but see nothing of each other. */
static void runs_start_anew(void **state)
{
    (void)state;
    for (int i = 0; i < 5; i++) {
        assert_true(ask("count", NULL, "", 60));
        assert_string_equal(output(), "0");
    }
}

/* What is typed to stop one client does not stop a server that others have, too. */
static void hears_no_terminal(void **state)
{
    (void)state;
    long process, server;
    find_processes(&process, &server);
    assert_int_equal(getpgid((pid_t)server), server);
    assert_int_not_equal(getsid((pid_t)server), getsid(0));
}

static void a_crash_costs_one_run(void **state)
{
    (void)state;
    long process, before, after;
    find_processes(&process, &before);
    assert_false(ask("crash", NULL, "", 60));
    assert_int_equal(result.signal, SIGABRT);
    find_processes(&process, &after);
    assert_int_equal(before, after);
}

static bool exists(long process)
{
    return kill((pid_t)process, 0) == 0;
}

/* Whether the process ends; there is no other way to know than to look. */
static bool ends(long process)
{
    for (int i = 0; i < 6000 && exists(process); i++) {
        char path[64], line[256] = "";
        snprintf(path, sizeof path, "/proc/%ld/stat", process);
        FILE *file = fopen(path, "r");
        const char *state = file && fgets(line, sizeof line, file) ? strrchr(line, ')') : NULL;
        if (file)
            fclose(file);
        if (state && state[1] && state[2] == 'Z')
            return true; /* that nobody has reaped it is not ours */
        usleep(10000);
    }
    return !exists(process);
}

static void what_hangs_is_killed(void **state)
{
    (void)state;
    long process, server, after;
    find_processes(&process, &server);
    assert_false(ask("hang", NULL, "", 1));
    assert_int_equal(result.signal, SIGKILL);
    find_processes(&process, &after);
    assert_int_equal(server, after);
}

/* A client that waits until it has no children must not wait for a server. */
static void is_no_child_of_the_client(void **state)
{
    (void)state;
    long process, server;
    find_processes(&process, &server);
    errno = 0;
    assert_int_equal(wait(NULL), -1);
    assert_int_equal(errno, ECHILD);
}

/* A client that says which server it has; then it has a run that hangs. */
static int be_client(void)
{
    long process, server;
    find_processes(&process, &server);
    printf("%ld\n", server);
    fflush(stdout);
    ask("hang", NULL, "", 300);
    return 1;
}

/* A client that was started from the file, and the server it has. */
static pid_t start_client(const char *file, long *server)
{
    int output_of[2];
    char line[64] = "";
    size_t used = 0;
    assert_int_equal(pipe(output_of), 0);
    pid_t client = fork();
    if (client == 0) {
        dup2(output_of[1], STDOUT_FILENO);
        execl(file, file, "client", (char *)NULL);
        _exit(127);
    }
    close(output_of[1]);
    while (!strchr(line, '\n')) {
        ssize_t n = read(output_of[0], line + used, sizeof line - 1 - used);
        assert_true(n > 0);
        used += (size_t)n;
    }
    *server = strtol(line, NULL, 10);
    close(output_of[0]);
    usleep(100000); /* its run is likely there by now; if not, the test shows less */
    return client;
}

static void end_client(pid_t client)
{
    kill(client, SIGKILL);
    assert_int_equal(waitpid(client, NULL, 0), client);
}

static void clients_share_it(void **state)
{
    (void)state;
    long process, mine, theirs;
    find_processes(&process, &mine);
    pid_t client = start_client(self, &theirs);
    assert_int_equal(theirs, mine);
    end_client(client);
    find_processes(&process, &theirs);
    assert_int_equal(theirs, mine);
}

/* Another file is another program; each client has a run that hangs. */
static void ends_with_its_last_client(void **state)
{
    (void)state;
    char other[] = "/tmp/softmetal-server-test-XXXXXX";
    long process, mine, server, same;
    find_processes(&process, &mine);
    int file = mkstemp(other), from = open(self, O_RDONLY);
    assert_true(file >= 0 && from >= 0);
    while (sendfile(file, from, NULL, 1 << 20) > 0)
        continue;
    assert_int_equal(fchmod(file, 0700), 0);
    close(file);
    close(from);
    pid_t first = start_client(other, &server), second = start_client(other, &same);
    assert_int_equal(server, same);
    assert_int_not_equal(server, mine);
    end_client(first);
    assert_true(exists(server));
    end_client(second);
    assert_true(ends(server));
    assert_true(exists(mine));
    unlink(other);
}

/* Without its server a run is started anew, and the next one starts a server again; but not for ever. */
static void goes_on_without(void **state)
{
    (void)state;
    long process, server, parent, before = 0;
    for (int i = 0; i < 3; i++) {
        find_processes(&process, &server);
        assert_int_not_equal(server, getpid());
        assert_int_not_equal(server, before);
        before = server;
        assert_int_equal(kill((pid_t)server, SIGKILL), 0);
        assert_true(ends(server));
        find_processes(&process, &parent);
        assert_int_equal(parent, getpid());
    }
    find_processes(&process, &parent);
    assert_int_equal(parent, getpid());
}

/* ---- clang, which serves from within a text */
#define PROGRAM "#define RUNS\nint program;"

static void compiles_after(const char *before, const char *program, bool later)
{
    const char *argv[] = {sm_toolchain_find()->clang, "-cc1", "-x", "c", "-emit-llvm", "-o", "-", "-", NULL};
    char first[256], wanted[64];
    snprintf(first, sizeof first,
             "int %s;\n#include \"" SM_SERVE_INPUT "\"\n"
             "#ifndef RUNS\nint later;\n#include \"" SM_SERVE_INPUT_LATER "\"\n#endif\n",
             before);
    sm_child_result_free(&result);
    bool good = sm_child_run_after(argv, (sm_bytes){(const uint8_t *)first, strlen(first)},
                                   (sm_bytes){(const uint8_t *)program, strlen(program)}, 60, &result);
    if (!good)
        fail_msg("%s: %s", before, result.started ? (const char *)result.errors.data : "no server");
    snprintf(wanted, sizeof wanted, "@%s = ", before);
    assert_non_null(strstr(output(), wanted));
    assert_non_null(strstr(output(), "@program = "));
    assert_int_equal(strstr(output(), "@later = ") != NULL, later);
}

static void clang_goes_on_from_what_it_read(void **state)
{
    (void)state;
    for (int i = 0; i < 2 * SM_SERVE_FIRST_RUNS; i++)
        compiles_after("before", i % 2 ? PROGRAM : "#define RUNS\nextern int before; int *program = &before;",
                       i >= SM_SERVE_FIRST_RUNS);
}

/* There is room for some servers: others end, and are started again when they are wanted. */
static void more_servers_than_there_is_room_for(void **state)
{
    (void)state;
    for (int i = 0; i < 40; i++) {
        char name[16];
        snprintf(name, sizeof name, "n%d", i % 20);
        compiles_after(name, PROGRAM, false);
    }
}

static void refusals_come_back(void **state)
{
    (void)state;
    static const char first[] = "int before;\n#include \"" SM_SERVE_INPUT "\"\n", program[] = "int *program = before;";
    const char *argv[] = {sm_toolchain_find()->clang, "-cc1", "-x", "c", "-fsyntax-only", "-", NULL};
    sm_child_result_free(&result);
    assert_false(sm_child_run_after(argv, (sm_bytes){(const uint8_t *)first, sizeof first - 1},
                                    (sm_bytes){(const uint8_t *)program, sizeof program - 1}, 60, &result));
    assert_true(result.started);
    assert_int_equal(result.code, 1);
    assert_non_null(strstr((const char *)result.errors.data, "not a compile-time constant"));
}

int main(int count, char **arguments)
{
    bool serves = count > 1 && strcmp(arguments[1], "--serve") == 0;
    if (serves)
        sm_serve(SIZE_MAX, &count, &arguments);
    bool is_client = count > 1 && strcmp(arguments[1], "client") == 0;
    if (count > 1 && !is_client) {
        int code = run(count, arguments);
        fflush(NULL);
        sm_serve_end(code);
    }
    if (readlink("/proc/self/exe", self, sizeof self - 1) < 0)
        return 1;
    setenv("SOFTMETAL_COMPILE", self, 1);
    unsetenv("SOFTMETAL_SERVE");
    if (is_client)
        return be_client();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(runs_as_if_started),
        cmocka_unit_test(is_started_once),
        cmocka_unit_test(runs_start_anew),
        cmocka_unit_test(hears_no_terminal),
        cmocka_unit_test(a_crash_costs_one_run),
        cmocka_unit_test(what_hangs_is_killed),
        cmocka_unit_test(is_no_child_of_the_client),
        cmocka_unit_test(clients_share_it),
        cmocka_unit_test(ends_with_its_last_client),
        cmocka_unit_test(goes_on_without),
        cmocka_unit_test(clang_goes_on_from_what_it_read),
        cmocka_unit_test(more_servers_than_there_is_room_for),
        cmocka_unit_test(refusals_come_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
