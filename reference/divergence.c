/* divergence.c: grows, prints and simulates the programs of divergence.h. The simulation runs a block for a set of
 * lanes at once and gives back the set that comes out at its end; lanes that leave by break, continue or return are
 * collected where they come to. */
#include "divergence.h"
#include "arguments.h"
#include <string.h>

enum { UNIFORM = 255 };

/* ---- Operations: calls in the program, and what they give to each lane of the set that makes them. */

typedef uint32_t operation_value(const divergence_group *g, uint64_t active, uint32_t lane);

#define FOR_LANES(lane, set)                                                                                           \
    for (uint32_t lane = 0; lane < DIVERGENCE_LANES; lane++)                                                           \
        if ((set) >> lane & 1)

static uint32_t lowest(uint64_t set)
{
    uint32_t lane = 0;
    while (!(set >> lane & 1))
        lane++;
    return lane;
}

static uint32_t members(const divergence_group *g, uint64_t active, uint32_t lane)
{
    (void)g, (void)lane;
    return (uint32_t)active;
}

static uint32_t votes(const divergence_group *g, uint64_t active, uint32_t lane)
{
    uint32_t ballot = 0;
    (void)lane;
    FOR_LANES(l, active & UINT32_MAX)
    ballot |= (g->h[l] >> 2 & 1) << l;
    return ballot;
}

static uint32_t head_count(const divergence_group *g, uint64_t active, uint32_t lane)
{
    uint32_t count = 0;
    (void)g, (void)lane;
    FOR_LANES(l, active)
    count++;
    return count;
}

static uint32_t total(const divergence_group *g, uint64_t active, uint32_t lane)
{
    uint32_t sum = 0;
    (void)lane;
    FOR_LANES(l, active)
    sum += g->h[l] & 0xffff;
    return sum;
}

static uint32_t highest(const divergence_group *g, uint64_t active, uint32_t lane)
{
    uint32_t most = 0;
    (void)lane;
    FOR_LANES(l, active)
    most = g->h[l] > most ? g->h[l] : most;
    return most;
}

static uint32_t odd(const divergence_group *g, uint64_t active, uint32_t lane)
{
    uint32_t bits = 0;
    (void)lane;
    FOR_LANES(l, active)
    bits ^= g->h[l];
    return bits;
}

static uint32_t first(const divergence_group *g, uint64_t active, uint32_t lane)
{
    (void)lane;
    return g->h[lowest(active)];
}

static uint32_t leads(const divergence_group *g, uint64_t active, uint32_t lane)
{
    (void)g;
    return lowest(active) == lane;
}

static uint32_t before(const divergence_group *g, uint64_t active, uint32_t lane)
{
    return total(g, active & ((UINT64_C(1) << lane) - 1), lane);
}

static uint32_t agreement(const divergence_group *g, uint64_t active, uint32_t lane)
{
    uint32_t all = 1, any = 0;
    (void)lane;
    FOR_LANES(l, active)
    {
        all &= g->h[l] >> 3 & 1;
        any |= g->h[l] >> 5 & 1;
    }
    return all | any << 1;
}

static uint32_t quad_total(const divergence_group *g, uint64_t active, uint32_t lane)
{
    return total(g, active & (UINT64_C(15) << (lane & ~3u)), lane);
}

static const struct operation {
    const char *call;
    operation_value *value;
} operations[] = {
    {"members(h, c)", members},     {"votes(h, c)", votes},           {"head_count(h, c)", head_count},
    {"total(h, c)", total},         {"highest(h, c)", highest},       {"odd(h, c)", odd},
    {"first(h, c)", first},         {"leads(h, c)", leads},           {"before(h, c)", before},
    {"agreement(h, c)", agreement}, {"quad_total(h, c)", quad_total},
};
enum { OPERATIONS = sizeof operations / sizeof *operations };

/* ---- Growing */

typedef struct growth {
    divergence_program *program;
    uint64_t seed, drawn;
} growth;

typedef struct surroundings {
    int depth, loop; /* nesting; innermost loop */
    bool breaks;     /* inside a loop or switch */
    bool helper;
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

static void grow_condition(growth *g, divergence_node *node)
{
    node->condition = (divergence_condition)draw(g, node->loop >= 0 ? 4 : 3);
    switch (node->condition) {
    case CONDITION_BIT: node->a = (uint8_t)draw(g, 32); break;
    case CONDITION_BELOW: node->a = (uint8_t)(1 + draw(g, 40)); break;
    case CONDITION_MODULO:
        node->a = (uint8_t)(2 + draw(g, 6));
        node->b = (uint8_t)draw(g, node->a);
        break;
    case CONDITION_COUNTER: node->a = (uint8_t)draw(g, 4); break;
    }
}

static int grow_operation(growth *g, const surroundings *in)
{
    int n = grow_node(g, STEP_OPERATION, in);
    g->program->node[n].operation = (uint8_t)draw(g, OPERATIONS);
    return n;
}

static int grow_if(growth *g, surroundings in)
{
    int n = grow_node(g, STEP_IF, &in);
    grow_condition(g, &g->program->node[n]);
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
    node->a = (uint8_t)(draw(g, 4) ? draw(g, 30) : UNIFORM);
    node->b = (uint8_t)(node->a == UNIFORM ? 1 + draw(g, 3) : draw(g, 2));
    in.depth++;
    in.loop = n;
    in.breaks = true;
    int body = grow_block(g, in);
    g->program->node[n].block[0] = (int8_t)body;
    return n;
}

static int grow_switch(growth *g, surroundings in)
{
    int n = grow_node(g, STEP_SWITCH, &in);
    g->program->node[n].a = (uint8_t)draw(g, 30);
    in.depth++;
    in.breaks = true;
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
    grow_condition(g, &g->program->node[n]);
    divergence_step ways[3] = {STEP_RETURN};
    unsigned count = 1;
    if (in.breaks)
        ways[count++] = STEP_BREAK;
    if (in.loop >= 0)
        ways[count++] = STEP_CONTINUE;
    divergence_step way = ways[draw(g, count)];
    int operation = draw(g, 2) ? grow_operation(g, &in) : -1, leave = grow_node(g, way, &in);
    if (operation >= 0)
        g->program->node[operation].next = (int8_t)leave;
    g->program->node[n].block[0] = (int8_t)(operation >= 0 ? operation : leave);
    return n;
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
    if (kind < 15 && !in.helper && g->program->helper >= 0)
        return grow_node(g, STEP_CALL, &in);
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

void divergence_grow(divergence_program *program, uint64_t seed)
{
    *program = (divergence_program){.body = -1, .helper = -1};
    growth g = {program, seed, 0};
    surroundings in = {.depth = 1, .loop = -1, .helper = true};
    if (draw(&g, 2))
        program->helper = grow_block(&g, in);
    in = (surroundings){.loop = -1};
    int *last = &program->body, n = -1;
    for (unsigned left = 2 + draw(&g, 3); left > 0; left--) {
        int block = grow_block(&g, in);
        if (n >= 0)
            program->node[n].next = (int8_t)block;
        else
            *last = block;
        for (n = block >= 0 ? block : n; n >= 0 && program->node[n].next >= 0;)
            n = program->node[n].next;
    }
    int end = grow_operation(&g, &in); /* all that are left meet once more */
    if (n >= 0)
        program->node[n].next = (int8_t)end;
    else
        program->body = end;
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
    if (node->a == UNIFORM)
        program_print(p->to, "%*sconst uint t%d = %u;\n", blanks, "", n, node->b);
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
    program_print(p->to, "%*sswitch (h >> %u & 3) {\n", indent * 4, "", node->a);
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

void divergence_print(const divergence_program *program, size_t number, program_call *to)
{
    printing p = {program, number, true, to};
    if (program->helper >= 0) {
        program_print(to, "uint helper%zu(uint h, thread context &c)\n{\n", number);
        print_block(&p, program->helper, 1);
        program_print(to, "    return h;\n}\n\n");
    }
    p.helper = false;
    program_print(to,
                  "kernel void p%zu(device const uint *data [[buffer(0)]], device uint *trace [[buffer(1)]],\n"
                  "    device uint *ended [[buffer(2)]], uint i [[thread_position_in_grid]],\n"
                  "    uint lane [[thread_index_in_simdgroup]], uint width [[threads_per_simdgroup]])\n{\n"
                  "    context c = start(trace, i, lane, width);\n    uint h = data[i];\n",
                  number);
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

typedef struct simulation {
    const divergence_program *program;
    divergence_group *group;
    uint64_t returned, broken, continued; /* lanes that left the function, the loop or switch, the iteration */
    bool helper;
    uint32_t counter[DIVERGENCE_NODES]; /* of each loop that is running */
} simulation;

static uint64_t run_block(simulation *s, int n, uint64_t active);

static uint64_t lanes_where(const simulation *s, const divergence_node *node, uint64_t active)
{
    uint64_t set = 0;
    FOR_LANES(lane, active)
    {
        bool holds = false;
        switch (node->condition) {
        case CONDITION_BIT: holds = s->group->h[lane] >> node->a & 1; break;
        case CONDITION_BELOW: holds = lane < node->a; break;
        case CONDITION_MODULO: holds = lane % node->a == node->b; break;
        case CONDITION_COUNTER: holds = s->counter[node->loop] == node->a; break;
        }
        set |= (uint64_t)holds << lane;
    }
    return set;
}

static void run_operation(simulation *s, const divergence_node *node, uint64_t active)
{
    divergence_group *g = s->group;
    uint32_t value[DIVERGENCE_LANES];
    FOR_LANES(lane, active)
    value[lane] = operations[node->operation].value(g, active, lane);
    FOR_LANES(lane, active)
    {
        if (g->noted[lane] < g->slots)
            g->trace[lane][g->noted[lane]] = value[lane];
        g->noted[lane]++;
        uint32_t h = (g->h[lane] ^ value[lane]) * 2654435769u + 1;
        g->h[lane] = h ^ h >> 15;
    }
}

/* Lanes that are in the loop at the same time are in the same iteration. */
static uint64_t run_loop(simulation *s, int n, uint64_t active)
{
    const divergence_node *node = &s->program->node[n];
    uint64_t outer_broken = s->broken, outer_continued = s->continued, ended = 0;
    uint32_t trips[DIVERGENCE_LANES];
    FOR_LANES(lane, active)
    trips[lane] = node->a == UNIFORM ? node->b : (s->group->h[lane] >> node->a & 3) + node->b;
    s->broken = 0;
    for (uint32_t k = 0; active; k++) {
        uint64_t enters = 0;
        FOR_LANES(lane, active)
        enters |= (uint64_t)(k < trips[lane] || (node->step == STEP_DO && k == 0)) << lane;
        ended |= active & ~enters;
        s->counter[n] = node->step == STEP_WHILE ? k + 1 : k;
        s->continued = 0;
        active = run_block(s, node->block[0], enters) | s->continued;
    }
    ended |= s->broken;
    s->broken = outer_broken;
    s->continued = outer_continued;
    return ended;
}

static uint64_t run_switch(simulation *s, const divergence_node *node, uint64_t active)
{
    uint64_t outer = s->broken, chosen[DIVERGENCE_SECTIONS] = {0}, through = 0;
    FOR_LANES(lane, active)
    {
        uint32_t value = s->group->h[lane] >> node->a & 3;
        chosen[value < DIVERGENCE_SECTIONS ? value : DIVERGENCE_SECTIONS - 1] |= UINT64_C(1) << lane;
    }
    s->broken = 0;
    for (int i = 0; i < DIVERGENCE_SECTIONS; i++) {
        through = run_block(s, node->block[i], chosen[i] | through);
        if (i == DIVERGENCE_SECTIONS - 1 || !node->falls[i]) {
            s->broken |= through;
            through = 0;
        }
    }
    uint64_t ended = s->broken;
    s->broken = outer;
    return ended;
}

static uint64_t run_call(simulation *s, uint64_t active)
{
    uint64_t outer = s->returned;
    s->returned = 0;
    s->helper = true;
    active = run_block(s, s->program->helper, active) | s->returned;
    s->helper = false;
    s->returned = outer;
    return active;
}

/* The lanes that go on behind it. */
static uint64_t run_statement(simulation *s, int n, uint64_t active)
{
    const divergence_node *node = &s->program->node[n];
    uint64_t set;
    switch (node->step) {
    case STEP_OPERATION: run_operation(s, node, active); break;
    case STEP_IF:
        set = lanes_where(s, node, active);
        active = run_block(s, node->block[0], set) | run_block(s, node->block[1], active & ~set);
        break;
    case STEP_FOR:
    case STEP_WHILE:
    case STEP_DO: active = run_loop(s, n, active); break;
    case STEP_SWITCH: active = run_switch(s, node, active); break;
    case STEP_BREAK: s->broken |= active; return 0;
    case STEP_CONTINUE: s->continued |= active; return 0;
    case STEP_RETURN:
        FOR_LANES(lane, s->helper ? active : 0)
        s->group->h[lane]++;
        s->returned |= active;
        return 0;
    case STEP_CALL: active = run_call(s, active); break;
    }
    return active;
}

static uint64_t run_block(simulation *s, int n, uint64_t active)
{
    for (; n >= 0 && active; n = s->program->node[n].next)
        active = run_statement(s, n, active);
    return active;
}

void divergence_simulate(const divergence_program *program, divergence_group *group)
{
    simulation s = {.program = program, .group = group};
    run_block(&s, program->body, group->lanes == 64 ? UINT64_MAX : (UINT64_C(1) << group->lanes) - 1);
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

typedef void group_done(reference_call *call, const divergence_group *group, const size_t thread[DIVERGENCE_LANES]);

static void simulate_groups(reference_call *call, group_done *done)
{
    if (!arguments_are(call, "aann"))
        return;
    const reference_dispatch *dispatch = call->dispatch;
    const reference_array *seeds = argument_array(call, 0), *data = argument_array(call, 1);
    size_t number = argument_size(call, 2), slots = argument_size(call, 3);
    uint32_t room[DIVERGENCE_LANES][64];
    divergence_program program;
    if (number >= seeds->count || slots > 64 || data->count < dispatch->grid[0]) {
        call->error = "no such program, more than 64 slots, or too few data";
        return;
    }
    divergence_grow(&program, array_bits(seeds, number, 0));
    for (size_t i = 0; i < dispatch->grid[0]; i++) {
        reference_thread thread;
        reference_thread_at(dispatch, i, &thread);
        if (thread.lane != 0)
            continue;
        divergence_group group = {.width = dispatch->simd_width, .lanes = thread.simd_lanes, .slots = (uint32_t)slots};
        size_t threads[DIVERGENCE_LANES];
        for (uint32_t lane = 0; lane < thread.simd_lanes; lane++) {
            threads[lane] = i + lane; /* one-dimensional grids */
            group.h[lane] = (uint32_t)array_bits(data, i + lane, 0);
            group.trace[lane] = room[lane];
        }
        divergence_simulate(&program, &group);
        done(call, &group, threads);
    }
}

static void expect_traces(reference_call *call, const divergence_group *group, const size_t thread[DIVERGENCE_LANES])
{
    for (uint32_t lane = 0; lane < group->lanes; lane++)
        for (uint32_t n = 0; n < group->noted[lane] && n < group->slots; n++)
            expect_bits(call, thread[lane] * group->slots + n, group->trace[lane][n]);
}

static void expect_ends(reference_call *call, const divergence_group *group, const size_t thread[DIVERGENCE_LANES])
{
    for (uint32_t lane = 0; lane < group->lanes; lane++)
        expect_bits(call, thread[lane], group->h[lane]);
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
