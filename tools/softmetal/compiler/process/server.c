/* server.c: the client's side of servers: one for each program that this process runs, and that other processes of the
 * user run at the same time: the server listens at an address that says what it is. They are a matter of speed alone: a
 * program that cannot serve, or whose server is gone, is started anew for each run. */
#include "server.h"
#include "../serve/connection.h"
#include "toolchain.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

enum { MOST_SERVERS = 32, LEAST_SERVERS = 4, MOST_LOSSES = 3, BACKLOG = 128, FIRST_FREE = 10 };

typedef struct server {
    sm_hash what; /* identify() */
    pid_t owner;  /* of the socket */
    int socket;   /* -1: it does not serve */
    int losses;   /* how often it was gone */
    uint64_t used;
} server;

static struct {
    pthread_mutex_t lock;
    server list[MOST_SERVERS];
    size_t count;
    uint64_t uses;
} servers = {.lock = PTHREAD_MUTEX_INITIALIZER};

int sm_memory_file(sm_bytes content)
{
    int file = memfd_create("softmetal", MFD_CLOEXEC);
    for (size_t done = 0; file >= 0 && done < content.size;) {
        ssize_t n = write(file, content.data + done, content.size - done);
        if (n < 0 && errno != EINTR) {
            close(file);
            return -1;
        }
        done += n < 0 ? 0 : (size_t)n;
    }
    if (file >= 0)
        lseek(file, 0, SEEK_SET);
    return file;
}

/* A copy that is out of the way of the descriptors that a server gets. */
static int move_up(int file)
{
    int copy = file < 0 ? -1 : fcntl(file, F_DUPFD_CLOEXEC, FIRST_FREE);
    if (file >= 0)
        close(file);
    return copy;
}

static bool wait_readable(int file, unsigned seconds)
{
    struct pollfd ready = {.fd = file, .events = POLLIN};
    int n;
    do
        n = poll(&ready, 1, (int)seconds * 1000);
    while (n < 0 && errno == EINTR);
    return n > 0;
}

/* A variable with `more` put before what it has. */
static char *extend_variable(const char *name, const char *more)
{
    const char *old = getenv(name);
    char *entry;
    return asprintf(&entry, "%s=%s%s%s", name, more, old && *old ? ":" : "", old ? old : "") < 0 ? NULL : entry;
}

static bool sets(const char *entry, const char *other)
{
    size_t n = strcspn(entry, "=") + 1;
    return strncmp(entry, other, n) == 0;
}

/* What makes clang serve, and its forks cheap, for which the first write to a page is what costs most: symbols are
 * bound before there is a fork, and the heap grows by large pages. (softmetal-compile needs less heap: large pages cost
 * it more than they save.) A run has the variables of its request. */
enum { SERVER_VARIABLES = 3 };
static bool list_variables(const char *preload, char *entry[SERVER_VARIABLES])
{
    entry[0] = extend_variable("LD_PRELOAD", preload);
    entry[1] = strdup("LD_BIND_NOW=1");
    entry[2] = extend_variable("GLIBC_TUNABLES", "glibc.malloc.hugetlb=1:glibc.malloc.top_pad=8388608:"
                                                 "glibc.malloc.mmap_threshold=1073741824");
    return entry[0] && entry[1] && entry[2];
}

static char **server_environment(char *const entry[SERVER_VARIABLES])
{
    size_t count = 0, used = 0;
    while (environ[count])
        count++;
    char **made = calloc(count + SERVER_VARIABLES + 1, sizeof *made);
    for (size_t i = 0; made && i < count; i++) {
        bool replaced = false;
        for (int n = 0; n < SERVER_VARIABLES; n++)
            replaced |= sets(entry[n], environ[i]);
        if (!replaced)
            made[used++] = environ[i];
    }
    for (int n = 0; made && n < SERVER_VARIABLES; n++)
        made[used++] = entry[n];
    return made;
}

static bool spawn(const char *const *argv, int input, int listener, char **environment)
{
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t none;
    pid_t child;
    int status = 1;
    sigemptyset(&none);
    if (posix_spawn_file_actions_init(&actions) != 0)
        return false;
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
    for (int i = 0; i < 3; i++)
        posix_spawn_file_actions_addopen(&actions, i, "/dev/null", O_RDWR, 0);
    if (input >= 0)
        posix_spawn_file_actions_adddup2(&actions, input, 0);
    posix_spawn_file_actions_adddup2(&actions, listener, SM_SERVE_SOCKET);
    bool started =
        posix_spawn(&child, argv[0], &actions, &attributes, (char *const *)(uintptr_t)argv, environment) == 0;
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    while (started && waitpid(child, &status, 0) < 0) { /* its fork serves */
        if (errno == EINTR)
            continue;
        status = 0; /* the client reaps all children: what the server says tells how it went */
        break;
    }
    return started && status == 0;
}

/* Starts a server that listens there. */
static bool start(const char *const *argv, const sm_bytes *first, int listener)
{
    const char *serve[] = {argv[0], "--serve", NULL};
    const sm_toolchain *t = sm_toolchain_find();
    char *entry[SERVER_VARIABLES] = {NULL};
    int input = first ? move_up(sm_memory_file(*first)) : -1;
    char **environment = !first ? environ : list_variables(t->preload, entry) ? server_environment(entry) : NULL;
    bool good = (input >= 0 || !first) && environment && spawn(first ? argv : serve, input, listener, environment);
    if (input >= 0)
        close(input);
    if (first)
        free(environment);
    for (int i = 0; i < SERVER_VARIABLES; i++)
        free(entry[i]);
    return good;
}

/* A name without a file, which is gone when nobody listens there. */
static socklen_t address_of(const sm_hash *what, struct sockaddr_un *address)
{
    *address = (struct sockaddr_un){.sun_family = AF_UNIX};
    int n = snprintf(address->sun_path + 1, sizeof address->sun_path - 1, "softmetal-serve-");
    for (size_t i = 0; i < sizeof *what; i++)
        n += snprintf(address->sun_path + 1 + n, sizeof address->sun_path - 1 - (size_t)n, "%02x",
                      ((const unsigned char *)what)[i]);
    return (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + (size_t)n);
}

static int new_socket(void)
{
    return move_up(socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0));
}

/* A connection to the server, which is started if nobody listens; -1 if it does not serve. */
static int reach(const sm_hash *what, const char *const *argv, const sm_bytes *first)
{
    struct sockaddr_un address;
    socklen_t size = address_of(what, &address);
    const struct sockaddr *there = (const struct sockaddr *)&address;
    int connection = new_socket(), listener = -1;
    bool good = connection >= 0 && connect(connection, there, size) == 0;
    if (connection >= 0 && !good && errno == ECONNREFUSED) {
        listener = new_socket();
        bool first_here = listener >= 0 && bind(listener, there, size) == 0 && listen(listener, BACKLOG) == 0;
        good = connect(connection, there, size) == 0 && (!first_here || start(argv, first, listener));
    }
    if (listener >= 0)
        close(listener);
    if (good && sm_serve_is_mine(connection))
        return connection;
    if (connection >= 0)
        close(connection);
    return -1;
}

static bool may_serve(const char *program, bool after)
{
    const sm_toolchain *t = sm_toolchain_find();
    const char *wish = getenv("SOFTMETAL_SERVE");
    if (wish && strcmp(wish, "0") == 0)
        return false;
    return after ? *t->preload != '\0' : strcmp(program, t->helper) == 0;
}

static void pack_file(sm_pack *key, const char *path)
{
    struct stat s = {0};
    (void)!stat(path, &s);
    const uint64_t facts[] = {s.st_dev, s.st_ino, (uint64_t)s.st_size, (uint64_t)s.st_mtim.tv_sec,
                              (uint64_t)s.st_mtim.tv_nsec};
    sm_pack_string(key, path);
    sm_pack_raw(key, facts, sizeof facts);
}

/* Whose runs are the same: of one user, who sees the same files and libraries, one program and what it has read. */
static sm_hash identify(const char *const *argv, const sm_bytes *first)
{
    const sm_toolchain *t = sm_toolchain_find();
    static const char *const libraries[] = {"LD_LIBRARY_PATH", "LD_PRELOAD"};
    struct stat mounts = {0};
    (void)!stat("/proc/self/ns/mnt", &mounts);
    const uint64_t where[] = {geteuid(), mounts.st_dev, mounts.st_ino};
    sm_pack key = {0};
    sm_pack_raw(&key, where, sizeof where);
    for (size_t i = 0; i < sizeof libraries / sizeof *libraries; i++)
        sm_pack_string(&key, getenv(libraries[i]) ? getenv(libraries[i]) : "");
    pack_file(&key, argv[0]);
    for (size_t i = 1; first && argv[i]; i++)
        sm_pack_string(&key, argv[i]);
    if (first) {
        pack_file(&key, t->preload);
        sm_pack_raw(&key, &t->front, sizeof t->front);
        sm_pack_raw(&key, first->data, first->size);
    }
    sm_hash what = sm_hash_bytes(key.data, key.size);
    free(key.data);
    return what;
}

/* The server that is known by that, which may be gone; NULL if there is none. */
static server *find_known(const sm_hash *what)
{
    for (size_t i = 0; i < servers.count; i++) {
        if (memcmp(&servers.list[i].what, what, sizeof *what) == 0)
            return &servers.list[i];
    }
    return NULL;
}

/* One of clang takes 120 MB, each of its forks 30: all together at most a quarter of the memory. */
static size_t find_room(void)
{
    const uint64_t each = 256 << 20;
    uint64_t memory = (uint64_t)sysconf(_SC_PHYS_PAGES) * (uint64_t)sysconf(_SC_PAGESIZE), room = memory / 4 / each;
    return room < LEAST_SERVERS ? LEAST_SERVERS : room > MOST_SERVERS ? MOST_SERVERS : (size_t)room;
}

/* Where a new one can be: the place of the one that was used longest ago, which then ends, if all are taken. */
static server *make_place(const sm_hash *what)
{
    server *place = &servers.list[0];
    if (servers.count < find_room()) {
        place = &servers.list[servers.count++];
    } else {
        for (size_t i = 1; i < servers.count; i++) {
            if (servers.list[i].used < place->used)
                place = &servers.list[i];
        }
        if (place->socket >= 0)
            close(place->socket);
    }
    *place = (server){.what = *what, .socket = -1};
    return place;
}

/* The next run looks for it again, unless there have been too many. */
static void note_loss(server *s)
{
    s->socket = -1;
    s->owner = ++s->losses < MOST_LOSSES ? 0 : s->owner;
}

/* A copy of the socket of the server, which is started if need be; -1 if there is none. A copy, since another thread
 * may find the server dead, or its place needed, and close it. */
static int find_server(const sm_hash *what, const char *const *argv, const sm_bytes *first)
{
    pthread_mutex_lock(&servers.lock);
    server *found = find_known(what);
    if (!found)
        found = make_place(what);
    if (found->owner != getpid()) {
        if (found->socket >= 0)
            close(found->socket); /* the parent's */
        found->socket = reach(what, argv, first);
        found->owner = getpid();
        if (found->socket < 0)
            note_loss(found);
    }
    found->used = ++servers.uses;
    int copy = found->socket >= 0 ? fcntl(found->socket, F_DUPFD_CLOEXEC, FIRST_FREE) : -1;
    pthread_mutex_unlock(&servers.lock);
    return copy;
}

static void forget_server(const sm_hash *what)
{
    pthread_mutex_lock(&servers.lock);
    server *s = find_known(what);
    if (s && s->owner == getpid() && s->socket >= 0) {
        close(s->socket);
        note_loss(s);
    }
    pthread_mutex_unlock(&servers.lock);
}

static uint32_t count_strings(const char *const *list)
{
    uint32_t n = 0;
    while (list[n])
        n++;
    return n;
}

static void put_strings(sm_pack *to, const char *const *list)
{
    for (; *list; list++)
        sm_pack_raw(to, *list, strlen(*list) + 1);
}

/* The arguments and the environment as a file, or -1. */
static int write_strings(const char *const *argv)
{
    const char *const *variables = (const char *const *)environ;
    const uint32_t counts[2] = {count_strings(argv), count_strings(variables)};
    sm_pack text = {0};
    sm_pack_raw(&text, counts, sizeof counts);
    put_strings(&text, argv);
    put_strings(&text, variables);
    int file = text.failed ? -1 : sm_memory_file((sm_bytes){text.data, text.size});
    free(text.data);
    return file;
}

/* Sends the request and waits for its end: 1, 0 if the server is gone, -1 if this run could not be handed over. */
static int run_on(int socket, const char *const *argv, const int file[3], unsigned seconds, int *status)
{
    int pipe_ends[2], answer = 0;
    if (pipe2(pipe_ends, O_CLOEXEC) != 0)
        return -1;
    sm_serve_request request = {
        {file[0], file[1], file[2]}, open(".", O_PATH | O_DIRECTORY | O_CLOEXEC), write_strings(argv), pipe_ends[1]};
    bool ready = request.directory >= 0 && request.strings >= 0;
    bool sent = ready && sm_serve_send(socket, &request);
    close(pipe_ends[1]);
    if (request.directory >= 0)
        close(request.directory);
    if (request.strings >= 0)
        close(request.strings);
    if (sent && !wait_readable(pipe_ends[0], seconds)) {
        *status = SIGKILL; /* closing the pipe has it killed */
        answer = 1;
    } else if (sent) {
        ssize_t n;
        do
            n = read(pipe_ends[0], status, sizeof *status);
        while (n < 0 && errno == EINTR);
        answer = n == sizeof *status;
    }
    close(pipe_ends[0]);
    return ready ? answer : -1;
}

bool sm_server_run(const char *const *argv, const sm_bytes *first, const int file[3], unsigned seconds, int *status)
{
    static const char *const none[] = {NULL};
    if (!may_serve(argv[0], first))
        return false;
    sm_hash what = identify(argv, first);
    int socket = find_server(&what, argv, first);
    if (socket < 0)
        return false;
    int done = run_on(socket, first ? none : argv, file, seconds, status);
    close(socket);
    if (done == 0)
        forget_server(&what);
    return done == 1;
}
