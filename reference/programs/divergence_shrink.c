/* divergence_shrink.c: makes programs smaller. */
#include "divergence.h"

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
