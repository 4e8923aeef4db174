/* divergence_grow.c: grows the programs of divergence.h. */
#include "divergence.h"
#include "divergence_operations.h"

typedef struct growth {
    divergence_program *program;
    uint64_t seed, drawn;
    together called; /* which threads must reach a call of the helper function together */
    int calls;
} growth;

/* Where a statement stands. `here` says which threads reach it together, and so which barriers are allowed. That must
 * stay true for what follows: a loop, switch or helper function may be left only where at least as many threads are
 * together as are where it began, and so leave it together. */
typedef struct surroundings {
    int depth, loop; /* nesting; innermost loop */
    bool breaks;     /* inside a loop or switch */
    bool helper;
    together here, may_break, may_continue, may_return; /* `here` must be at least this where a statement leaves */
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

/* Returns which threads find the condition alike. Where threads are together, half of the conditions keep them so. */
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
    return TOGETHER_GROUP; /* threads that are together in a loop are in the same iteration */
}

/* Returns which threads make the same number of trips through a loop, or take the same section of a switch. */
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
    while (program->helper >= 0 && g.calls < 2) /* so that lanes can be in the helper function by different calls */
        last = append(program, last, grow_call(&g, &in));
    append(program, last, grow_operation(&g, &in)); /* all threads that have not returned meet once more */
}
