/* gpu_lanes.c: runs what the compiler makes for an NVIDIA GPU on this host, to see that lanes agree: whoever votes,
 * shuffles or waits is in the mask that it names, and all that the mask names come to the same place with the same
 * mask, or end. gpu_lanes_test.py compiles it with a kernel's code, in which NVIDIA's instructions have become calls of
 * the functions here.
 *
 * The kernel is one of simd/reconvergence's: 130 threads in two threadgroups, three buffers. Each thread is a context
 * of its own that runs to where it must wait. `lanes SEEDS`: prints nothing, or what went wrong, and exits with 1. */
#include "engine/cuda/launch.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>

enum { THREADS = 130, GROUP = 75, SLOTS = 24, WARP = 32, STACK = 256 << 10 };

typedef enum { RUNS, MEETS, SHUFFLES, BARRIER, ENDED } state;
static const char *const states[] = {"runs", "votes", "shuffles", "is at a barrier", "has ended"};

typedef struct lane {
    ucontext_t context;
    state state;
    uint32_t mask, value, from, result, line; /* line: of the program, where it waits */
    char stack[STACK];
} lane;

_Alignas(64) char sm_shared[64 << 10];
void sm_entry(sm_launch launch); /* the kernel */

static lane lanes[GROUP];
static ucontext_t scheduler;
static sm_launch launch;
static uint32_t running, count, group, stop;
static uint32_t data[THREADS], trace[THREADS * SLOTS], ended[THREADS];

static uint32_t random_number(void)
{
    static uint32_t last;
    last = last * 1664525 + 1013904223;
    return last >> 8;
}

static void print_lanes(void)
{
    for (uint32_t n = 0; n < count; n++)
        printf("lane %u %s, mask %08x, line %u\n", n, states[lanes[n].state], (unsigned)lanes[n].mask, lanes[n].line);
}

static uint32_t wait_in(state state, uint32_t mask, uint32_t value, uint32_t from, uint32_t line)
{
    lane *own = &lanes[running];
    if (!(mask >> running % WARP & 1)) {
        printf("lane %u is not in its mask %08x, line %u\n", running, (unsigned)mask, line);
        exit(1);
    }
    own->state = state;
    own->mask = mask;
    own->value = value;
    own->from = from;
    own->line = line;
    swapcontext(&own->context, &scheduler);
    return own->result;
}

/* ---- NVIDIA's instructions; the last argument is the line that gpu_lanes_test.py adds */

uint32_t lanes_vote(uint32_t mask, uint32_t truth, uint32_t line)
{
    return wait_in(MEETS, mask, truth & 1, 0, line);
}

void lanes_meet(uint32_t mask, uint32_t line)
{
    wait_in(MEETS, mask, 0, 0, line);
}

uint32_t lanes_shuffle(uint32_t mask, uint32_t value, uint32_t from, uint32_t clamp, uint32_t line)
{
    (void)clamp;
    return wait_in(SHUFFLES, mask, value, from, line);
}

void lanes_barrier(uint32_t number, uint32_t line)
{
    (void)number;
    wait_in(BARRIER, ~0u, 0, 0, line);
}

void lanes_exit(void)
{
    lanes[running].state = ENDED;
    swapcontext(&lanes[running].context, &scheduler);
}

uint32_t lanes_active(void) /* asked where a kernel begins, and all are together */
{
    uint32_t mask = 0, first = running / WARP * WARP;
    for (uint32_t n = first; n < first + WARP && n < count; n++)
        mask |= 1u << n % WARP;
    return mask;
}

uint32_t lanes_lane(void)
{
    return running % WARP;
}

uint32_t lanes_thread(void)
{
    return running;
}

uint32_t lanes_block_x(void) /* a launch has one threadgroup here */
{
    return 0;
}

uint32_t lanes_block_y(void)
{
    return 0;
}

/* ---- The scheduler */

/* Lets those go on that this lane waits for, and itself, if all are there. */
static bool meet(uint32_t one)
{
    lane *own = &lanes[one], *warp = &lanes[one / WARP * WARP];
    uint32_t room = count - one / WARP * WARP, votes = 0, values[WARP] = {0};
    for (uint32_t n = 0; n < WARP && n < room; n++) {
        const lane *other = &warp[n];
        if (!(own->mask >> n & 1) || other->state == ENDED)
            continue;
        if (other->state != own->state || other->mask != own->mask || other->line != own->line)
            return false;
        votes |= (other->value & 1) << n;
        values[n] = other->value;
    }
    state what = own->state;
    uint32_t mask = own->mask;
    for (uint32_t n = 0; n < WARP && n < room; n++) {
        if (!(mask >> n & 1) || warp[n].state == ENDED)
            continue;
        warp[n].result = what == MEETS ? votes : values[warp[n].from % WARP];
        warp[n].state = RUNS;
    }
    return true;
}

static void begin(void)
{
    sm_entry(launch);
    lanes_exit();
}

static bool step(void)
{
    uint32_t start = random_number() % count, at_barrier = 0, alive = 0;
    bool moved = false;
    for (uint32_t n = 0; n < count && !moved; n++) {
        running = (start + n) % count;
        moved = lanes[running].state == RUNS;
    }
    if (moved)
        swapcontext(&scheduler, &lanes[running].context);
    for (uint32_t n = 0; n < count; n++)
        moved |= (lanes[n].state == MEETS || lanes[n].state == SHUFFLES) && meet(n);
    for (uint32_t n = 0; n < count; n++) {
        at_barrier += lanes[n].state == BARRIER;
        alive += lanes[n].state != ENDED;
    }
    if (alive && at_barrier < alive && !moved) {
        printf("lanes wait for each other\n");
        print_lanes();
        exit(1);
    }
    for (uint32_t n = 0; n < count && at_barrier == alive; n++)
        if (lanes[n].state == BARRIER)
            lanes[n].state = RUNS;
    return alive;
}

static void run(void)
{
    count = group ? THREADS - GROUP : GROUP;
    launch =
        (sm_launch){.first = {group}, .size = {count, 1, 1}, .groups = {2, 1, 1}, .static_memory = 1024, .stop = &stop};
    launch.dispatch = (sm_dispatch){.buffer = {{data, sizeof data}, {trace, sizeof trace}, {ended, sizeof ended}},
                                    .grid = {THREADS, 1, 1},
                                    .group = {GROUP, 1, 1}};
    for (uint32_t n = 0; n < count; n++) {
        getcontext(&lanes[n].context);
        lanes[n].context.uc_stack.ss_sp = lanes[n].stack;
        lanes[n].context.uc_stack.ss_size = STACK;
        makecontext(&lanes[n].context, begin, 0);
        lanes[n].state = RUNS;
    }
    while (step())
        ;
}

int main(int arguments, char **argument)
{
    int seeds = arguments > 1 ? atoi(argument[1]) : 1;
    for (int seed = 0; seed < seeds; seed++) {
        for (size_t n = 0; n < THREADS; n++)
            data[n] = random_number() << 9 ^ random_number();
        for (group = 0; group < 2; group++)
            run();
    }
    return 0;
}
