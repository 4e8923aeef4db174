/* order.c: in which order blocks are laid out, which of them run for the same lanes, and where lanes may wait. */
#include "vectoriser.h"
#include <stdlib.h>
#include <string.h>

/* ---- order of blocks: that of the dynamic instances of passes/lower.c. A block's key is [header of each loop around
 * it, …, block], compared like words, so that a loop's blocks lie together. */

/* Adds block b, and every block on the way to it, to the loop. */
static void pull_in(cfg *g, cfg_loop *loop, int b)
{
    if (loop->in[b])
        return;
    loop->in[b] = true;
    for (int e = 0; e < g->edges; e++) {
        if (g->edge[e].to == b)
            pull_in(g, loop, g->edge[e].from);
    }
}

/* A source loop's operation may lie outside its natural loop, in a block that leaves it (`if (c) { simd_sum(x); break;
 * }`): lanes that come there in different iterations must not meet, so that block counts as part of the loop. */
static void widen_loops(vectoriser *v)
{
    cfg *g = &v->g;
    for (int b = 0; b < g->blocks; b++) {
        for (LLVMValueRef i = LLVMGetFirstInstruction(g->block[b]); i; i = LLVMGetNextInstruction(i)) {
            if (!is_meeting(i))
                continue;
            for (LLVMValueRef t = token_of(i); t && is_call_to(t, "llvm.experimental.convergence.loop");
                 t = token_of(t)) {
                int header = cfg_index(g, LLVMGetInstructionParent(t));
                for (int l = 0; l < g->loops; l++) {
                    if (g->loop[l].header == header)
                        pull_in(g, &g->loop[l], b);
                }
            }
        }
    }
}

/* The n-th element of a block's key, -1 after the last. */
static int key_element(const vectoriser *v, int block, int n)
{
    for (int l = 0; l < v->g.loops; l++) {
        if (v->g.loop[l].in[block] && n-- == 0)
            return v->g.loop[l].header;
    }
    return n == 0 ? block : -1;
}

static int compare_keys(const vectoriser *v, int a, int b)
{
    for (int n = 0;; n++) {
        int x = key_element(v, a, n), y = key_element(v, b, n);
        if (x != y || x < 0)
            return x - y;
    }
}

/* Every edge leads onwards, or back to the header of a loop around it: the order is one that lanes can follow. */
static void check_order(const vectoriser *v)
{
    for (int e = 0; e < v->g.edges; e++) {
        int from = v->g.edge[e].from, to = v->g.edge[e].to;
        bool back = false;
        for (int l = 0; l < v->g.loops; l++)
            back |= v->g.loop[l].header == to && v->g.loop[l].in[from];
        if (v->rank[to] <= v->rank[from] && !back)
            refuse("its control flow is irreducible");
    }
}

void lay_out_blocks(vectoriser *v)
{
    size_t n = (size_t)v->g.blocks;
    v->order = allocate(n * sizeof *v->order);
    v->rank = allocate(n * sizeof *v->rank);
    widen_loops(v);
    for (int b = 0; b < v->g.blocks; b++) { /* nearly sorted already */
        int at = b;
        for (; at > 0 && compare_keys(v, v->order[at - 1], b) > 0; at--)
            v->order[at] = v->order[at - 1];
        v->order[at] = b;
    }
    for (int r = 0; r < v->g.blocks; r++)
        v->rank[v->order[r]] = r;
    check_order(v);
}

/* ---- blocks that run for the same lanes */
static const cfg_loop *innermost(const vectoriser *v, int block)
{
    for (int l = v->g.loops - 1; l >= 0; l--) {
        if (v->g.loop[l].in[block])
            return &v->g.loop[l];
    }
    return NULL;
}

/* The loop of whose rounds the block's lanes are part; of the header of a loop that its lanes leave together, the one
 * around it, since the header has in each round the lanes that came to the loop. */
static const cfg_loop *rounds_of(const vectoriser *v, int block)
{
    const cfg_loop *around = NULL;
    for (int l = 0; l < v->g.loops; l++) {
        const cfg_loop *loop = &v->g.loop[l];
        if (loop->in[block] && (loop->header != block || v->loop_varies[l]))
            around = loop;
    }
    return around;
}

/* Whether the lanes that come to the block are all those of its dominator, because none of them parts on the way. */
static bool stay_together(const vectoriser *v, int block)
{
    int from = v->g.idom[block];
    if (leaves_varying_loop(v, from, block))
        return false;
    for (int l = 0; l < v->g.loops; l++) {
        if (v->g.loop[l].header == block && v->loop_varies[l])
            return false;
    }
    for (int r = v->rank[from]; r < v->rank[block]; r++) {
        if (v->branch_varies[v->order[r]] && cfg_dominates(&v->g, from, v->order[r]))
            return false;
    }
    return true;
}

/* Lanes that part after a block are together again at the next one that all of them come to. */
void find_same_masks(vectoriser *v)
{
    bool *seen = allocate((size_t)v->g.blocks);
    v->same = allocate((size_t)v->g.blocks * sizeof *v->same);
    for (int b = 0; b < v->g.blocks; b++) { /* dominators come first */
        const cfg_loop *loop = rounds_of(v, b);
        v->same[b] = b != 0 && stay_together(v, b) ? v->same[v->g.idom[b]] : b;
        for (int a = b; a != 0 && v->same[b] == b;) {
            a = v->g.idom[a];
            memset(seen, 0, (size_t)v->g.blocks);
            if (innermost(v, a) != loop)
                continue;
            if (!always_reaches(v, loop, a, b, seen))
                break;
            v->same[b] = v->same[a];
        }
    }
    free(seen);
}

/* ---- where lanes may wait */
static int common_dominator(const cfg *g, int a, int b)
{
    while (a != b) {
        if (a > b)
            a = g->idom[a];
        else
            b = g->idom[b];
    }
    return a;
}

/* Whether a lane can be waiting at block y, behind a, while others are in a. Lanes that were together at the last block
 * that both come from still are, unless a branch since then varies; loops that end before y may have left lanes there
 * earlier. */
static bool may_wait(const vectoriser *v, int a, int y)
{
    if (leaves_varying_loop(v, a, y))
        return true;
    int from = common_dominator(&v->g, a, y);
    for (int r = v->rank[from]; r < v->rank[a]; r++) {
        if (v->branch_varies[v->order[r]] && cfg_dominates(&v->g, from, v->order[r]))
            return true;
    }
    return false;
}

bool goes_straight(const vectoriser *v, int a, int b)
{
    int end = v->rank[b];
    if (leaves_varying_loop(v, a, b)) /* others may be in for another iteration */
        return false;
    if (end <= v->rank[a]) { /* a back edge: what is left of the loop is behind it */
        int l = v->g.loops - 1;
        while (l > 0 && !(v->g.loop[l].header == b && v->g.loop[l].in[a]))
            l--;
        for (end = v->rank[a] + 1; end < v->g.blocks && v->g.loop[l].in[v->order[end]];)
            end++;
    }
    for (int r = v->rank[a] + 1; r < end; r++) {
        if (may_wait(v, a, v->order[r]))
            return false;
    }
    return true;
}
