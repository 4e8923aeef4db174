/* preload.c: loaded into clang by LD_PRELOAD, it makes clang a server (serve.h) of what it was started with: clang
 * compiles a text that ends by including SM_SERVE_INPUT, and waits where it opens that. Each run goes on from there,
 * with an input of its own: what clang read and looked up for the text is there. After SM_SERVE_FIRST_RUNS the server
 * finds nothing there and reads on, to SM_SERVE_INPUT_LATER: what takes long is worth it for many runs only. Pages that
 * a run writes are copied for it (shared_heap.h). */
#include "shared_heap.h"
#include "serve.h"
#include <dlfcn.h>
#include <fcntl.h>
#include <malloc.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

typedef int main_function(int count, char **arguments, char **variables);
typedef int start_function(main_function *main, int count, char **arguments, void (*init)(void), void (*fini)(void),
                           void (*loader_fini)(void), void *stack_end);

static main_function *program;

/* Its files are closed when it returns; to free what is left takes longer than a page. */
static int run(int count, char **arguments, char **variables)
{
    sm_serve_end(program(count, arguments, variables));
}

/* glibc's, which is called by what the linker put in front of main(). */
__attribute__((visibility("default"))) start_function __libc_start_main;
int __libc_start_main(main_function *main, int count, char **arguments, void (*init)(void), void (*fini)(void),
                      void (*loader_fini)(void), void *stack_end)
{
    void *address = dlsym(RTLD_NEXT, "__libc_start_main");
    start_function *start;
    __builtin_memcpy(&start, &address, sizeof start);
    program = main;
    return start(run, count, arguments, init, fini, loader_fini, stack_end);
}

static bool is_fork;

#ifdef __GLIBC__
void __libc_free(void *piece);
void *__libc_realloc(void *piece, size_t size);

static bool is_shared(const void *piece)
{
    return is_fork && (uintptr_t)piece < sm_shared_heap;
}

/* A fork frees only what it has allocated: to mark a piece as free would copy its page. */
__attribute__((visibility("default"))) void free(void *piece)
{
    if (!is_shared(piece))
        __libc_free(piece);
}

__attribute__((visibility("default"))) void *realloc(void *piece, size_t size)
{
    if (!piece || size == 0 || !is_shared(piece))
        return __libc_realloc(piece, size);
    size_t had = malloc_usable_size(piece);
    void *moved = malloc(size);
    if (moved)
        memcpy(moved, piece, had < size ? had : size);
    return moved;
}
#endif

__attribute__((visibility("default"))) int open(const char *path, int flags, ...)
{
    va_list more;
    va_start(more, flags);
    mode_t mode = flags & O_CREAT ? va_arg(more, mode_t) : 0;
    va_end(more);
    bool later = strcmp(path, SM_SERVE_INPUT_LATER) == 0;
    if (!is_fork && (later || strcmp(path, SM_SERVE_INPUT) == 0)) {
        int count;
        char **arguments;
        is_fork = sm_serve(later ? SIZE_MAX : SM_SERVE_FIRST_RUNS, &count, &arguments);
        path = is_fork ? path : "/dev/null";
    }
    return (int)syscall(SYS_openat, AT_FDCWD, path, flags, mode);
}
