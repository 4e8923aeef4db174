/* preload.c: loaded into clang by LD_PRELOAD, it makes clang a server (serve.h): everything is in place, only main()
 * has not been called. Each run is then clang's own main(), with the arguments that the client gave. */
#include "serve.h"
#include <dlfcn.h>
#include <unistd.h>

typedef int main_function(int count, char **arguments, char **variables);
typedef int start_function(main_function *main, int count, char **arguments, void (*init)(void), void (*fini)(void),
                           void (*loader_fini)(void), void *stack_end);

extern char **environ;
static main_function *program;

static int serve(int count, char **arguments, char **variables)
{
    (void)variables;
    sm_serve(&count, &arguments);
    _exit(program(count, arguments, environ)); /* its files are closed; to free what is left takes longer than a page */
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
    return start(serve, count, arguments, init, fini, loader_fini, stack_end);
}
