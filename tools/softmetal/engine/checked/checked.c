/* checked.c: what checked mode knows and how it decides.
 *
 * Bounds: an address is sound if it lies in a buffer or texture bound to the dispatch, in an allocation of the device,
 * in a threadgroup variable, in the kernel's constants or (through a generic pointer) on the thread's stack. The
 * compiler leaves gaps between threadgroup variables, so that what is past the end of one is not the next.
 *
 * Races: each granule of four bytes remembers its last write and its last reads: by whom, and when. Two accesses to the
 * same byte, at least one of them a store and not both atomic, by different threads, race unless the later thread has
 * acquired what the earlier one released: through a barrier that both came to, through the orders of atomics, or
 * through fences around atomics; for that kind of memory, and with a scope on both sides that holds both threads. So
 * each thread knows, for each kind of memory and each scope, a time: accesses before it, by threads that the scope
 * holds, are ordered before its own. A thread that acquires has seen everything before the release, whoever did it,
 * which lets a race of third parties pass but reports none that is not there. Dispatches of a concurrent encoder
 * share what is remembered: what nothing orders races. */
#include "checker.h"
#include "checked.h"
#include "../texture/texture_access.h"
#include "../threads/worker.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
        sm_checked_report(a->team, a->thread, "uninitialized-threadgroup", a->line, a->column,
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
    sm_checked_report_list(team_of(thread->group), thread, kind, line, column, format, arguments);
    va_end(arguments);
}

size_t sm_checker_room(const sm_thread *thread, uintptr_t address)
{
    region where = sm_checked_find_region(team_of(thread->group), address, 1);
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
                     .line = line,
                     .thread = (uint16_t)thread->index,
                     .by = (uint8_t)(check->checker->dispatch->number | (access & SM_ACCESS_ATOMIC ? BY_ATOMIC : 0))};
    return a;
}

/* A loop that runs away through memory would do so for as long as all of its steps take. */
static void count_outside(sm_team *team)
{
    if (++team->check->outside == MOST_OUTSIDE)
        sm_team_stop(team, SM_FAULTED);
}

void sm_check_own(sm_thread *thread, int64_t offset, int64_t length, uint32_t access, uint32_t line, uint32_t column)
{
    sm_team *team = team_of(thread->group);
    sm_checked_report(team, thread, "out-of-bounds", line, column,
                      "%s memory at offset %lld of %s, which has %lld bytes", sm_checked_verb(access),
                      (long long)offset, access / SM_ACCESS_SPACE % 8 == 2 ? "a constant array" : "an array of its own",
                      (long long)length);
    count_outside(team);
}

void sm_check_difference(sm_thread *thread, int64_t a, int64_t b, uint32_t bits, uint32_t line, uint32_t column)
{
    sm_checker_report(thread, "overflow", line, column,
                      "asks for the sign of %lld - %lld, which %u bits do not hold; compare the numbers themselves",
                      (long long)a, (long long)b, bits);
}

void sm_check_conversion(sm_thread *thread, int64_t x, int64_t is_signed, uint32_t bits, uint32_t line, uint32_t column)
{
    double number;
    memcpy(&number, &x, sizeof number);
    sm_checker_report(thread, "conversion", line, column,
                      "converts %g to %s%s, which does not hold it; what comes of that the specification leaves open",
                      number, is_signed ? "" : "u",
                      bits == 8    ? "char"
                      : bits == 16 ? "short"
                      : bits == 32 ? "int"
                                   : "long");
}

void *sm_check(sm_thread *thread, void *address, uint32_t size, uint32_t alignment, uint32_t access, uint32_t line,
               uint32_t column)
{
    sm_team *team = team_of(thread->group);
    sm_team_check *check = team->check;
    uintptr_t at = (uintptr_t)address;
    region where =
        access & SM_ACCESS_TEXEL ? sm_checked_texel_at(team, at, size) : sm_checked_find_region(team, at, size);
    if (where.kind == NOWHERE) {
        sm_checked_report_outside(team, thread, at, size, access, line, column);
        count_outside(team);
        return check->checker->scratch;
    }
    if (alignment > 1 && at % alignment != 0)
        sm_checked_report(team, thread, "misaligned", line, column,
                          "%s %u bytes at address 0x%llx, which is not a multiple of %u", sm_checked_verb(access), size,
                          (unsigned long long)at, alignment);
    if (where.kind == PRIVATE || where.kind == CONSTANTS)
        return address;
    access_now a = access_by(team, thread, where, access, line, column);
    if (!a.device)
        check_written(&a, size);
    sm_checked_races(&a, at, size);
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
    access_now a = access_by(team, thread, sm_checked_texel_at(team, at, of->pixel_size), access, line, column);
    sm_checked_races(&a, at, of->pixel_size);
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
                sm_checked_acquire(t, narrower, s, t->offered[narrower][s]);
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
            sm_checked_take_later(&latest, check->order[first + i].acquired[wider][space]);
        for (uint32_t i = 0; i < count; i++)
            check->order[first + i].acquired[wider][space] = latest;
    }
    for (uint32_t i = 0; i < count; i++)
        sm_checked_acquire(&check->order[first + i], scope, space, now);
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
    sm_checked_report(team, lane_thread(team, first, missing), "divergent-barrier", site->line, site->column,
                      "does not come to the %s barrier that other threads of its SIMD-group wait at",
                      whole ? "threadgroup" : "SIMD-group");
}

void sm_checker_mixed(sm_team *team, uint32_t thread, const sm_site *site, const sm_site *other)
{
    sm_checked_report(team, sm_team_thread(team, thread), "divergent-barrier", site->line, site->column,
                      "waits at this barrier while other SIMD-groups of its threadgroup wait at the one in line %s",
                      sm_checked_line_named(team, other->line).text);
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
            sm_checked_report(team, t, SM_FINDING_NOTE, site->line, site->column,
                              "has returned in line %s when others of its %s wait at this barrier",
                              sm_checked_line_named(team, line).text, whole);
        else
            sm_checked_report(team, t, "divergent-barrier", site->line, site->column,
                              "ends without coming to this barrier, at which others of its %s wait", whole);
    }
}

void sm_checker_release(sm_team *team, const sm_site *site)
{
    order_by_barrier(team, 0, team->threads, __MSL_SCOPE_THREADGROUP, site->flags);
    team->check->met = ++team->check->checker->clock;
    team->check->met_at = site->line;
}

void sm_checker_inactive(sm_team *team, uint32_t first, uint64_t lanes, const sm_site *site)
{
    sm_checked_report(team, lane_thread(team, first, lanes), "inactive-lane", site->line, site->column,
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
    sm_checked_forget_offers(check);
    memset(check, 0, sizeof *check);
    check->checker = checker;
    check->number = (uint32_t)number;
    check->memory = team->memory_used;
    return true;
}

void sm_checker_forget(sm_team *team)
{
    if (team->check)
        sm_checked_forget_offers(team->check);
    free(team->check);
    team->check = NULL;
}
