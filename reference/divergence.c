/* divergence.c: grows, prints and simulates the programs of divergence.h. The simulation runs a block for a set of
 * threads of a threadgroup at once and gives back the set that comes out at its end; threads that leave by break,
 * continue or return are collected where they come to. Of the set, those of one SIMD-group are who meet. */
#include "divergence.h"
#include "arguments.h"
#include <string.h>

/* ---- Operations: calls in the program, and what they give to each lane of a SIMD-group's set that makes them. */

typedef uint32_t operation_value(const uint32_t *h, uint64_t active, uint32_t lane);

/* Which threads are guaranteed to reach a statement together: none, all of a SIMD-group, all of a threadgroup, but for
 * those that have returned. */
typedef enum { TOGETHER_NONE, TOGETHER_SIMDGROUP, TOGETHER_GROUP } together;

#define FOR_LANES(lane, set)                                                                                           \
    for (uint32_t lane = 0; lane < 64; lane++)                                                                         \
        if ((set) >> lane & 1)

static uint32_t lowest(uint64_t set)
{
    uint32_t lane = 0;
    while (!(set >> lane & 1))
        lane++;
    return lane;
}

static uint32_t members(const uint32_t *h, uint64_t active, uint32_t lane)
{
    (void)h, (void)lane;
    return (uint32_t)active;
}

static uint32_t votes(const uint32_t *h, uint64_t active, uint32_t lane)
{
    uint32_t ballot = 0;
    (void)lane;
    FOR_LANES(l, active & UINT32_MAX)
    ballot |= (h[l] >> 2 & 1) << l;
    return ballot;
}

static uint32_t head_count(const uint32_t *h, uint64_t active, uint32_t lane)
{
    uint32_t count = 0;
    (void)h, (void)lane;
    FOR_LANES(l, active)
    count++;
    return count;
}

static uint32_t total(const uint32_t *h, uint64_t active, uint32_t lane)
{
    uint32_t sum = 0;
    (void)lane;
    FOR_LANES(l, active)
    sum += h[l] & 0xffff;
    return sum;
}

static uint32_t highest(const uint32_t *h, uint64_t active, uint32_t lane)
{
    uint32_t most = 0;
    (void)lane;
    FOR_LANES(l, active)
    most = h[l] > most ? h[l] : most;
    return most;
}

static uint32_t odd(const uint32_t *h, uint64_t active, uint32_t lane)
{
    uint32_t bits = 0;
    (void)lane;
    FOR_LANES(l, active)
    bits ^= h[l];
    return bits;
}

static uint32_t first(const uint32_t *h, uint64_t active, uint32_t lane)
{
    (void)lane;
    return h[lowest(active)];
}

static uint32_t leads(const uint32_t *h, uint64_t active, uint32_t lane)
{
    (void)h;
    return lowest(active) == lane;
}

static uint32_t before(const uint32_t *h, uint64_t active, uint32_t lane)
{
    return total(h, active & ((UINT64_C(1) << lane) - 1), lane);
}

static uint32_t agreement(const uint32_t *h, uint64_t active, uint32_t lane)
{
    uint32_t all = 1, any = 0;
    (void)lane;
    FOR_LANES(l, active)
    {
        all &= h[l] >> 3 & 1;
        any |= h[l] >> 5 & 1;
    }
    return all | any << 1;
}

static uint32_t quad_total(const uint32_t *h, uint64_t active, uint32_t lane)
{
    return total(h, active & (UINT64_C(15) << (lane & ~3u)), lane);
}

/* Those without a value are barriers: threads give their h and get another thread's. */
static const struct operation {
    const char *call;
    operation_value *value;
    together who;
} operations[] = {
    {"members(h, c)", members, TOGETHER_NONE},       {"votes(h, c)", votes, TOGETHER_NONE},
    {"head_count(h, c)", head_count, TOGETHER_NONE}, {"total(h, c)", total, TOGETHER_NONE},
    {"highest(h, c)", highest, TOGETHER_NONE},       {"odd(h, c)", odd, TOGETHER_NONE},
    {"first(h, c)", first, TOGETHER_NONE},           {"leads(h, c)", leads, TOGETHER_NONE},
    {"before(h, c)", before, TOGETHER_NONE},         {"agreement(h, c)", agreement, TOGETHER_NONE},
    {"quad_total(h, c)", quad_total, TOGETHER_NONE}, {"neighbour(h, c)", NULL, TOGETHER_SIMDGROUP},
    {"exchange(h, c)", NULL, TOGETHER_GROUP},
};
enum { OPERATIONS = sizeof operations / sizeof *operations, EXCHANGE = OPERATIONS - 1, NEIGHBOUR = OPERATIONS - 2 };

/* ---- Growing */

typedef struct growth {
    divergence_program *program;
    uint64_t seed, drawn;
    together called; /* who has to come by a call of the helper function */
    int calls;
} growth;

/* Where a statement stands. Who comes by together decides which barriers are right here; so that it stays true, nobody
 * else than they may leave together a loop, a switch or the helper function that others go on in. */
typedef struct surroundings {
    int depth, loop; /* nesting; innermost loop */
    bool breaks;     /* inside a loop or switch */
    bool helper;
    together here, may_break, may_continue, may_return; /* those that may: whoever comes by together at least */
} surroundings;

static unsigned draw(growth *g, unsigned below)
{
    return (unsigned)(random_bits(g->seed, g->drawn++) >> 11) % below;
}

static int grow_node(growth *g, divergence_step step, const surroundings *in)
{
    divergence_program *p = g->program;
    divergence_node *node = &p->node[p->count];
    *node = (divergence_node){.step = step, .loop = (int8_t)in->loop, .block = {-1, -1, -1}, .next = -1};
    return p->count++;
}

static int grow_block(growth *g, surroundings in);

static together fewer(together a, together b)
{
    return a < b ? a : b;
}

/* Returns for whom it holds alike. Where threads are together, half of the conditions let them be so. */
static together grow_condition(growth *g, divergence_node *node, together here)
{
    unsigned first = here != TOGETHER_NONE && draw(g, 2) ? CONDITION_SIMDGROUP : 0,
             end = node->loop >= 0 ? CONDITION_COUNTER + 1 : CONDITION_COUNTER;
    node->condition = (divergence_condition)(first + draw(g, end - first));
    switch (node->condition) {
    case CONDITION_BIT: node->a = (uint8_t)draw(g, 32); return TOGETHER_NONE;
    case CONDITION_BELOW: node->a = (uint8_t)(1 + draw(g, 40)); return TOGETHER_NONE;
    case CONDITION_MODULO:
        node->a = (uint8_t)(2 + draw(g, 6));
        node->b = (uint8_t)draw(g, node->a);
        return TOGETHER_NONE;
    case CONDITION_SIMDGROUP:
        node->a = (uint8_t)(2 + draw(g, 2));
        node->b = (uint8_t)draw(g, node->a);
        return TOGETHER_SIMDGROUP;
    case CONDITION_GROUP:
        node->a = 2;
        node->b = (uint8_t)draw(g, node->a);
        return TOGETHER_GROUP;
    case CONDITION_COUNTER: node->a = (uint8_t)draw(g, 4); break;
    }
    return TOGETHER_GROUP; /* those who are together in a loop are in the same iteration */
}

/* For whom a loop's trips or a switch's section are alike. */
static together grow_choice(growth *g, divergence_node *node, together here)
{
    switch (draw(g, here == TOGETHER_NONE ? 4 : 3)) {
    case 0: node->a = ALIKE_GROUP; return TOGETHER_GROUP;
    case 1: node->a = ALIKE_SIMDGROUP; return TOGETHER_SIMDGROUP;
    default: node->a = (uint8_t)draw(g, 30); return TOGETHER_NONE;
    }
}

static int grow_operation(growth *g, const surroundings *in)
{
    int n = grow_node(g, STEP_OPERATION, in);
    unsigned operation = draw(g, NEIGHBOUR);
    if (in->here == TOGETHER_GROUP && draw(g, 3) == 0)
        operation = EXCHANGE;
    else if (in->here >= TOGETHER_SIMDGROUP && draw(g, 4) == 0)
        operation = NEIGHBOUR;
    g->program->node[n].operation = (uint8_t)operation;
    return n;
}

static int grow_if(growth *g, surroundings in)
{
    int n = grow_node(g, STEP_IF, &in);
    in.here = fewer(in.here, grow_condition(g, &g->program->node[n], in.here));
    in.depth++;
    int then = grow_block(g, in), otherwise = draw(g, 2) ? grow_block(g, in) : -1;
    g->program->node[n].block[0] = (int8_t)then;
    g->program->node[n].block[1] = (int8_t)otherwise;
    return n;
}

static int grow_loop(growth *g, surroundings in)
{
    int n = grow_node(g, (divergence_step)(STEP_FOR + draw(g, 3)), &in);
    divergence_node *node = &g->program->node[n];
    together alike = grow_choice(g, node, in.here);
    node->b = (uint8_t)(node->a == ALIKE_GROUP ? 1 + draw(g, 3) : draw(g, 2));
    in.depth++;
    in.loop = n;
    in.breaks = true;
    in.here = draw(g, 4) ? fewer(in.here, alike) : TOGETHER_NONE;
    in.may_break = in.may_continue = in.here;
    int body = grow_block(g, in);
    g->program->node[n].block[0] = (int8_t)body;
    return n;
}

static int grow_switch(growth *g, surroundings in)
{
    int n = grow_node(g, STEP_SWITCH, &in);
    divergence_node *node = &g->program->node[n];
    together alike = grow_choice(g, node, in.here);
    node->b = (uint8_t)draw(g, 4);
    in.depth++;
    in.breaks = true;
    in.here = draw(g, 4) ? fewer(in.here, alike) : TOGETHER_NONE;
    in.may_break = in.here;
    for (int s = 0; s < DIVERGENCE_SECTIONS; s++) {
        int section = grow_block(g, in);
        g->program->node[n].block[s] = (int8_t)section;
        if (s < DIVERGENCE_SECTIONS - 1)
            g->program->node[n].falls[s] = draw(g, 2);
    }
    return n;
}

/* A condition under which lanes do one more operation, or none, and leave. */
static int grow_exit(growth *g, surroundings in)
{
    int n = grow_node(g, STEP_IF, &in);
    in.here = fewer(in.here, grow_condition(g, &g->program->node[n], in.here));
    divergence_step ways[3];
    unsigned count = 0;
    if (in.here >= in.may_return)
        ways[count++] = STEP_RETURN;
    if (in.breaks && in.here >= in.may_break)
        ways[count++] = STEP_BREAK;
    if (in.loop >= 0 && in.here >= in.may_continue)
        ways[count++] = STEP_CONTINUE;
    int operation = draw(g, 2) || !count ? grow_operation(g, &in) : -1,
        leave = count ? grow_node(g, ways[draw(g, count)], &in) : -1;
    if (operation >= 0)
        g->program->node[operation].next = (int8_t)leave;
    g->program->node[n].block[0] = (int8_t)(operation >= 0 ? operation : leave);
    return n;
}

static int grow_call(growth *g, const surroundings *in)
{
    g->calls++;
    return grow_node(g, STEP_CALL, in);
}

static int grow_statement(growth *g, surroundings in)
{
    enum { ROOM = 12 }; /* the most that a statement needs besides its blocks */
    unsigned kind = draw(g, 20);
    bool small = in.depth >= 3 || g->program->count > DIVERGENCE_NODES - 2 * ROOM;
    if (kind < 4 && !small)
        return grow_if(g, in);
    if (kind < 8 && !small)
        return grow_loop(g, in);
    if (kind < 10 && !small)
        return grow_switch(g, in);
    if (kind < 13)
        return grow_exit(g, in);
    if (kind < 15 && !in.helper && g->program->helper >= 0 && in.here >= g->called)
        return grow_call(g, &in);
    return grow_operation(g, &in);
}

static int grow_block(growth *g, surroundings in)
{
    enum { SPARE = 8 };
    int start = -1, last = -1;
    for (unsigned left = 1 + draw(g, 3); left > 0 && g->program->count < DIVERGENCE_NODES - SPARE; left--) {
        int n = grow_statement(g, in);
        if (last >= 0)
            g->program->node[last].next = (int8_t)n;
        else
            start = n;
        last = n;
    }
    return start;
}

/* Puts a list of statements behind the last of the body, which is `last`; returns the new last one. */
static int append(divergence_program *program, int last, int block)
{
    if (last >= 0)
        program->node[last].next = (int8_t)block;
    else
        program->body = block;
    for (last = block >= 0 ? block : last; last >= 0 && program->node[last].next >= 0;)
        last = program->node[last].next;
    return last;
}

void divergence_grow(divergence_program *program, uint64_t seed)
{
    *program = (divergence_program){.body = -1, .helper = -1};
    growth g = {program, seed, 0, TOGETHER_NONE, 0};
    if (draw(&g, 2)) {
        g.called = (together)draw(&g, 3);
        surroundings in = {.depth = 1, .loop = -1, .helper = true, .here = g.called, .may_return = g.called};
        program->helper = grow_block(&g, in);
    }
    surroundings in = {.loop = -1, .here = TOGETHER_GROUP};
    int last = -1;
    for (unsigned left = 2 + draw(&g, 3); left > 0; left--)
        last = append(program, last, grow_block(&g, in));
    while (program->helper >= 0 && g.calls < 2) /* which call it came by is part of where a lane is */
        last = append(program, last, grow_call(&g, &in));
    append(program, last, grow_operation(&g, &in)); /* all that are left meet once more */
}

/* ---- Printing */

typedef struct printing {
    const divergence_program *program;
    size_t number;
    bool helper;
    program_call *to;
} printing;

static void print_block(const printing *p, int n, int indent);

static void print_line(const printing *p, int indent, const char *text)
{
    program_print(p->to, "%*s%s\n", indent * 4, "", text);
}

static void print_condition(const printing *p, const divergence_node *node)
{
    switch (node->condition) {
    case CONDITION_BIT: program_print(p->to, "(h >> %u & 1) != 0", node->a); break;
    case CONDITION_BELOW: program_print(p->to, "c.lane < %u", node->a); break;
    case CONDITION_MODULO: program_print(p->to, "c.lane %% %u == %u", node->a, node->b); break;
    case CONDITION_SIMDGROUP: program_print(p->to, "c.simdgroup %% %u == %u", node->a, node->b); break;
    case CONDITION_GROUP: program_print(p->to, "c.group %% %u == %u", node->a, node->b); break;
    case CONDITION_COUNTER: program_print(p->to, "k%d == %u", node->loop, node->a); break;
    }
}

static void print_if(const printing *p, const divergence_node *node, int indent)
{
    program_print(p->to, "%*sif (", indent * 4, "");
    print_condition(p, node);
    program_print(p->to, ") {\n");
    print_block(p, node->block[0], indent + 1);
    if (node->block[1] >= 0) {
        print_line(p, indent, "} else {");
        print_block(p, node->block[1], indent + 1);
    }
    print_line(p, indent, "}");
}

static void print_loop(const printing *p, int n, int indent)
{
    const divergence_node *node = &p->program->node[n];
    int blanks = indent * 4;
    if (node->a == ALIKE_GROUP)
        program_print(p->to, "%*sconst uint t%d = %u;\n", blanks, "", n, node->b);
    else if (node->a == ALIKE_SIMDGROUP)
        program_print(p->to, "%*sconst uint t%d = c.simdgroup %% 3 + %u;\n", blanks, "", n, node->b);
    else
        program_print(p->to, "%*sconst uint t%d = (h >> %u & 3) + %u;\n", blanks, "", n, node->a, node->b);
    if (node->step == STEP_FOR)
        program_print(p->to, "%*sfor (uint k%d = 0; k%d < t%d; k%d++) {\n", blanks, "", n, n, n, n);
    else if (node->step == STEP_WHILE)
        program_print(p->to, "%*suint k%d = 0;\n%*swhile (k%d++ < t%d) {\n", blanks, "", n, blanks, "", n, n);
    else
        program_print(p->to, "%*suint k%d = 0;\n%*sdo {\n", blanks, "", n, blanks, "");
    print_block(p, node->block[0], indent + 1);
    if (node->step == STEP_DO)
        program_print(p->to, "%*s} while (++k%d < t%d);\n", blanks, "", n, n);
    else
        print_line(p, indent, "}");
}

static void print_switch(const printing *p, const divergence_node *node, int indent)
{
    static const char *const labels[] = {"case 0: {", "case 1: {", "default: {"};
    program_print(p->to, "%*sswitch (", indent * 4, "");
    if (node->a >= ALIKE_SIMDGROUP)
        program_print(p->to, "c.%s + %u & 3) {\n", node->a == ALIKE_GROUP ? "group" : "simdgroup", node->b);
    else
        program_print(p->to, "h >> %u & 3) {\n", node->a);
    for (int s = 0; s < DIVERGENCE_SECTIONS; s++) {
        print_line(p, indent, labels[s]);
        print_block(p, node->block[s], indent + 1);
        if (s == DIVERGENCE_SECTIONS - 1 || !node->falls[s])
            print_line(p, indent + 1, "break;");
        print_line(p, indent, "}");
    }
    print_line(p, indent, "}");
}

static void print_statement(const printing *p, int n, int indent)
{
    const divergence_node *node = &p->program->node[n];
    switch (node->step) {
    case STEP_OPERATION:
        program_print(p->to, "%*sh = note(%s, h, c);\n", indent * 4, "", operations[node->operation].call);
        break;
    case STEP_IF: print_if(p, node, indent); break;
    case STEP_FOR:
    case STEP_WHILE:
    case STEP_DO: print_loop(p, n, indent); break;
    case STEP_SWITCH: print_switch(p, node, indent); break;
    case STEP_BREAK: print_line(p, indent, "break;"); break;
    case STEP_CONTINUE: print_line(p, indent, "continue;"); break;
    case STEP_RETURN:
        if (!p->helper)
            print_line(p, indent, "ended[i] = last(h, c);");
        print_line(p, indent, p->helper ? "return h + 1;" : "return;");
        break;
    case STEP_CALL: program_print(p->to, "%*sh = helper%zu(h, c);\n", indent * 4, "", p->number); break;
    }
}

static void print_block(const printing *p, int n, int indent)
{
    for (; n >= 0; n = p->program->node[n].next)
        print_statement(p, n, indent);
}

static bool has_barriers(const divergence_program *p, int n)
{
    for (; n >= 0; n = p->node[n].next) {
        if (p->node[n].step == STEP_OPERATION && operations[p->node[n].operation].who != TOGETHER_NONE)
            return true;
        for (int b = 0; b < DIVERGENCE_SECTIONS; b++)
            if (has_barriers(p, p->node[n].block[b]))
                return true;
    }
    return false;
}

void divergence_print(const divergence_program *program, size_t number, program_call *to)
{
    printing p = {program, number, true, to};
    if (program->helper >= 0) {
        program_print(to, "uint helper%zu(uint h, thread context &c)\n{\n", number);
        print_block(&p, program->helper, 1);
        program_print(to, "    return h;\n}\n\n");
    }
    p.helper = false;
    program_print(
        to,
        "kernel void p%zu(device const uint *data [[buffer(0)]], device uint *trace [[buffer(1)]],\n"
        "    device uint *ended [[buffer(2)]], uint2 at [[thread_position_in_grid]],\n"
        "    uint2 grid [[threads_per_grid]], uint2 group [[threadgroup_position_in_grid]],\n"
        "    uint2 size [[threads_per_threadgroup]], uint index [[thread_index_in_threadgroup]],\n"
        "    uint simdgroup [[simdgroup_index_in_threadgroup]], uint lane [[thread_index_in_simdgroup]],\n"
        "    uint width [[threads_per_simdgroup]])\n{\n"
        "    threadgroup uint memory[2 * THREADS];\n"
        "    const uint i = at.y * grid.x + at.x, threads = size.x * size.y;\n"
        "    context c = start(trace, memory, i, lane, width, simdgroup, group.x + group.y, index, threads);\n"
        "    uint h = data[i];\n",
        number);
    if (has_barriers(program, program->body) || has_barriers(program, program->helper))
        program_print(to, "    share(h, c);\n");
    print_block(&p, program->body, 1);
    program_print(to, "    ended[i] = last(h, c);\n}\n\n");
}

/* program_seeds(BLOCK): seeds of programs, other ones for each block. */
INPUT(program_seeds)
{
    uint64_t block = call->argument_count == 1 ? (uint64_t)call->argument[0] : 0;
    for (size_t i = 0; i < call->count; i++)
        scalar_store(call->type.scalar, (char *)call->data + i * call->type.stride,
                     random_bits(call->seed, block << 32 | i));
}

/* divergence(seeds): one program for each seed. */
PROGRAM(divergence)
{
    divergence_program program;
    for (size_t n = 0; n < call->from->count; n++) {
        divergence_grow(&program, array_bits(call->from, n, 0));
        divergence_print(&program, n, call);
    }
}

/* ---- Simulating */

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
static uint32_t group_value(const divergence_group *g, operation_value *value, thread_set active, uint32_t thread)
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

/* Whether all come by the barrier who should, those that have ended apart. */
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
    operation_value *value = operations[node->operation].value;
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

/* ---- Making programs smaller */

static int8_t last_of(const divergence_program *p, int8_t n)
{
    while (p->node[n].next >= 0)
        n = p->node[n].next;
    return n;
}

/* Takes statement n out of the list that begins at *link, or of a list inside; true if it was there. */
static bool unlink_statement(divergence_program *p, int8_t *link, int n, int8_t instead)
{
    for (; *link >= 0; link = &p->node[*link].next) {
        divergence_node *node = &p->node[*link];
        if (*link == n) {
            if (instead >= 0)
                p->node[last_of(p, instead)].next = node->next;
            *link = instead >= 0 ? instead : node->next;
            return true;
        }
        for (int b = 0; b < DIVERGENCE_SECTIONS; b++)
            if (unlink_statement(p, &node->block[b], n, instead))
                return true;
    }
    return false;
}

static bool calls_helper(const divergence_program *p, int n)
{
    for (; n >= 0; n = p->node[n].next) {
        if (p->node[n].step == STEP_CALL)
            return true;
        for (int b = 0; b < DIVERGENCE_SECTIONS; b++)
            if (calls_helper(p, p->node[n].block[b]))
                return true;
    }
    return false;
}

bool divergence_without(const divergence_program *program, int n, bool hoist, divergence_program *smaller)
{
    const divergence_node *node = &program->node[n];
    if (hoist && (node->step != STEP_IF || node->block[0] < 0))
        return false;
    *smaller = *program;
    int8_t body = (int8_t)program->body, helper = (int8_t)program->helper, instead = hoist ? node->block[0] : -1;
    bool found = unlink_statement(smaller, &body, n, instead) || unlink_statement(smaller, &helper, n, instead);
    smaller->body = body;
    bool called = calls_helper(smaller, body);
    smaller->helper = called ? helper : -1;
    return found && (helper >= 0 || !called);
}

static int list_size(const divergence_program *p, int n)
{
    int size = 0;
    for (; n >= 0; n = p->node[n].next) {
        size++;
        for (int b = 0; b < DIVERGENCE_SECTIONS; b++)
            size += list_size(p, p->node[n].block[b]);
    }
    return size;
}

int divergence_size(const divergence_program *program)
{
    return list_size(program, program->body) + list_size(program, program->helper);
}

/* ---- References: (seeds, data, program, slots). */

typedef void group_done(reference_call *call, const divergence_group *group, size_t first);

static void simulate_groups(reference_call *call, group_done *done)
{
    enum { MOST_SLOTS = 64 };
    if (!arguments_are(call, "aann"))
        return;
    const reference_dispatch *dispatch = call->dispatch;
    const reference_array *seeds = argument_array(call, 0), *data = argument_array(call, 1);
    size_t number = argument_size(call, 2), slots = argument_size(call, 3), grid = 1, size = 1;
    uint32_t room[DIVERGENCE_THREADS][MOST_SLOTS];
    divergence_program program;
    for (int a = 0; a < 3; a++) {
        grid *= dispatch->grid[a];
        size *= dispatch->threadgroup[a];
    }
    if (number >= seeds->count || slots > MOST_SLOTS || size > DIVERGENCE_THREADS || data->count < grid) {
        call->error = "no such program, more than 64 slots, more than 128 threads in a threadgroup, or too few data";
        return;
    }
    if (dispatch->grid[0] != grid && (dispatch->grid[0] != dispatch->threadgroup[0] || dispatch->grid[2] != 1)) {
        call->error = "threadgroups have to follow each other along x, or to fill x and follow each other along y";
        return;
    }
    divergence_grow(&program, array_bits(seeds, number, 0));
    for (size_t first = 0, threads; first < grid; first += threads) {
        threads = grid - first < size ? grid - first : size;
        divergence_group group = {.width = dispatch->simd_width,
                                  .threads = (uint32_t)threads,
                                  .number = (uint32_t)(first / size),
                                  .slots = (uint32_t)slots};
        for (size_t thread = 0; thread < threads; thread++) {
            group.h[thread] = (uint32_t)array_bits(data, first + thread, 0);
            group.trace[thread] = room[thread];
        }
        divergence_simulate(&program, &group);
        if (group.missed_barrier)
            call->error = "not all threads come by a barrier of the program";
        done(call, &group, first);
    }
}

static void expect_traces(reference_call *call, const divergence_group *group, size_t first)
{
    for (uint32_t thread = 0; thread < group->threads; thread++)
        for (uint32_t n = 0; n < group->noted[thread] && n < group->slots; n++)
            expect_bits(call, (first + thread) * group->slots + n, group->trace[thread][n]);
}

static void expect_ends(reference_call *call, const divergence_group *group, size_t first)
{
    for (uint32_t thread = 0; thread < group->threads; thread++)
        expect_bits(call, first + thread, group->h[thread]);
}

/* The results that each thread saw, in order; the rest of its trace is unjudged. */
REFERENCE(divergence_trace)
{
    simulate_groups(call, expect_traces);
}

REFERENCE(divergence_end)
{
    simulate_groups(call, expect_ends);
}
