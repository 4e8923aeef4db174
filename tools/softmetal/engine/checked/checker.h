/* checker.h: what checked mode keeps of memory and threads; between the files checked*.c. */
#ifndef SOFTMETAL_CHECKER_H
#define SOFTMETAL_CHECKER_H
#include "../../include/__msl/operations.h"
#include "checked_access.h"
#include "../threads/team.h"
#include <stdarg.h>

enum { GRANULE = 4, PAGE = 4096, CELLS = PAGE / GRANULE, TABLE = 1 << 16, SCRATCH = 256, MOST_OUTSIDE = 1 << 18 };

/* One access, as later ones need to know it. bytes == 0: none yet. */
enum { BY_ATOMIC = 128 };
typedef struct record {
    uint64_t time;
    uint32_t group; /* threadgroup's number */
    uint32_t line;  /* with its file (SM_LINE_BITS); 0: unknown */
    uint16_t thread;
    uint8_t bytes; /* of the granule */
    uint8_t by;    /* dispatch's number in its company, and BY_ATOMIC */
} record;

/* Memory that a fence or barrier may order. */
enum { OF_DEVICE, OF_THREADGROUP, OF_TEXTURE, SPACES };
/* enum __msl_scope, as an index. */
enum { SCOPES = __MSL_SCOPE_DEVICE + 1 };

typedef struct cell {
    record write, read, other_read; /* other_read: of a different SIMD-group than read */
    uint64_t released[SPACES];      /* with device scope: who acquires what this atomic holds has seen everything before
                                       these times */
    uint32_t version;               /* of what was released: a store that is no update ends it */
} cell;

/* What an atomic holds that was released with the scope of one threadgroup or SIMD-group at least, by a thread of it.
 */
typedef struct offer {
    struct offer *next;
    const cell *of;
    uint32_t version, simdgroup; /* WHOLE_GROUP: of the threadgroup */
    uint64_t released[SPACES];
} offer;

enum { WHOLE_GROUP = SM_MAX_SIMDGROUPS, OFFERS = 256 };

/* What a thread has released and seen, as times: for each scope and kind of memory. */
typedef struct thread_order {
    uint64_t released[SCOPES][SPACES]; /* its last release fence of this scope or a wider one */
    uint64_t offered[SCOPES][SPACES];  /* of the atomics it has read: an acquire fence takes it */
    uint64_t acquired[SCOPES]
                     [SPACES]; /* accesses before this, by threads that the scope holds, are ordered before its own */
} thread_order;

typedef struct page {
    uintptr_t number;
    struct page *next;
    cell cell[CELLS];
} page;

struct sm_checker {
    const sm_kernel *kernel;
    const sm_dispatch *dispatch;
    sm_outcome *outcome;
    page *table[TABLE];
    uint64_t clock;
    uint8_t scratch[SCRATCH];
};

/* What a team adds. */
typedef struct sm_team_check {
    sm_checker *checker;
    uint32_t number, outside; /* outside: accesses to memory that is none, so far */
    thread_order order[SM_MAX_THREADS];
    uint64_t met; /* when all last came to a barrier, whatever it orders */
    uint32_t met_at;
    offer *offer[OFFERS]; /* by hash */
    size_t memory;
    uint32_t returned[SM_MAX_THREADS];               /* in which line the thread ended early, or 0 */
    uint8_t written[SM_MAX_THREADGROUP_MEMORY + 64]; /* by byte */
    cell cell[SM_MAX_THREADGROUP_MEMORY / GRANULE + 16];
} sm_team_check;

typedef enum { NOWHERE, BUFFER, ALLOCATION, TEXTURE, THREADGROUP, PRIVATE, CONSTANTS } region_kind;

enum { UNBOUND = SM_MAX_TEXTURES }; /* of an argument buffer */

typedef struct region {
    region_kind kind;
    unsigned index;   /* of a buffer or texture */
    uintptr_t offset; /* into it; of NOWHERE: past the start of the nearest buffer `index` before it */
    uintptr_t length;
} region;

typedef struct access_now {
    sm_team *team;
    const sm_thread *thread;
    record now;
    uint32_t line, column;
    uint32_t access; /* enum sm_access */
    bool store, device;
    region where;
} access_now;

/* "12", or "12 of sums.h": the line with what SM_LINE_BITS has above it. */
typedef struct line_text {
    char text[160];
} line_text;

void sm_checked_report(const sm_team *team, const sm_thread *t, const char *kind, uint32_t line, uint32_t column,
                       const char *format, ...) __attribute__((format(printf, 6, 7)));

line_text sm_checked_line_named(const sm_team *team, uint32_t line);
void sm_checked_report_list(const sm_team *team, const sm_thread *t, const char *kind, uint32_t line, uint32_t column,
                            const char *format, va_list arguments);
region sm_checked_find_region(const sm_team *team, uintptr_t address, uint32_t size);
/* Where a texel is; its texture may be one of an argument buffer. */
region sm_checked_texel_at(const sm_team *team, uintptr_t address, uint32_t size);
const char *sm_checked_verb(uint32_t access);
void sm_checked_report_outside(sm_team *team, const sm_thread *t, uintptr_t address, uint32_t size, uint32_t access,
                               uint32_t line, uint32_t column);
void sm_checked_take_later(uint64_t *to, uint64_t time);
/* Accesses before the time, by threads that the scope holds, are ordered before the thread's own. */
void sm_checked_acquire(thread_order *t, uint32_t scope, int space, uint64_t time);
void sm_checked_forget_offers(sm_team_check *check);
void sm_checked_races(access_now *a, uintptr_t address, uint32_t size);
#endif
