/* rewind_test.c: what a process is after it has gone back to its mark. Each test does so in a fork. */
#include "rewind.h"
#include "shared_heap.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum { GOOD = 42, NO_MARKS = 43, PAGE = 4096, PAGES = 100, RUNS = 50 };

/* How the fork ends that does this. */
static int end_of(void (*test)(void))
{
    int status;
    fflush(NULL);
    pid_t process = fork();
    if (process == 0) {
        test();
        _exit(1);
    }
    assert_int_equal(waitpid(process, &status, 0), process);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

/* In the fork: what holds is looked at where the test fails. */
#define HOLDS(condition)                                                                                               \
    do {                                                                                                               \
        if (!(condition)) {                                                                                            \
            fprintf(stderr, "%s:%d: does not hold: %s\n", __FILE__, __LINE__, #condition);                             \
            _exit(1);                                                                                                  \
        }                                                                                                              \
    } while (0)

static void check(void (*test)(void))
{
    int end = end_of(test);
    if (end == NO_MARKS) {
        print_message("this kernel does not say which pages a process has written: nothing to go back by\n");
        skip();
    }
    assert_int_equal(end, GOOD);
}

/* ---- all kinds of memory */
static int initialised = 1, zero;
static char many[PAGES][PAGE];
static _Thread_local int of_thread = 2;

static void put_back_all(void)
{
    static int *shared; /* what it points at is not private, so it stays */
    int local = 3;
    volatile int *stack = &local;
    char *heap = strcpy(malloc(100), "heap"),
         *mapped = mmap(NULL, (size_t)PAGES * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    shared = mmap(NULL, PAGE, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    mapped[5 * PAGE] = 'm';
    sm_use_up_heap();
    sm_grow_heap();
    int code = sm_rewind_mark();
    HOLDS(code == (*shared == 0 ? -1 : *shared));
    HOLDS(initialised == 1 && zero == 0 && of_thread == 2 && *stack == 3);
    HOLDS(strcmp(heap, "heap") == 0 && mapped[5 * PAGE] == 'm' && mapped[7 * PAGE] == 0);
    for (int i = 0; i < PAGES; i++)
        HOLDS(many[i][i] == 0);
    if (*shared == RUNS)
        _exit(GOOD);
    initialised = zero = of_thread = *stack = 100 + ++*shared;
    strcpy(heap, "else");
    mapped[5 * PAGE] = mapped[7 * PAGE] = 'x';
    for (int i = *shared - 1; i < PAGES; i += *shared) /* others each time */
        many[i][i] = 1;
    sm_rewind(*shared);
    _exit(*shared == 1 ? NO_MARKS : 1);
}

static void memory_is_as_it_was(void **state)
{
    (void)state;
    check(put_back_all);
}

/* ---- the heap */
/* What runs allocate is theirs anew, and the same for all: nothing of the heap is used up. */
static void allocate_again(void)
{
    static int *runs;
    static char **first;
    char *before = strcpy(malloc(1000), "before"), *large = malloc(3 << 20);
    free(large);
    runs = mmap(NULL, PAGE, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    first = (char **)(runs + 2);
    sm_use_up_heap();
    sm_grow_heap();
    long end = syscall(SYS_brk, 0);
    sm_rewind_mark();
    HOLDS(syscall(SYS_brk, 0) == end); /* the kernel, not what the library keeps of it */
    if (++*runs == RUNS)
        _exit(GOOD);
    char *piece = malloc(3000);
    *first = *runs == 1 ? piece : *first;
    HOLDS(piece == *first);
    for (int i = 0; i < 30; i++)
        memset(malloc((size_t)5 << 20), *runs, 5 << 20); /* together more than there is room for */
    char *clear = calloc(1, 100000);
    for (int i = 0; i < 100000; i++)
        HOLDS(clear[i] == 0);
    HOLDS(strcmp(before, "before") == 0);
    sm_rewind(0);
    _exit(*runs == 1 ? NO_MARKS : 1);
}

static void the_heap_is_as_it_was(void **state)
{
    (void)state;
    check(allocate_again);
}

/* ---- where it stands */
static _Noreturn void go_back_below(size_t bytes, int code)
{
    volatile char *room = __builtin_alloca(bytes + 1);
    room[0] = (char)code;
    sm_rewind(code);
    _exit(code == 0 ? NO_MARKS : 1);
}

/* From above the mark and from far below it. */
static int mark_deep(int left)
{
    volatile char room[1000];
    room[0] = 1;
    return left > 0 ? mark_deep(left - 1) + room[0] : sm_rewind_mark();
}

static void come_from_anywhere(void)
{
    enum { FRAMES = 20, LAST = 10 };
    int code = mark_deep(FRAMES) - FRAMES; /* each of its frames has added one */
    HOLDS(code >= -1 && code <= LAST);
    if (code == LAST)
        _exit(GOOD);
    go_back_below(code % 2 == 0 ? 400000 : 0, code + 1);
}

static void stack_is_as_it_was(void **state)
{
    (void)state;
    check(come_from_anywhere);
}

/* ---- limits */
static void map_too_much(void)
{
    if (sm_rewind_mark() >= 0)
        _exit(1);
    HOLDS(mmap(NULL, (size_t)1 << 30, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0) != MAP_FAILED);
    sm_rewind(0);
    _exit(GOOD);
}

static void what_runs_leave_mapped_ends_it(void **state)
{
    (void)state;
    check(map_too_much);
}

static void go_nowhere(void)
{
    sm_rewind(0);
    _exit(GOOD);
}

static void without_a_mark_it_returns(void **state)
{
    (void)state;
    check(go_nowhere);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(memory_is_as_it_was),       cmocka_unit_test(the_heap_is_as_it_was),
        cmocka_unit_test(stack_is_as_it_was),        cmocka_unit_test(what_runs_leave_mapped_ends_it),
        cmocka_unit_test(without_a_mark_it_returns),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
