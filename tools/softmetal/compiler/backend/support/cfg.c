/* cfg.c: reverse postorder, dominators (the iterative algorithm of Cooper, Harvey and Kennedy) and natural loops, which
 * LLVM's C interface does not offer. */
#include "context.h"
#include <stdlib.h>
#include <string.h>

static size_t slot_of(const cfg *g, LLVMBasicBlockRef b)
{
    size_t i = ((uintptr_t)b >> 4) * UINT64_C(0x9E3779B97F4A7C15) & (g->map_size - 1);
    while (g->map[i].key && g->map[i].key != b)
        i = (i + 1) & (g->map_size - 1);
    return i;
}

int cfg_index(const cfg *g, LLVMBasicBlockRef b)
{
    size_t i = slot_of(g, b);
    return g->map[i].key ? g->map[i].value : -1;
}

bool cfg_dominates(const cfg *g, int a, int b)
{
    while (b > a)
        b = g->idom[b];
    return a == b;
}

/* Depth first, last successor first: of `if` and `else`, the reverse postorder then has `if` before `else`, as in the
 * source. */
static void number_blocks(cfg *g, LLVMValueRef function)
{
    size_t n = LLVMCountBasicBlocks(function), top = 0, done = 0;
    struct visit {
        LLVMBasicBlockRef block;
        unsigned next;
    } *stack = allocate(n * sizeof *stack);
    LLVMBasicBlockRef *post = allocate(n * sizeof *post);
    stack[top++] = (struct visit){LLVMGetEntryBasicBlock(function), 0};
    g->map[slot_of(g, stack[0].block)].key = stack[0].block;
    while (top) {
        struct visit *v = &stack[top - 1];
        LLVMValueRef terminator = LLVMGetBasicBlockTerminator(v->block);
        unsigned successors = LLVMGetNumSuccessors(terminator);
        LLVMBasicBlockRef to = NULL;
        while (v->next < successors && !to) {
            to = LLVMGetSuccessor(terminator, successors - 1 - v->next++);
            size_t s = slot_of(g, to);
            if (g->map[s].key)
                to = NULL;
            else
                g->map[s].key = to;
        }
        if (to)
            stack[top++] = (struct visit){to, 0};
        else
            post[done++] = stack[--top].block;
    }
    g->blocks = (int)done;
    for (size_t i = 0; i < done; i++) {
        g->block[i] = post[done - 1 - i];
        g->map[slot_of(g, g->block[i])].value = (int)i;
    }
    free(stack);
    free(post);
}

static void collect_edges(cfg *g)
{
    for (int pass = 0; pass < 2; pass++) {
        g->edges = 0;
        for (int i = 0; i < g->blocks; i++) {
            LLVMValueRef t = LLVMGetBasicBlockTerminator(g->block[i]);
            for (unsigned s = 0; s < LLVMGetNumSuccessors(t); s++) {
                if (g->edge)
                    g->edge[g->edges] = (struct cfg_edge){i, cfg_index(g, LLVMGetSuccessor(t, s))};
                g->edges++;
            }
        }
        if (!g->edge)
            g->edge = allocate(((size_t)g->edges + 1) * sizeof *g->edge);
    }
}

static void find_dominators(cfg *g)
{
    for (int i = 0; i < g->blocks; i++)
        g->idom[i] = i ? -1 : 0;
    for (bool changed = true; changed;) {
        changed = false;
        for (int i = 0; i < g->edges; i++) {
            int a = g->edge[i].from, to = g->edge[i].to, b = g->idom[to];
            if (to == 0 || g->idom[a] < 0)
                continue;
            if (b < 0)
                b = a;
            while (a != b) {
                while (a > b)
                    a = g->idom[a];
                while (b > a)
                    b = g->idom[b];
            }
            changed |= g->idom[to] != a;
            g->idom[to] = a;
        }
    }
}

/* The predecessors of block b are from[start[b]] up to from[start[b + 1]]. */
typedef struct predecessors {
    int *start, *from;
} predecessors;

static predecessors collect_predecessors(const cfg *g)
{
    predecessors p = {allocate(((size_t)g->blocks + 2) * sizeof *p.start),
                      allocate(((size_t)g->edges + 1) * sizeof *p.from)};
    for (int i = 0; i < g->edges; i++)
        p.start[g->edge[i].to + 2]++;
    for (int b = 2; b < g->blocks + 2; b++)
        p.start[b] += p.start[b - 1];
    for (int i = 0; i < g->edges; i++) /* start[b + 1] moves from b's first place to its end */
        p.from[p.start[g->edge[i].to + 1]++] = g->edge[i].from;
    return p;
}

/* Adds to `in` every block from which `from` is reached without passing the header. */
static void add_body(const predecessors *p, bool *in, int from, int *work)
{
    int n = 0;
    if (!in[from]) {
        in[from] = true;
        work[n++] = from;
    }
    while (n) {
        int x = work[--n];
        for (int j = p->start[x]; j < p->start[x + 1]; j++) {
            if (!in[p->from[j]]) {
                in[p->from[j]] = true;
                work[n++] = p->from[j];
            }
        }
    }
}

static void find_loops(cfg *g)
{
    int *work = allocate((size_t)g->blocks * sizeof *work);
    predecessors p = collect_predecessors(g);
    for (int h = 0; h < g->blocks; h++) { /* headers in reverse postorder: outer loops come first */
        bool *in = NULL;
        for (int i = p.start[h]; i < p.start[h + 1]; i++) {
            if (!cfg_dominates(g, h, p.from[i]))
                continue;
            if (!in) {
                in = allocate((size_t)g->blocks);
                in[h] = true;
            }
            add_body(&p, in, p.from[i], work);
        }
        if (!in)
            continue;
        int parent = -1;
        for (int l = 0; l < g->loops; l++) {
            if (g->loop[l].in[h])
                parent = l;
        }
        g->loop = realloc(g->loop, ((size_t)g->loops + 1) * sizeof *g->loop);
        g->loop[g->loops++] = (cfg_loop){h, parent, in};
    }
    free(p.start);
    free(p.from);
    free(work);
}

void cfg_build(cfg *g, LLVMValueRef function)
{
    memset(g, 0, sizeof *g);
    size_t n = LLVMCountBasicBlocks(function);
    for (g->map_size = 16; g->map_size < 2 * n;)
        g->map_size *= 2;
    g->map = allocate(g->map_size * sizeof *g->map);
    g->block = allocate(n * sizeof *g->block);
    g->idom = allocate(n * sizeof *g->idom);
    number_blocks(g, function);
    collect_edges(g);
    find_dominators(g);
    find_loops(g);
}

void cfg_free(cfg *g)
{
    for (int l = 0; l < g->loops; l++)
        free(g->loop[l].in);
    free(g->loop);
    free(g->edge);
    free(g->map);
    free(g->block);
    free(g->idom);
}
