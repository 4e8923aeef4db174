/* rewind.c: at the mark the process makes a copy of itself, the keeper, which only sleeps: the two share all pages. A
 * page that the process has written since is its own, as the kernel says in /proc/self/pagemap; what was in it the
 * keeper still has. A page that was written once is put back each time, written or not: so after some runs each costs
 * little more than to copy those pages. */
#include "rewind.h"
#include "shared_heap.h"
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

/* A sanitizer keeps books of all memory, which cannot be put back. */
#if defined __linux__ && defined __GLIBC__ && !defined __SANITIZE_ADDRESS__ && !defined __SANITIZE_THREAD__
enum {
    PAGE = 4096,
    MOST_RANGES = 512,
    MOST_PAGES = 1 << 18, /* that can be written: 1 GB */
    MOST_WRITTEN = 1 << 14,
    MOST_GROWTH = 1 << 16, /* pages mapped since: more than that, and the process is better ended */
    BATCH = 512,
    STACK_ROOM = 1 << 20,
};

typedef struct range {
    uintptr_t start, end;
} range;

/* It is not put back. */
typedef struct mark {
    jmp_buf place;
    int code;
    pid_t keeper;
    uintptr_t heap_end;
    size_t mapped; /* pages */
    long faults;   /* when it was last asked which pages are written */
    range range[MOST_RANGES];
    size_t ranges;
    uintptr_t stack, stack_end; /* what is put back of it */
    size_t written;
    uintptr_t page[MOST_WRITTEN]; /* ever written, in the order of copy[] */
    uint8_t known[MOST_PAGES];    /* whether it is one of these; pages of the ranges are counted */
    char stack_copy[STACK_ROOM];
    char copy[MOST_WRITTEN][PAGE];
} mark;

static mark *marked;

/* ---- which memory there is */
static uintptr_t round_up(uintptr_t place)
{
    return (place + PAGE - 1) / PAGE * PAGE;
}

/* All but what lies in these. */
static bool add_range(mark *m, uintptr_t start, uintptr_t end, const range *without, size_t count)
{
    if (start >= end)
        return true;
    if (count > 0 && start < without->end && without->start < end)
        return add_range(m, start, without->start, without + 1, count - 1) &&
               add_range(m, without->end, end, without + 1, count - 1);
    if (count > 0)
        return add_range(m, start, end, without + 1, count - 1);
    if (m->ranges == MOST_RANGES)
        return false;
    m->range[m->ranges++] = (range){start, end};
    return true;
}

static bool add_mapping(mark *m, const char *line)
{
    enum { SIZE = 2 * sizeof(size_t) }; /* of what is free: it is written there */
    const range without[] = {
        {(uintptr_t)m, round_up((uintptr_t)(m + 1))},
        {round_up(sm_free_heap + SIZE), sm_free_heap ? m->heap_end : 0},
    };
    unsigned long start, end;
    char access[5];
    if (sscanf(line, "%lx-%lx %4s", &start, &end, access) != 3)
        return false;
    if (strcmp(access, "rw-p") != 0)
        return true;
    if (start <= m->stack && m->stack < end) {
        m->stack_end = end;
        return true;
    }
    return add_range(m, start, end, without, sizeof without / sizeof *without);
}

/* Nothing here may allocate: what it allocated would be lost, and the heap is as it is to be. */
static bool list_memory(mark *m)
{
    enum { ROOM = 1 << 20 };
    char *text = (char *)m->copy; /* not in use yet */
    size_t used = 0;
    int file = open("/proc/self/maps", O_RDONLY | O_CLOEXEC);
    ssize_t n = 0;
    while (file >= 0 && used < ROOM - 1 && (n = read(file, text + used, ROOM - 1 - used)) > 0)
        used += (size_t)n;
    close(file);
    text[used] = '\0';
    bool good = file >= 0 && n == 0;
    for (char *line = text, *end; good && *line; line = end + 1) {
        end = strchr(line, '\n');
        *end = '\0';
        good = add_mapping(m, line);
    }
    size_t pages = 0;
    for (size_t i = 0; i < m->ranges; i++)
        pages += (m->range[i].end - m->range[i].start) / PAGE;
    return good && pages <= MOST_PAGES && m->stack_end && m->stack_end - m->stack <= STACK_ROOM;
}

/* Pages that the process has mapped. */
static size_t count_mapped(void)
{
    char text[64] = "";
    int file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
    ssize_t n = file >= 0 ? read(file, text, sizeof text - 1) : 0;
    close(file);
    return n > 0 ? strtoul(text, NULL, 10) : 0;
}

/* ---- what has been written */
/* Takes what was in these pages, which follow in page[], from the keeper. */
static bool keep_pages(mark *m, size_t first, size_t count)
{
    struct iovec to = {m->copy[first], count * PAGE}, from[BATCH];
    for (size_t i = 0; i < count; i++)
        from[i] = (struct iovec){(void *)m->page[first + i], PAGE};
    return process_vm_readv(m->keeper, &to, 1, from, count, 0) == (ssize_t)(count * PAGE);
}

static bool is_written(uint64_t entry)
{
    const uint64_t present = 1ull << 63, swapped = 1ull << 62, of_file = 1ull << 61, own = 1ull << 56;
    return entry & swapped || (entry & present && entry & own && !(entry & of_file));
}

static bool note_written(mark *m, uintptr_t page, uint8_t *known)
{
    if (m->written == MOST_WRITTEN)
        return false;
    *known = true;
    m->page[m->written++] = page;
    return true;
}

static bool find_written_in(mark *m, const range *r, int pagemap, uint8_t *known)
{
    uint64_t entry[BATCH];
    for (uintptr_t at = r->start; at < r->end;) {
        size_t count = (r->end - at) / PAGE < BATCH ? (r->end - at) / PAGE : BATCH, before = m->written;
        if (pread(pagemap, entry, count * sizeof *entry, (off_t)(at / PAGE * sizeof *entry)) !=
            (ssize_t)(count * sizeof *entry))
            return false;
        for (size_t i = 0; i < count; i++) {
            if (!known[i] && is_written(entry[i]) && !note_written(m, at + i * PAGE, &known[i]))
                return false;
        }
        if (m->written > before && !keep_pages(m, before, m->written - before))
            return false;
        at += count * PAGE;
        known += count;
    }
    return true;
}

/* The first write to a page is one. */
static long count_faults(void)
{
    struct rusage used;
    return getrusage(RUSAGE_SELF, &used) == 0 ? used.ru_minflt + used.ru_majflt : -1;
}

/* Without a fault since, there is nothing new. */
static bool find_written(mark *m)
{
    const long faults = count_faults();
    if (faults >= 0 && faults == m->faults)
        return true;
    int pagemap = open("/proc/self/pagemap", O_RDONLY | O_CLOEXEC);
    bool good = pagemap >= 0;
    uint8_t *known = m->known;
    for (size_t i = 0; good && i < m->ranges; i++) {
        good = find_written_in(m, &m->range[i], pagemap, known);
        known += (m->range[i].end - m->range[i].start) / PAGE;
    }
    close(pagemap);
    m->faults = count_faults();
    return good;
}

/* ---- the keeper */
/* Not by fork(), which writes to pages of the C library. */
static pid_t start_keeper(void)
{
    pid_t self = getpid(), keeper = (pid_t)syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0);
    if (keeper != 0)
        return keeper;
    syscall(SYS_prctl, PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
    syscall(SYS_close_range, 0, ~0u, 0);
    while (syscall(SYS_getppid) == self)
        syscall(SYS_pause);
    syscall(SYS_exit_group, 0);
    return 0;
}

/* Whether the kernel tells a page that has been written, and the keeper what was in it. */
static bool can_tell(mark *m)
{
    static volatile char tried[3 * PAGE];
    volatile char *in = tried + PAGE;
    uintptr_t page = (uintptr_t)in / PAGE * PAGE;
    *in = 1;
    if (!find_written(m))
        return false;
    for (size_t i = 0; i < m->written; i++) {
        if (m->page[i] == page)
            return m->copy[i][(uintptr_t)in - page] == 0;
    }
    return false;
}

static bool prepare(mark *m)
{
    m->heap_end = (uintptr_t)sbrk(0);
    m->mapped = count_mapped();
    if (!list_memory(m) || (m->keeper = start_keeper()) < 0)
        return false;
    return can_tell(m);
}

/* ---- there and back */
__attribute__((noinline)) static bool save(mark *m)
{
    m->stack = (uintptr_t)__builtin_frame_address(0) / PAGE * PAGE - PAGE;
    if (!prepare(m))
        return false;
    memcpy(m->stack_copy, (const void *)m->stack, m->stack_end - m->stack);
    return true;
}

int sm_rewind_mark(void)
{
    if (sysconf(_SC_PAGESIZE) != PAGE)
        return -1;
    mark *m = mmap(NULL, sizeof *m, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (m == MAP_FAILED)
        return -1;
    madvise(m, sizeof *m, MADV_HUGEPAGE);
    marked = m;
    if (setjmp(m->place))
        return marked->code;
    if (!save(m)) {
        if (m->keeper > 0)
            kill(m->keeper, SIGKILL);
        marked = NULL;
        munmap(m, sizeof *m);
    }
    return -1;
}

/* Called on a part of the stack that is not put back. */
__attribute__((noinline)) static void go_back(mark *m)
{
    for (size_t i = 0; i < m->written; i++)
        memcpy((void *)m->page[i], m->copy[i], PAGE);
    memcpy((void *)m->stack, m->stack_copy, m->stack_end - m->stack);
    longjmp(m->place, 1);
}

void sm_rewind(int code)
{
    mark *m = marked;
    if (!m || count_mapped() > m->mapped + MOST_GROWTH)
        return;
    uintptr_t heap_end = (uintptr_t)sbrk(0);
    if (heap_end != m->heap_end)
        sbrk((intptr_t)(m->heap_end - heap_end));
    if (!find_written(m))
        return;
    m->code = code;
    char here;
    size_t above = (uintptr_t)&here > m->stack ? (uintptr_t)&here - m->stack : 0;
    volatile char *room = __builtin_alloca(above + 4 * PAGE); /* the next call is below what is put back */
    room[0] = 0;
    go_back(m);
}
#else
int sm_rewind_mark(void)
{
    return -1;
}

void sm_rewind(int code)
{
    (void)code;
}
#endif
