/* divergence_simulate.c: runs a program on the CPU. A block runs for a set of threads of a threadgroup at once and
 * gives back the set that comes out at its end; threads that leave by break, continue or return are collected where
 * they come to. Threads of the set that are in one SIMD-group meet. */
#include "divergence.h"
#include "divergence_operations.h"
#include <string.h>

/* Threads of a threadgroup. A SIMD-group's are side by side in one word. */
typedef struct thread_set {
    uint64_t word[DIVERGENCE_THREADS / 64];
} thread_set;

static const thread_set nobody;

static bool is_in(thread_set set, uint32_t thread)
{
    return set.word[thread / 64] >> thread % 64 & 1;
}

static void add_thread(thread_set *set, uint32_t thread)
{
    set->word[thread / 64] |= UINT64_C(1) << thread % 64;
}

static bool is_anybody(thread_set set)
{
    uint64_t any = 0;
    for (size_t w = 0; w < DIVERGENCE_THREADS / 64; w++)
        any |= set.word[w];
    return any;
}

static thread_set either(thread_set a, thread_set b)
{
    for (size_t w = 0; w < DIVERGENCE_THREADS / 64; w++)
        a.word[w] |= b.word[w];
    return a;
}

static thread_set all_but(thread_set a, thread_set b)
{
    for (size_t w = 0; w < DIVERGENCE_THREADS / 64; w++)
        a.word[w] &= ~b.word[w];
    return a;
}

#define FOR_THREADS(thread, set)                                                                                       \
    for (uint32_t thread = 0; thread < DIVERGENCE_THREADS; thread++)                                                   \
        if (is_in(set, thread))

typedef struct simulation {
    const divergence_program *program;
    divergence_group *group;
    thread_set returned, broken, continued; /* who left the function, the loop or switch, the iteration */
    thread_set present;                     /* who has not ended */
    bool helper;
    uint32_t counter[DIVERGENCE_NODES];            /* of each loop that is running */
    uint32_t neighbour_memory[DIVERGENCE_THREADS]; /* threadgroup memory of the two kinds of barriers: */
    uint32_t exchange_memory[DIVERGENCE_THREADS];  /* what each thread gave last, in the beginning its first h */
} simulation;

static thread_set run_block(simulation *s, int n, thread_set active);

static bool holds(const simulation *s, const divergence_node *node, uint32_t thread)
{
    const divergence_group *g = s->group;
    uint32_t lane = thread % g->width, simdgroup = thread / g->width;
    switch (node->condition) {
    case CONDITION_BIT: return g->h[thread] >> node->a & 1;
    case CONDITION_BELOW: return lane < node->a;
    case CONDITION_MODULO: return lane % node->a == node->b;
    case CONDITION_SIMDGROUP: return simdgroup % node->a == node->b;
    case CONDITION_GROUP: return g->number % node->a == node->b;
    case CONDITION_COUNTER: return s->counter[node->loop] == node->a;
    }
    return false;
}

static thread_set threads_where(const simulation *s, const divergence_node *node, thread_set active)
{
    thread_set set = nobody;
    FOR_THREADS(thread, active)
    if (holds(s, node, thread))
        add_thread(&set, thread);
    return set;
}

/* What the thread gets from the others of its SIMD-group in `active`. */
static uint32_t group_value(const divergence_group *g, divergence_value *value, thread_set active, uint32_t thread)
{
    uint32_t lane = thread % g->width, first = thread - lane;
    uint64_t lanes = active.word[first / 64] >> first % 64;
    if (g->width < 64)
        lanes &= (UINT64_C(1) << g->width) - 1;
    return value(g->h + first, lanes, lane);
}

/* What the thread finds behind a barrier: what another one gave that may have ended since. */
static uint32_t barrier_value(const simulation *s, uint8_t operation, uint32_t thread)
{
    const divergence_group *g = s->group;
    if (operation == EXCHANGE)
        return s->exchange_memory[(thread + 40) % g->threads];
    uint32_t lane = thread % g->width, first = thread - lane,
             lanes = g->threads - first < g->width ? g->threads - first : g->width;
    return s->neighbour_memory[first + (lane + 1) % lanes];
}

/* Whether all threads that should come to the barrier do; those that have ended need not. */
static bool is_complete(const simulation *s, uint8_t operation, thread_set active)
{
    uint32_t width = s->group->width;
    thread_set missing = all_but(s->present, active), awaited = nobody;
    FOR_THREADS(thread, active)
    awaited.word[thread / 64] |= (width < 64 ? (UINT64_C(1) << width) - 1 : UINT64_MAX) << thread / width * width % 64;
    return !is_anybody(operation == EXCHANGE ? missing : all_but(missing, all_but(missing, awaited)));
}

static void run_operation(simulation *s, const divergence_node *node, thread_set active)
{
    divergence_group *g = s->group;
    divergence_value *value = divergence_operations[node->operation].value;
    uint32_t result[DIVERGENCE_THREADS],
        *memory = node->operation == EXCHANGE ? s->exchange_memory : s->neighbour_memory;
    g->missed_barrier |= !value && !is_complete(s, node->operation, active);
    FOR_THREADS(thread, value ? nobody : active)
    memory[thread] = g->h[thread];
    FOR_THREADS(thread, active)
    result[thread] = value ? group_value(g, value, active, thread) : barrier_value(s, node->operation, thread);
    FOR_THREADS(thread, active)
    {
        if (g->noted[thread] < g->slots)
            g->trace[thread][g->noted[thread]] = result[thread];
        g->noted[thread]++;
        uint32_t h = (g->h[thread] ^ result[thread]) * 2654435769u + 1;
        g->h[thread] = h ^ h >> 15;
    }
}

static uint32_t trips_of(const divergence_group *g, const divergence_node *node, uint32_t thread)
{
    if (node->a == ALIKE_GROUP)
        return node->b;
    return (node->a == ALIKE_SIMDGROUP ? thread / g->width % 3 : g->h[thread] >> node->a & 3) + node->b;
}

/* Threads that are in the loop at the same time are in the same iteration. */
static thread_set run_loop(simulation *s, int n, thread_set active)
{
    const divergence_node *node = &s->program->node[n];
    thread_set outer_broken = s->broken, outer_continued = s->continued, ended = nobody;
    uint32_t trips[DIVERGENCE_THREADS];
    FOR_THREADS(thread, active)
    trips[thread] = trips_of(s->group, node, thread);
    s->broken = nobody;
    for (uint32_t k = 0; is_anybody(active); k++) {
        thread_set enters = nobody;
        FOR_THREADS(thread, active)
        if (k < trips[thread] || (node->step == STEP_DO && k == 0))
            add_thread(&enters, thread);
        ended = either(ended, all_but(active, enters));
        s->counter[n] = node->step == STEP_WHILE ? k + 1 : k;
        s->continued = nobody;
        active = run_block(s, node->block[0], enters);
        active = either(active, s->continued);
    }
    ended = either(ended, s->broken);
    s->broken = outer_broken;
    s->continued = outer_continued;
    return ended;
}

static uint32_t section_of(const divergence_group *g, const divergence_node *node, uint32_t thread)
{
    uint32_t value = g->h[thread] >> (node->a & 31) & 3;
    if (node->a >= ALIKE_SIMDGROUP)
        value = ((node->a == ALIKE_GROUP ? g->number : thread / g->width) + node->b) & 3;
    return value < DIVERGENCE_SECTIONS ? value : DIVERGENCE_SECTIONS - 1;
}

static thread_set run_switch(simulation *s, const divergence_node *node, thread_set active)
{
    thread_set outer = s->broken, chosen[DIVERGENCE_SECTIONS] = {nobody}, through = nobody;
    FOR_THREADS(thread, active)
    add_thread(&chosen[section_of(s->group, node, thread)], thread);
    s->broken = nobody;
    for (int i = 0; i < DIVERGENCE_SECTIONS; i++) {
        through = run_block(s, node->block[i], either(chosen[i], through));
        if (i == DIVERGENCE_SECTIONS - 1 || !node->falls[i]) {
            s->broken = either(s->broken, through);
            through = nobody;
        }
    }
    thread_set ended = s->broken;
    s->broken = outer;
    return ended;
}

static thread_set run_call(simulation *s, thread_set active)
{
    thread_set outer = s->returned;
    s->returned = nobody;
    s->helper = true;
    active = run_block(s, s->program->helper, active);
    active = either(active, s->returned);
    s->helper = false;
    s->returned = outer;
    return active;
}

static thread_set run_if(simulation *s, const divergence_node *node, thread_set active)
{
    thread_set chosen = threads_where(s, node, active), others = all_but(active, chosen);
    chosen = run_block(s, node->block[0], chosen);
    return either(chosen, run_block(s, node->block[1], others));
}

/* The threads that go on behind it. */
static thread_set run_statement(simulation *s, int n, thread_set active)
{
    const divergence_node *node = &s->program->node[n];
    switch (node->step) {
    case STEP_OPERATION: run_operation(s, node, active); return active;
    case STEP_IF: return run_if(s, node, active);
    case STEP_FOR:
    case STEP_WHILE:
    case STEP_DO: return run_loop(s, n, active);
    case STEP_SWITCH: return run_switch(s, node, active);
    case STEP_BREAK: s->broken = either(s->broken, active); return nobody;
    case STEP_CONTINUE: s->continued = either(s->continued, active); return nobody;
    case STEP_RETURN:
        FOR_THREADS(thread, s->helper ? active : nobody)
        s->group->h[thread]++;
        s->returned = either(s->returned, active);
        s->present = s->helper ? s->present : all_but(s->present, active);
        return nobody;
    case STEP_CALL: return run_call(s, active);
    }
    return active;
}

static thread_set run_block(simulation *s, int n, thread_set active)
{
    for (; n >= 0 && is_anybody(active); n = s->program->node[n].next)
        active = run_statement(s, n, active);
    return active;
}

void divergence_simulate(const divergence_program *program, divergence_group *group)
{
    simulation s = {.program = program, .group = group};
    for (uint32_t thread = 0; thread < group->threads; thread++) {
        add_thread(&s.present, thread);
        s.neighbour_memory[thread] = s.exchange_memory[thread] = group->h[thread];
    }
    run_block(&s, program->body, s.present);
}
