/* checked.c: what checked mode knows and how it decides.
 *
 * Bounds: an address is sound if it lies in a buffer or texture bound to the dispatch, in an allocation of the device,
 * in the threadgroup's memory, in the kernel's constants or (through a generic pointer) on the thread's stack.
 *
 * Races: each granule of four bytes remembers its last write and its last read: by whom, and how many barriers had
 * passed. Two accesses to the same byte, at least one of them a store and not both atomic, by different threads, race
 * unless a barrier for that memory lies between them: one of the threadgroup, or of the SIMD-group if both belong to
 * it; or unless one thread released and the other acquired, by the orders of atomics or by fences, what lay before: a
 * thread that acquires has seen everything before the release, whoever did it, which lets a race of third parties pass
 * but reports none that is not there. Threadgroups are not ordered with each other, except that one which takes an
 * atomic that another has changed is taken to have synchronised with everything before. */
#include "checked.h"
#include "../compiler/loader.h"
#include "../include/__msl/operations.h"
#include "fiber.h"
#include "run.h"
#include "texture_access.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GRANULE = 4, PAGE = 4096, CELLS = PAGE / GRANULE, TABLE = 1 << 16, SCRATCH = 256 };

/* One access, as later ones need to know it. bytes == 0: none yet. */
typedef struct record {
    uint64_t time;
    uint32_t group; /* threadgroup's number */
    uint32_t epoch; /* barriers of the threadgroup before it */
    uint32_t simd_epoch;
    uint16_t thread;
    uint8_t bytes; /* of the granule */
    bool atomic;
} record;

/* Memory that a fence or barrier may order. */
enum { OF_DEVICE, OF_THREADGROUP, OF_TEXTURE, SPACES };

typedef struct cell {
    record write, read, other_read; /* other_read: of a different SIMD-group than read */
    uint64_t released[SPACES];      /* who acquires what this atomic holds has seen everything before these times */
} cell;

/* What a thread has released and seen, as times. */
typedef struct thread_order {
    uint64_t released[SPACES]; /* its last release fence */
    uint64_t offered[SPACES];  /* of the atomics it has read: an acquire fence takes it */
    uint64_t acquired[SPACES]; /* accesses before this are ordered before its own */
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
    uint32_t epoch_threadgroup, epoch_device, epoch_texture; /* barriers for each kind of memory so far */
    uint32_t simd_epoch[SM_MAX_SIMDGROUPS];
    thread_order order[SM_MAX_THREADS];
    uint64_t acquired; /* device accesses of other threadgroups before this time are ordered before ours */
    size_t memory;
    uint8_t written[SM_MAX_THREADGROUP_MEMORY + 64]; /* by byte */
    cell cell[SM_MAX_THREADGROUP_MEMORY / GRANULE + 16];
} sm_team_check;

/* ---- findings */
static sm_finding *new_finding(sm_checker *c, const char *kind, uint32_t line, uint32_t column)
{
    sm_outcome *o = c->outcome;
    for (size_t i = 0; i < o->finding_count; i++) {
        if (strcmp(o->finding[i].kind, kind) == 0 && o->finding[i].line == line)
            return NULL;
    }
    if (o->finding_count == sizeof o->finding / sizeof *o->finding)
        return NULL;
    sm_finding *f = &o->finding[o->finding_count++];
    *f = (sm_finding){.kind = kind, .line = line, .column = column};
    return f;
}

/* "kernel 'k', line 12, thread (3, 0, 0)": the thread by its position in the grid. */
static int print_place(const sm_team *team, const sm_thread *t, uint32_t line, char *text, size_t room)
{
    const uint32_t *origin = team->group.origin;
    return snprintf(text, room, "kernel '%s', line %u, thread (%u, %u, %u): ", team->kernel->name, line,
                    origin[0] + t->position[0], origin[1] + t->position[1], origin[2] + t->position[2]);
}

__attribute__((format(printf, 6, 7))) static void report(const sm_team *team, const sm_thread *t, const char *kind,
                                                         uint32_t line, uint32_t column, const char *format, ...)
{
    sm_finding *f = new_finding(team->check->checker, kind, line, column);
    if (!f)
        return;
    int n = print_place(team, t, line, f->text, sizeof f->text);
    va_list arguments;
    va_start(arguments, format);
    if (n >= 0 && (size_t)n < sizeof f->text)
        vsnprintf(f->text + n, sizeof f->text - (size_t)n, format, arguments);
    va_end(arguments);
}

/* ---- where an address is */
typedef enum { NOWHERE, BUFFER, ALLOCATION, TEXTURE, THREADGROUP, PRIVATE, CONSTANTS } region_kind;

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
    if (team->stacks && contains(team->stacks, team->stack_size * SM_MAX_THREADS, address, size))
        return (region){.kind = PRIVATE};
    if (sm_run_is_stack(address))
        return (region){.kind = PRIVATE};
    const void *code;
    size_t code_size;
    sm_code_extent(c->kernel->code, &code, &code_size);
    if (contains(code, code_size, address, size))
        return (region){.kind = CONSTANTS};
    return (region){.kind = NOWHERE};
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
        sm_team_stop(sm_run_current_team(), SM_NO_MEMORY);
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

static bool is_ordered(const access_now *a, const record *before)
{
    const thread_order *order = &a->team->check->order[a->now.thread];
    if (before->time < order->acquired[space_of(a->where.kind)])
        return true;
    if (before->group != a->now.group)
        return before->time < a->team->check->acquired;
    if (before->thread == a->now.thread || before->epoch != a->now.epoch)
        return true;
    uint32_t width = a->team->kernel->simd_width;
    return before->thread / width == a->now.thread / width && before->simd_epoch != a->now.simd_epoch;
}

static bool races(const access_now *a, const record *before)
{
    return (before->bytes & a->now.bytes) && !(before->atomic && a->now.atomic) && !is_ordered(a, before);
}

static void report_race(const access_now *a, const record *before, const char *what)
{
    char place[80];
    if (a->where.kind == BUFFER)
        snprintf(place, sizeof place, "offset %llu of buffer %u", (unsigned long long)a->where.offset, a->where.index);
    else if (a->where.kind == TEXTURE)
        snprintf(place, sizeof place, "a texel of texture %u", a->where.index);
    else
        snprintf(place, sizeof place, "offset %llu of %s", (unsigned long long)a->where.offset,
                 a->where.kind == THREADGROUP ? "threadgroup memory" : "an allocation");
    if (before->group == a->now.group)
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
    if (c->read.bytes && (c->read.group != a->now.group || c->read.thread / width != a->now.thread / width))
        c->other_read = c->read;
    c->read = a->now;
}

static void take_later(uint64_t *to, uint64_t time)
{
    *to = time > *to ? time : *to;
}

/* An atomic takes what the place offers, and offers what its thread has released. */
static void synchronise(const access_now *a, cell *c)
{
    thread_order *t = &a->team->check->order[a->now.thread];
    uint32_t order = a->access / SM_ACCESS_ORDER;
    bool reads = !a->store || a->access & SM_ACCESS_UPDATE, acquires = order != __MSL_RELAXED && order != __MSL_RELEASE,
         releases = order != __MSL_RELAXED && order != __MSL_ACQUIRE;
    for (int s = 0; s < SPACES; s++) {
        if (reads)
            take_later(&t->offered[s], c->released[s]);
        if (reads && acquires)
            take_later(&t->acquired[s], c->released[s]);
        if (!a->store)
            continue;
        if (!(a->access & SM_ACCESS_UPDATE)) /* an update continues what the one before released */
            c->released[s] = 0;
        take_later(&c->released[s], releases ? a->now.time : t->released[s]);
    }
}

static void check_race(access_now *a, cell *c)
{
    if (a->now.atomic)
        synchronise(a, c);
    if (a->now.atomic && c->write.bytes && c->write.atomic && c->write.group != a->now.group)
        a->team->check->acquired = a->team->check->checker->clock;
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

static access_now access_by(sm_team *team, const sm_thread *thread, region where, uint32_t access, uint32_t line,
                            uint32_t column)
{
    sm_team_check *check = team->check;
    bool device = where.kind != THREADGROUP;
    uint32_t epoch = where.kind == TEXTURE ? check->epoch_texture
                     : device              ? check->epoch_device
                                           : check->epoch_threadgroup;
    access_now a = {.team = team,
                    .thread = thread,
                    .line = line,
                    .column = column,
                    .access = access,
                    .device = device,
                    .where = where};
    a.store = access & SM_ACCESS_STORE;
    a.now = (record){.time = ++check->checker->clock,
                     .group = check->number,
                     .epoch = epoch,
                     .simd_epoch = check->simd_epoch[thread->index / team->kernel->simd_width],
                     .thread = (uint16_t)thread->index,
                     .atomic = access & SM_ACCESS_ATOMIC};
    return a;
}

void *sm_check(sm_thread *thread, void *address, uint32_t size, uint32_t alignment, uint32_t access, uint32_t line,
               uint32_t column)
{
    sm_team *team = team_of(thread->group);
    sm_team_check *check = team->check;
    uintptr_t at = (uintptr_t)address;
    region where = find_region(team, at, size);
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
    int index = at ? texture_at(team->check->checker->dispatch, at, of->pixel_size) : -1;
    if (index < 0) /* outside, or of a texture in an argument buffer */
        return;
    region where = {.kind = TEXTURE, .index = (unsigned)index};
    access_now a = access_by(team, thread, where, access, line, column);
    check_races(&a, at, of->pixel_size);
}

void sm_check_fence(uint32_t flags, uint32_t order)
{
    sm_team_check *check = sm_run_current_team()->check;
    thread_order *t = &check->order[sm_current_thread()->index];
    static const uint32_t flag_of[SPACES] = {__MSL_MEM_DEVICE, __MSL_MEM_THREADGROUP, __MSL_MEM_TEXTURE};
    for (int s = 0; s < SPACES; s++) {
        if (!(flags & flag_of[s]) || order == __MSL_RELAXED)
            continue;
        if (order != __MSL_RELEASE)
            take_later(&t->acquired[s], t->offered[s]);
        if (order != __MSL_ACQUIRE)
            t->released[s] = ++check->checker->clock;
    }
}

/* ---- barriers and lanes */
static const sm_thread *lane_thread(const sm_team *team, uint32_t first, uint64_t lanes)
{
    return sm_team_thread(team, first + (uint32_t)__builtin_ctzll(lanes));
}

void sm_checker_arrive(sm_team *team, uint32_t first, uint64_t mask, uint64_t missing, const sm_site *site)
{
    sm_team_check *check = team->check;
    bool whole = site->type == __MSL_BARRIER_THREADGROUP;
    (void)mask;
    if (!whole && site->flags & 0xff)
        check->simd_epoch[first / team->kernel->simd_width]++;
    if (!missing)
        return;
    report(team, lane_thread(team, first, missing), "divergent-barrier", site->line, site->column,
           "does not come to the %s barrier that other threads of its SIMD-group wait at",
           whole ? "threadgroup" : "SIMD-group");
}

void sm_checker_mixed(sm_team *team, uint32_t thread, const sm_site *site, const sm_site *other)
{
    report(team, sm_team_thread(team, thread), "divergent-barrier", site->line, site->column,
           "waits at this barrier while other SIMD-groups of its threadgroup wait at the one in line %u", other->line);
}

void sm_checker_release(sm_team *team, uint32_t flags)
{
    sm_team_check *check = team->check;
    check->epoch_threadgroup += (flags & __MSL_MEM_THREADGROUP) != 0;
    check->epoch_device += (flags & __MSL_MEM_DEVICE) != 0;
    check->epoch_texture += (flags & __MSL_MEM_TEXTURE) != 0;
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
    c->kernel = kernel;
    c->dispatch = dispatch;
    c->outcome = outcome;
    memset(c->scratch, 0xa5, sizeof c->scratch);
    return c;
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
        team->check = malloc(sizeof *team->check);
    if (!team->check)
        return false;
    sm_team_check *check = team->check;
    memset(check, 0, sizeof *check);
    check->checker = checker;
    check->number = (uint32_t)number;
    check->memory = sm_run_memory(team->run);
    return true;
}

void sm_checker_forget(sm_team *team)
{
    free(team->check);
    team->check = NULL;
}
