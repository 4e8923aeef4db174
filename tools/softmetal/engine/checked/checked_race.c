/* checked_race.c: races. checked.c says what one is. */
#include "checker.h"
#include "../threads/worker.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

/* What a barrier between them lacks. */
static line_text other_barrier(const access_now *a, const record *before)
{
    static const char *const memory[SPACES] = {"device memory", "threadgroup memory", "textures"};
    const sm_team_check *check = a->team->check;
    line_text said = {""};
    if (before->time < check->met)
        snprintf(said.text, sizeof said.text, " that orders %s: the one in line %.100s does not",
                 memory[space_of(a->where.kind)], sm_checked_line_named(a->team, check->met_at).text);
    return said;
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
    line_text in = {""};
    if (before->line)
        snprintf(in.text, sizeof in.text, " in line %.140s", sm_checked_line_named(a->team, before->line).text);
    if (is_of_another(a, before))
        sm_checked_report(a->team, a->thread, "race", a->line, a->column,
                          "%s %s, which kernel '%s' of the same encoder %s with no barrier between",
                          a->store ? "writes" : "reads", place, company->label[dispatch_of(before)], what);
    else if (before->group == a->now.group)
        sm_checked_report(a->team, a->thread, "race", a->line, a->column,
                          "%s %s, which thread %u of the same threadgroup %s%s with no barrier between%s",
                          a->store ? "writes" : "reads", place, before->thread, what, in.text,
                          other_barrier(a, before).text);
    else
        sm_checked_report(a->team, a->thread, "race", a->line, a->column,
                          "%s %s, which thread %u of threadgroup %u %s%s in the same dispatch",
                          a->store ? "writes" : "reads", place, before->thread, before->group, what, in.text);
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

void sm_checked_take_later(uint64_t *to, uint64_t time)
{
    *to = time > *to ? time : *to;
}

/* Accesses before the time, by threads that the scope holds, are ordered before the thread's own. */
void sm_checked_acquire(thread_order *t, uint32_t scope, int space, uint64_t time)
{
    for (uint32_t narrower = __MSL_SCOPE_SIMDGROUP; narrower <= scope; narrower++)
        sm_checked_take_later(&t->acquired[narrower][space], time);
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

void sm_checked_forget_offers(sm_team_check *check)
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
            sm_checked_take_later(&t->offered[scope][s], released[s]);
            if (acquires)
                sm_checked_acquire(t, scope, s, released[s]);
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
                sm_checked_take_later(&released_at(a, c, scope, true)[s], time);
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

void sm_checked_races(access_now *a, uintptr_t address, uint32_t size)
{
    sm_team_check *check = a->team->check;
    for (uintptr_t at = address; at < address + size;) {
        uint32_t first = (uint32_t)(at % GRANULE), count = GRANULE - first;
        if (count > address + size - at)
            count = (uint32_t)(address + size - at);
        a->now.bytes = (uint8_t)(((1u << count) - 1) << first);
        cell *c =
            a->device ? device_cell(check->checker, at) : &check->cell[(at - address + a->where.offset) / GRANULE];
        check_race(a, c);
        at += count;
    }
}
