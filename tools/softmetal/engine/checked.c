/* checked.c: what checked mode knows and how it decides.
 *
 * Bounds: an address is sound if it lies in a buffer or texture bound to the dispatch, in an allocation of the device,
 * in the threadgroup's memory, in the kernel's constants or (through a generic pointer) on the thread's stack.
 *
 * Races: each granule of four bytes remembers its last write and its last reads: by whom, and when. Two accesses to the
 * same byte, at least one of them a store and not both atomic, by different threads, race unless the later thread has
 * acquired what the earlier one released: through a barrier that both came to, through the orders of atomics, or
 * through fences around atomics; for that kind of memory, and with a scope on both sides that holds both threads. So
 * each thread knows, for each kind of memory and each scope, a time: accesses before it, by threads that the scope
 * holds, are ordered before its own. A thread that acquires has seen everything before the release, whoever did it,
 * which lets a race of third parties pass but reports none that is not there. Dispatches of a concurrent encoder
 * share what is remembered: what nothing orders races. */
#include "checked.h"
#include "../include/__msl/operations.h"
#include "team.h"
#include "texture_access.h"
#include "texture_load.h"
#include "worker.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GRANULE = 4, PAGE = 4096, CELLS = PAGE / GRANULE, TABLE = 1 << 16, SCRATCH = 256 };

/* One access, as later ones need to know it. bytes == 0: none yet. */
enum { BY_ATOMIC = 128 };
typedef struct record {
    uint64_t time;
    uint32_t group; /* threadgroup's number */
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
    uint32_t number;
    thread_order order[SM_MAX_THREADS];
    offer *offer[OFFERS]; /* by hash */
    size_t memory;
    uint32_t returned[SM_MAX_THREADS];               /* in which line the thread ended early, or 0 */
    uint8_t written[SM_MAX_THREADGROUP_MEMORY + 64]; /* by byte */
    cell cell[SM_MAX_THREADGROUP_MEMORY / GRANULE + 16];
} sm_team_check;

/* ---- findings */
static const char *file_of(const sm_kernel *kernel, uint32_t line)
{
    uint32_t number = line >> SM_LINE_BITS;
    return number && number <= kernel->file_count ? kernel->file[number - 1] : NULL;
}

/* "12", or "12 of sums.h": the line with what SM_LINE_BITS has above it. */
typedef struct line_text {
    char text[160];
} line_text;

static line_text line_named(const sm_team *team, uint32_t line)
{
    line_text t;
    const char *file = file_of(team->kernel, line);
    snprintf(t.text, sizeof t.text, "%u%s%s", line & SM_LINE_MASK, file ? " of " : "", file ? file : "");
    return t;
}

static sm_finding *new_finding(const sm_team *team, const char *kind, uint32_t line, uint32_t column)
{
    sm_outcome *o = team->check->checker->outcome;
    const char *file = file_of(team->kernel, line);
    line &= SM_LINE_MASK;
    for (size_t i = 0; i < o->finding_count; i++) {
        if (strcmp(o->finding[i].kind, kind) == 0 && o->finding[i].line == line && o->finding[i].file == file)
            return NULL;
    }
    if (o->finding_count == sizeof o->finding / sizeof *o->finding)
        return NULL;
    sm_finding *f = &o->finding[o->finding_count++];
    *f = (sm_finding){.kind = kind, .file = file, .line = line, .column = column};
    return f;
}

/* "kernel 'k', line 12 of sums.h, thread (3, 0, 0)": the thread by its position in the grid. */
static int print_place(const sm_team *team, const sm_thread *t, uint32_t line, char *text, size_t room,
                       const char *kind)
{
    const uint32_t *origin = team->group.origin;
    const char *note = strcmp(kind, SM_FINDING_NOTE) == 0 ? "note: " : "";
    return snprintf(text, room, "%skernel '%s', line %s, thread (%u, %u, %u): ", note, team->kernel->name,
                    line_named(team, line).text, origin[0] + t->position[0], origin[1] + t->position[1],
                    origin[2] + t->position[2]);
}

static void report_list(const sm_team *team, const sm_thread *t, const char *kind, uint32_t line, uint32_t column,
                        const char *format, va_list arguments)
{
    sm_finding *f = new_finding(team, kind, line, column);
    int n = f ? print_place(team, t, line, f->text, sizeof f->text, kind) : -1;
    if (n >= 0 && (size_t)n < sizeof f->text)
        vsnprintf(f->text + n, sizeof f->text - (size_t)n, format, arguments);
}

__attribute__((format(printf, 6, 7))) static void report(const sm_team *team, const sm_thread *t, const char *kind,
                                                         uint32_t line, uint32_t column, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    report_list(team, t, kind, line, column, format, arguments);
    va_end(arguments);
}

/* ---- where an address is */
typedef enum { NOWHERE, BUFFER, ALLOCATION, TEXTURE, THREADGROUP, PRIVATE, CONSTANTS } region_kind;

enum { UNBOUND = SM_MAX_TEXTURES }; /* of an argument buffer */

typedef struct region {
    region_kind kind;
    unsigned index;   /* of a buffer or texture */
    uintptr_t offset; /* into it; of NOWHERE: past the start of the nearest buffer `index` before it */
    uintptr_t length;
} region;

static bool contains(const void *start, uintptr_t length, uintptr_t address, uint32_t size)
{
    uintptr_t at = (uintptr_t)start;
    return address >= at && size <= length && address - at <= length - size;
}

static const sm_memory *find_resident(const sm_dispatch *d, uintptr_t address, uint32_t size)
{
    size_t low = 0, high = d->resident_count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if ((uintptr_t)d->resident[middle].address <= address)
            low = middle + 1;
        else
            high = middle;
    }
    return low && contains(d->resident[low - 1].address, d->resident[low - 1].length, address, size)
               ? &d->resident[low - 1]
               : NULL;
}

static bool in_texture(const sm_texture *t, uintptr_t address, uint32_t size)
{
    uint64_t planes = (uint64_t)(t->depth > 1 ? t->depth : 1) * (t->layers > 1 ? t->layers : 1);
    if (sm_texture_is_cube(t))
        planes *= 6;
    for (uint32_t n = 0; n < t->levels && n < 16; n++) {
        if (contains(t->level[n].pixels, planes * t->level[n].slice_pitch, address, size))
            return true;
    }
    return false;
}

/* The bound texture that has this texel, or -1. */
static int texture_at(const sm_dispatch *d, uintptr_t address, uint32_t size)
{
    for (int i = 0; i < SM_MAX_TEXTURES; i++) {
        if (d->texture[i] && in_texture(d->texture[i], address, size))
            return i;
    }
    return -1;
}

static region find_region(const sm_team *team, uintptr_t address, uint32_t size)
{
    const sm_team_check *check = team->check;
    const sm_checker *c = check->checker;
    const sm_dispatch *d = c->dispatch;
    if (contains(team->group.memory, check->memory, address, size))
        return (region){THREADGROUP, 0, address - (uintptr_t)team->group.memory, check->memory};
    for (unsigned i = 0; i < SM_MAX_BUFFERS; i++) {
        const sm_memory *m = &d->buffer[i];
        if (m->address && contains(m->address, m->length, address, size))
            return (region){BUFFER, i, address - (uintptr_t)m->address, m->length};
    }
    const sm_memory *resident = find_resident(d, address, size);
    if (resident)
        return (region){ALLOCATION, 0, address - (uintptr_t)resident->address, resident->length};
    int texture = texture_at(d, address, size);
    if (texture >= 0)
        return (region){.kind = TEXTURE, .index = (unsigned)texture};
    if (sm_team_has_stack(team, address))
        return (region){.kind = PRIVATE};
    if (sm_worker_has_stack(address))
        return (region){.kind = PRIVATE};
    if (contains(c->kernel->code_start, c->kernel->code_size, address, size))
        return (region){.kind = CONSTANTS};
    return (region){.kind = NOWHERE};
}

/* Where a texel is; its texture may be one of an argument buffer. */
static region texel_at(const sm_team *team, uintptr_t address, uint32_t size)
{
    int texture = texture_at(team->check->checker->dispatch, address, size);
    return (region){.kind = TEXTURE, .index = texture < 0 ? UNBOUND : (unsigned)texture};
}

/* The bound buffer that starts closest before the address: what the program most likely meant. */
static int nearest_buffer(const sm_dispatch *d, uintptr_t address)
{
    int best = -1;
    for (int i = 0; i < SM_MAX_BUFFERS; i++) {
        const sm_memory *m = &d->buffer[i];
        if (m->address && (uintptr_t)m->address <= address && (best < 0 || m->address > d->buffer[best].address))
            best = i;
    }
    return best;
}

static const char *verb(uint32_t access)
{
    if (access & SM_ACCESS_ATOMIC)
        return "accesses atomically";
    return access & SM_ACCESS_STORE ? "writes" : "reads";
}

static void report_outside(sm_team *team, const sm_thread *t, uintptr_t address, uint32_t size, uint32_t access,
                           uint32_t line, uint32_t column)
{
    const sm_dispatch *d = team->check->checker->dispatch;
    uint32_t space = access / SM_ACCESS_SPACE & 7;
    uintptr_t memory = (uintptr_t)team->group.memory;
    int near = nearest_buffer(d, address);
    if (space == 3 || (space == 4 && address - memory < 2 * SM_MAX_THREADGROUP_MEMORY))
        report(team, t, "out-of-bounds", line, column,
               "%s %u bytes at offset %lld of threadgroup memory, of which there are %zu bytes", verb(access), size,
               (long long)(address - memory), team->check->memory);
    else if (near >= 0 && address - (uintptr_t)d->buffer[near].address < UINT64_C(1) << 40)
        report(team, t, "out-of-bounds", line, column,
               "%s %u bytes at address 0x%llx, %llu bytes into buffer %d, which has %zu bytes", verb(access), size,
               (unsigned long long)address, (unsigned long long)(address - (uintptr_t)d->buffer[near].address), near,
               d->buffer[near].length);
    else
        report(team, t, "out-of-bounds", line, column, "%s %u bytes at address 0x%llx, which is in no buffer",
               verb(access), size, (unsigned long long)address);
}

/* ---- races */
static cell *device_cell(sm_checker *c, uintptr_t address)
{
    uintptr_t number = address / PAGE;
    page **slot = &c->table[(number ^ number >> 16) % TABLE];
    for (page *p = *slot; p; p = p->next) {
        if (p->number == number)
            return &p->cell[address % PAGE / GRANULE];
    }
    page *fresh = calloc(1, sizeof *fresh);
    if (!fresh)
        sm_team_stop(sm_worker_team(), SM_NO_MEMORY);
    fresh->number = number;
    fresh->next = *slot;
    *slot = fresh;
    return &fresh->cell[address % PAGE / GRANULE];
}

typedef struct access_now {
    sm_team *team;
    const sm_thread *thread;
    record now;
    uint32_t line, column;
    uint32_t access; /* enum sm_access */
    bool store, device;
    region where;
} access_now;

static int space_of(region_kind kind)
{
    return kind == TEXTURE ? OF_TEXTURE : kind == THREADGROUP ? OF_THREADGROUP : OF_DEVICE;
}

static uint32_t dispatch_of(const record *r)
{
    return r->by % BY_ATOMIC;
}

static bool is_of_another(const access_now *a, const record *before)
{
    return dispatch_of(before) != dispatch_of(&a->now);
}

/* The narrowest scope that holds both threads. */
static uint32_t scope_between(const access_now *a, const record *before)
{
    uint32_t width = a->team->kernel->simd_width;
    if (before->group != a->now.group || is_of_another(a, before))
        return __MSL_SCOPE_DEVICE;
    if (before->thread == a->now.thread)
        return __MSL_SCOPE_THREAD;
    return before->thread / width == a->now.thread / width ? __MSL_SCOPE_SIMDGROUP : __MSL_SCOPE_THREADGROUP;
}

/* Whether the access was one of another dispatch, which a barrier of the encoder keeps apart from this one. */
static bool is_kept_apart(const access_now *a, const record *before)
{
    return is_of_another(a, before) && !(a->team->check->checker->dispatch->beside >> dispatch_of(before) & 1);
}

static bool is_ordered(const access_now *a, const record *before)
{
    if (is_kept_apart(a, before))
        return true;
    uint32_t scope = scope_between(a, before);
    const thread_order *order = &a->team->check->order[a->now.thread];
    return scope == __MSL_SCOPE_THREAD || before->time < order->acquired[scope][space_of(a->where.kind)];
}

static bool races(const access_now *a, const record *before)
{
    return (before->bytes & a->now.bytes) && !(before->by & a->now.by & BY_ATOMIC) && !is_ordered(a, before);
}

static void report_race(const access_now *a, const record *before, const char *what)
{
    char place[80];
    if (a->where.kind == BUFFER)
        snprintf(place, sizeof place, "offset %llu of buffer %u", (unsigned long long)a->where.offset, a->where.index);
    else if (a->where.kind == TEXTURE && a->where.index == UNBOUND)
        snprintf(place, sizeof place, "a texel of a texture in an argument buffer");
    else if (a->where.kind == TEXTURE)
        snprintf(place, sizeof place, "a texel of texture %u", a->where.index);
    else
        snprintf(place, sizeof place, "offset %llu of %s", (unsigned long long)a->where.offset,
                 a->where.kind == THREADGROUP ? "threadgroup memory" : "an allocation");
    const sm_company *company = a->team->check->checker->dispatch->company;
    if (is_of_another(a, before))
        report(a->team, a->thread, "race", a->line, a->column,
               "%s %s, which kernel '%s' of the same encoder %s with no barrier between", a->store ? "writes" : "reads",
               place, company->label[dispatch_of(before)], what);
    else if (before->group == a->now.group)
        report(a->team, a->thread, "race", a->line, a->column,
               "%s %s, which thread %u of the same threadgroup %s with no barrier between",
               a->store ? "writes" : "reads", place, before->thread, what);
    else
        report(a->team, a->thread, "race", a->line, a->column,
               "%s %s, which thread %u of threadgroup %u %s in the same dispatch", a->store ? "writes" : "reads", place,
               before->thread, before->group, what);
}

static void note(cell *c, const access_now *a)
{
    if (a->store) {
        c->write = a->now;
        return;
    }
    uint32_t width = a->team->kernel->simd_width;
    if (c->read.bytes && (c->read.group != a->now.group || is_of_another(a, &c->read) ||
                          c->read.thread / width != a->now.thread / width))
        c->other_read = c->read;
    c->read = a->now;
}

static void take_later(uint64_t *to, uint64_t time)
{
    *to = time > *to ? time : *to;
}

/* Accesses before the time, by threads that the scope holds, are ordered before the thread's own. */
static void acquire(thread_order *t, uint32_t scope, int space, uint64_t time)
{
    for (uint32_t narrower = __MSL_SCOPE_SIMDGROUP; narrower <= scope; narrower++)
        take_later(&t->acquired[narrower][space], time);
}

/* What the place holds for the SIMD-group or WHOLE_GROUP; NULL if that is nothing and `make` is not set. */
static offer *offer_of(sm_team_check *check, const cell *c, uint32_t simdgroup, bool make)
{
    offer **slot = &check->offer[((uintptr_t)c / sizeof *c + simdgroup) % OFFERS], *o = *slot;
    while (o && (o->of != c || o->simdgroup != simdgroup))
        o = o->next;
    if (!o && make) {
        o = calloc(1, sizeof *o);
        if (!o)
            sm_team_stop(sm_worker_team(), SM_NO_MEMORY);
        *o = (offer){.next = *slot, .of = c, .simdgroup = simdgroup, .version = c->version};
        *slot = o;
    }
    if (o && o->version != c->version) {
        memset(o->released, 0, sizeof o->released);
        o->version = c->version;
    }
    return o;
}

static void forget_offers(sm_team_check *check)
{
    for (int i = 0; i < OFFERS; i++) {
        for (offer *o = check->offer[i], *next; o; o = next) {
            next = o->next;
            free(o);
        }
    }
}

/* Where the cell keeps what is released with a scope, as far as this thread may take part; NULL: nowhere yet. */
static uint64_t *released_at(const access_now *a, cell *c, uint32_t scope, bool make)
{
    if (scope == __MSL_SCOPE_DEVICE)
        return c->released;
    uint32_t simdgroup = scope == __MSL_SCOPE_THREADGROUP ? WHOLE_GROUP : a->now.thread / a->team->kernel->simd_width;
    offer *o = offer_of(a->team->check, c, simdgroup, make);
    return o ? o->released : NULL;
}

/* Atomics take no scope: those in device memory are taken to have that of the device, others that of the threadgroup.
 */
static uint32_t scope_of(const access_now *a)
{
    return a->device ? __MSL_SCOPE_DEVICE : __MSL_SCOPE_THREADGROUP;
}

static void take_offers(const access_now *a, cell *c, bool acquires)
{
    thread_order *t = &a->team->check->order[a->now.thread];
    for (uint32_t scope = __MSL_SCOPE_SIMDGROUP; scope <= scope_of(a); scope++) {
        const uint64_t *released = released_at(a, c, scope, false);
        for (int s = 0; released && s < SPACES; s++) {
            take_later(&t->offered[scope][s], released[s]);
            if (acquires)
                acquire(t, scope, s, released[s]);
        }
    }
}

static void make_offers(const access_now *a, cell *c, bool releases)
{
    const thread_order *t = &a->team->check->order[a->now.thread];
    if (!(a->access & SM_ACCESS_UPDATE)) { /* an update continues what the one before released */
        memset(c->released, 0, sizeof c->released);
        c->version++;
    }
    for (uint32_t scope = __MSL_SCOPE_SIMDGROUP; scope <= scope_of(a); scope++) {
        for (int s = 0; s < SPACES; s++) {
            uint64_t time = releases ? a->now.time : t->released[scope][s];
            if (time)
                take_later(&released_at(a, c, scope, true)[s], time);
        }
    }
}

/* An atomic takes what the place offers, and offers what its thread has released. */
static void synchronise(const access_now *a, cell *c)
{
    uint32_t order = a->access / SM_ACCESS_ORDER & 7;
    if (!a->store || a->access & SM_ACCESS_UPDATE)
        take_offers(a, c, order != __MSL_RELAXED && order != __MSL_RELEASE);
    if (a->store)
        make_offers(a, c, order != __MSL_RELAXED && order != __MSL_ACQUIRE);
}

static void check_race(access_now *a, cell *c)
{
    if (a->now.by & BY_ATOMIC)
        synchronise(a, c);
    if (races(a, &c->write))
        report_race(a, &c->write, "wrote");
    else if (a->store && races(a, &c->read))
        report_race(a, &c->read, "read");
    else if (a->store && races(a, &c->other_read))
        report_race(a, &c->other_read, "read");
    note(c, a);
}

static void check_races(access_now *a, uintptr_t address, uint32_t size)
{
    sm_team_check *check = a->team->check;
    for (uintptr_t at = address; at < address + size;) {
        uint32_t first = (uint32_t)(at % GRANULE), count = GRANULE - first;
        if (count > address + size - at)
            count = (uint32_t)(address + size - at);
        a->now.bytes = (uint8_t)(((1u << count) - 1) << first);
        cell *c = a->device ? device_cell(check->checker, at)
                            : &check->cell[(at - (uintptr_t)a->team->group.memory) / GRANULE];
        check_race(a, c);
        at += count;
    }
}

/* ---- threadgroup memory */
static void check_written(const access_now *a, uint32_t size)
{
    uint8_t *written = a->team->check->written + a->where.offset;
    if (a->store) {
        memset(written, 1, size);
        return;
    }
    for (uint32_t i = 0; i < size; i++) {
        if (written[i])
            continue;
        report(a->team, a->thread, "uninitialized-threadgroup", a->line, a->column,
               "reads %u bytes at offset %llu of threadgroup memory, where nothing has been written", size,
               (unsigned long long)a->where.offset);
        return;
    }
}

static sm_team *team_of(sm_threadgroup *group)
{
    return (sm_team *)(void *)((char *)group - offsetof(sm_team, group));
}

void sm_checker_report(const sm_thread *thread, const char *kind, uint32_t line, uint32_t column, const char *format,
                       ...)
{
    va_list arguments;
    va_start(arguments, format);
    report_list(team_of(thread->group), thread, kind, line, column, format, arguments);
    va_end(arguments);
}

size_t sm_checker_room(const sm_thread *thread, uintptr_t address)
{
    region where = find_region(team_of(thread->group), address, 1);
    if (where.kind == NOWHERE)
        return 0;
    return where.length ? where.length - where.offset : SIZE_MAX;
}

static access_now access_by(sm_team *team, const sm_thread *thread, region where, uint32_t access, uint32_t line,
                            uint32_t column)
{
    sm_team_check *check = team->check;
    access_now a = {.team = team,
                    .thread = thread,
                    .line = line,
                    .column = column,
                    .access = access,
                    .device = where.kind != THREADGROUP,
                    .where = where};
    a.store = access & SM_ACCESS_STORE;
    a.now = (record){.time = ++check->checker->clock,
                     .group = check->number,
                     .thread = (uint16_t)thread->index,
                     .by = (uint8_t)(check->checker->dispatch->number | (access & SM_ACCESS_ATOMIC ? BY_ATOMIC : 0))};
    return a;
}

void *sm_check(sm_thread *thread, void *address, uint32_t size, uint32_t alignment, uint32_t access, uint32_t line,
               uint32_t column)
{
    sm_team *team = team_of(thread->group);
    sm_team_check *check = team->check;
    uintptr_t at = (uintptr_t)address;
    region where = access & SM_ACCESS_TEXEL ? texel_at(team, at, size) : find_region(team, at, size);
    if (where.kind == NOWHERE) {
        report_outside(team, thread, at, size, access, line, column);
        return check->checker->scratch;
    }
    if (alignment > 1 && at % alignment != 0)
        report(team, thread, "misaligned", line, column, "%s %u bytes at address 0x%llx, which is not a multiple of %u",
               verb(access), size, (unsigned long long)at, alignment);
    if (where.kind == PRIVATE || where.kind == CONSTANTS)
        return address;
    access_now a = access_by(team, thread, where, access, line, column);
    if (!a.device)
        check_written(&a, size);
    check_races(&a, at, size);
    return address;
}

void sm_check_texel(sm_thread *thread, const void *texture, uint32_t x, uint32_t y, uint32_t z, uint32_t slice,
                    uint32_t level, uint32_t access, uint32_t line, uint32_t column)
{
    sm_team *team = team_of(thread->group);
    const sm_texture *of = texture;
    uintptr_t at = (uintptr_t)sm_texture_texel(of, x, y, z, slice, level);
    if (!at)
        return;
    access_now a = access_by(team, thread, texel_at(team, at, of->pixel_size), access, line, column);
    check_races(&a, at, of->pixel_size);
}

static const uint32_t flag_of[SPACES] = {__MSL_MEM_DEVICE, __MSL_MEM_THREADGROUP, __MSL_MEM_TEXTURE};

static void fence(sm_team_check *check, uint32_t thread, uint32_t flags, uint32_t order, uint32_t scope)
{
    thread_order *t = &check->order[thread];
    for (int s = 0; s < SPACES; s++) {
        if (!(flags & flag_of[s]) || order == __MSL_RELAXED)
            continue;
        for (uint32_t narrower = __MSL_SCOPE_SIMDGROUP; narrower <= scope; narrower++) {
            if (order != __MSL_RELEASE)
                acquire(t, narrower, s, t->offered[narrower][s]);
            if (order != __MSL_ACQUIRE)
                t->released[narrower][s] = ++check->checker->clock;
        }
    }
}

void sm_check_fence(uint32_t flags, uint32_t order, uint32_t scope)
{
    fence(sm_worker_team()->check, sm_current_thread()->index, flags, order, scope);
}

void sm_check_return(uint32_t line)
{
    sm_worker_team()->check->returned[sm_current_thread()->index] = line;
}

/* ---- barriers and lanes */
static const sm_thread *lane_thread(const sm_team *team, uint32_t first, uint64_t lanes)
{
    return sm_team_thread(team, first + (uint32_t)__builtin_ctzll(lanes));
}

static uint32_t threads_of_simdgroup(const sm_team *team, uint32_t first)
{
    uint32_t width = team->kernel->simd_width, left = team->threads - first;
    return left < width ? left : width;
}

/* The threads have met: what each of them did or has acquired before, all have seen. `scope`: the one that they make.
 */
static void share(sm_team_check *check, uint32_t first, uint32_t count, uint32_t scope, int space)
{
    uint64_t now = ++check->checker->clock;
    for (uint32_t wider = scope + 1; wider < SCOPES; wider++) {
        uint64_t latest = 0;
        for (uint32_t i = 0; i < count; i++)
            take_later(&latest, check->order[first + i].acquired[wider][space]);
        for (uint32_t i = 0; i < count; i++)
            check->order[first + i].acquired[wider][space] = latest;
    }
    for (uint32_t i = 0; i < count; i++)
        acquire(&check->order[first + i], scope, space, now);
}

/* A barrier is a fence of each thread, for the memory of its flags and with its scope, and brings `count` threads
 * together, which make the scope `made`. */
static void order_by_barrier(sm_team *team, uint32_t first, uint32_t count, uint32_t made, uint32_t packed)
{
    uint32_t flags = packed & 0xff, scope = packed >> 16;
    for (uint32_t i = 0; i < count; i++)
        fence(team->check, first + i, flags, __MSL_SEQ_CST, scope);
    uint32_t least = scope < made ? scope : made,
             step = least == __MSL_SCOPE_SIMDGROUP ? team->kernel->simd_width : count;
    for (uint32_t at = 0; least > __MSL_SCOPE_THREAD && at < count; at += step) {
        for (int s = 0; s < SPACES; s++) {
            if (flags & flag_of[s])
                share(team->check, first + at, count - at < step ? count - at : step, least, s);
        }
    }
}

void sm_checker_arrive(sm_team *team, uint32_t first, uint64_t mask, uint64_t missing, const sm_site *site)
{
    bool whole = site->type == __MSL_BARRIER_THREADGROUP;
    (void)mask;
    if (!whole)
        order_by_barrier(team, first, threads_of_simdgroup(team, first), __MSL_SCOPE_SIMDGROUP, site->flags);
    if (!missing)
        return;
    report(team, lane_thread(team, first, missing), "divergent-barrier", site->line, site->column,
           "does not come to the %s barrier that other threads of its SIMD-group wait at",
           whole ? "threadgroup" : "SIMD-group");
}

void sm_checker_mixed(sm_team *team, uint32_t thread, const sm_site *site, const sm_site *other)
{
    report(team, sm_team_thread(team, thread), "divergent-barrier", site->line, site->column,
           "waits at this barrier while other SIMD-groups of its threadgroup wait at the one in line %s",
           line_named(team, other->line).text);
}

/* MSL 6.10.1: all threads that execute the kernel come to a barrier, or none; so in a conditional all do or none. A
 * thread that has returned before executes the kernel no more: that is worth a note, since some hardware waits for it.
 */
void sm_checker_ended(sm_team *team, uint32_t first, uint64_t lanes, const sm_site *site)
{
    const char *whole = site->type == __MSL_BARRIER_THREADGROUP ? "threadgroup" : "SIMD-group";
    for (; lanes; lanes &= lanes - 1) {
        const sm_thread *t = lane_thread(team, first, lanes);
        uint32_t line = team->check->returned[t->index];
        if (line)
            report(team, t, SM_FINDING_NOTE, site->line, site->column,
                   "has returned in line %s when others of its %s wait at this barrier", line_named(team, line).text,
                   whole);
        else
            report(team, t, "divergent-barrier", site->line, site->column,
                   "ends without coming to this barrier, at which others of its %s wait", whole);
    }
}

void sm_checker_release(sm_team *team, uint32_t flags)
{
    order_by_barrier(team, 0, team->threads, __MSL_SCOPE_THREADGROUP, flags);
}

void sm_checker_inactive(sm_team *team, uint32_t first, uint64_t lanes, const sm_site *site)
{
    report(team, lane_thread(team, first, lanes), "inactive-lane", site->line, site->column,
           "takes a value from a lane of its SIMD-group that is not active");
}

/* ---- life */
sm_checker *sm_checker_create(const sm_kernel *kernel, const sm_dispatch *dispatch, sm_outcome *outcome)
{
    sm_checker *c = calloc(1, sizeof *c);
    if (!c)
        return NULL;
    sm_checker_go_on(c, kernel, dispatch, outcome);
    memset(c->scratch, 0xa5, sizeof c->scratch);
    return c;
}

void sm_checker_go_on(sm_checker *checker, const sm_kernel *kernel, const sm_dispatch *dispatch, sm_outcome *outcome)
{
    checker->kernel = kernel;
    checker->dispatch = dispatch;
    checker->outcome = outcome;
}

void sm_checker_destroy(sm_checker *checker)
{
    for (size_t i = 0; checker && i < TABLE; i++) {
        for (page *p = checker->table[i], *next; p; p = next) {
            next = p->next;
            free(p);
        }
    }
    free(checker);
}

bool sm_checker_start(sm_checker *checker, sm_team *team, uint64_t number)
{
    if (!team->check)
        team->check = calloc(1, sizeof *team->check);
    if (!team->check)
        return false;
    sm_team_check *check = team->check;
    forget_offers(check);
    memset(check, 0, sizeof *check);
    check->checker = checker;
    check->number = (uint32_t)number;
    check->memory = team->memory_used;
    return true;
}

void sm_checker_forget(sm_team *team)
{
    if (team->check)
        forget_offers(team->check);
    free(team->check);
    team->check = NULL;
}
