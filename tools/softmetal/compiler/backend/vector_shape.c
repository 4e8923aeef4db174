/* vector_shape.c: what the vector code generator has to know before it writes anything: in which order blocks are laid
 * out, and which values and branches are the same for all lanes that are active (uniform) or may differ (varying). */
#include "vector.h"
#include <stdlib.h>
#include <string.h>

/* ---- order of blocks: that of the dynamic instances of lower.c. A block's key is [header of each loop around it, …,
 * block], compared like words, so that a loop's blocks lie together. */

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

/* ---- what varies */
long thread_offset(const vectoriser *v, LLVMValueRef p)
{
    LLVMValueRef thread = LLVMGetParam(v->scalar, 0);
    if (p == thread)
        return 0;
    if (!LLVMIsAGetElementPtrInst(p) || LLVMGetOperand(p, 0) != thread || LLVMGetNumOperands(p) != 2 ||
        !LLVMIsAConstantInt(LLVMGetOperand(p, 1)) || LLVMGetGEPSourceElementType(p) != v->l->i8)
        return -1;
    return (long)LLVMConstIntGetZExtValue(LLVMGetOperand(p, 1));
}

bool leaves_varying_loop(const vectoriser *v, int from, int to)
{
    for (int l = 0; l < v->g.loops; l++) {
        if (v->loop_varies[l] && v->g.loop[l].in[from] && !v->g.loop[l].in[to])
            return true;
    }
    return false;
}

bool operand_varies(const vectoriser *v, LLVMValueRef x, int block)
{
    if (!LLVMIsAInstruction(x))
        return false;
    const vector_value *d = find_value(v, x);
    return d->varying || leaves_varying_loop(v, d->block, block);
}

static bool varies_inside(const vectoriser *v, const cfg_loop *loop)
{
    for (int b = 0; b < v->g.blocks; b++) {
        if (loop->in[b] && v->branch_varies[b])
            return true;
    }
    return false;
}

static int entries_from_inside(const vectoriser *v, const cfg_loop *loop)
{
    int n = 0;
    for (int e = 0; e < v->g.edges; e++)
        n += v->g.edge[e].to == loop->header && loop->in[v->g.edge[e].from];
    return n;
}

/* Whether lanes that are together in the block may have come to it by different edges. */
static bool arrivals_vary(const vectoriser *v, int block)
{
    for (int x = 0; x < v->g.blocks; x++) {
        if (v->branch_varies[x] && v->rank[x] < v->rank[block] && cfg_dominates(&v->g, v->g.idom[block], x))
            return true;
    }
    for (int l = 0; l < v->g.loops; l++) {
        const cfg_loop *loop = &v->g.loop[l];
        if (loop->header == block && varies_inside(v, loop) && entries_from_inside(v, loop) > 1)
            return true;
    }
    return false;
}

static bool phi_varies(const vectoriser *v, LLVMValueRef phi, int block)
{
    for (unsigned n = 0; n < LLVMCountIncoming(phi); n++) {
        LLVMValueRef x = LLVMGetIncomingValue(phi, n);
        int from = cfg_index(&v->g, LLVMGetIncomingBlock(phi, n));
        if (from < 0)
            continue;
        /* the edge itself may leave a loop */
        if (operand_varies(v, x, from) || operand_varies(v, x, block))
            return true;
        if (LLVMCountIncoming(phi) > 1 && leaves_varying_loop(v, from, block))
            return true;
    }
    return LLVMCountIncoming(phi) > 1 && arrivals_vary(v, block);
}

static bool load_varies(const vectoriser *v, LLVMValueRef load, int block)
{
    long field = thread_offset(v, LLVMGetOperand(load, 0));
    if (field < 0)
        return operand_varies(v, LLVMGetOperand(load, 0), block);
    return field != offsetof(sm_thread, group) && field != offsetof(sm_thread, simdgroup);
}

static bool value_varies(const vectoriser *v, LLVMValueRef i, int block)
{
    switch (LLVMGetInstructionOpcode(i)) {
    case LLVMAlloca: /* each lane has its own */
    case LLVMAtomicRMW:
    case LLVMAtomicCmpXchg: return true;
    case LLVMLoad: return load_varies(v, i, block);
    case LLVMPHI: return phi_varies(v, i, block);
    case LLVMCall:
        if (is_meeting(i))
            return operation_varies(v, i, block);
        break;
    default: break;
    }
    unsigned n = LLVMIsACallInst(i) ? LLVMGetNumArgOperands(i) : (unsigned)LLVMGetNumOperands(i);
    for (unsigned o = 0; o < n; o++) {
        LLVMValueRef x = LLVMGetOperand(i, o);
        if (!LLVMValueIsBasicBlock(x) && operand_varies(v, x, block))
            return true;
    }
    return false;
}

/* Whether, from the block, control stays in the loop and off its header until it comes to `target`. */
static bool always_reaches(const vectoriser *v, const cfg_loop *loop, int block, int target, bool *seen)
{
    if (block == target || seen[block])
        return true;
    seen[block] = true;
    for (int e = 0; e < v->g.edges; e++) {
        int to = v->g.edge[e].to;
        if (v->g.edge[e].from != block || to == target)
            continue;
        if (!loop->in[to] || to == loop->header || !always_reaches(v, loop, to, target, seen))
            return false;
    }
    return true;
}

/* Whether lanes may leave the loop in different iterations: by a varying branch, or because not all of an iteration's
 * lanes come to a uniform one. */
static bool may_vary(const vectoriser *v, const cfg_loop *loop)
{
    bool *seen = allocate((size_t)v->g.blocks), varies = false;
    for (int e = 0; e < v->g.edges && !varies; e++) {
        int leaving = v->g.edge[e].from;
        if (!loop->in[leaving] || loop->in[v->g.edge[e].to])
            continue;
        varies = v->branch_varies[leaving];
        for (int x = 0; x < v->g.blocks && !varies; x++) {
            memset(seen, 0, (size_t)v->g.blocks);
            varies = leaving != loop->header && x != leaving && loop->in[x] && v->branch_varies[x] &&
                     !always_reaches(v, loop, x, leaving, seen);
        }
    }
    free(seen);
    return varies;
}

/* Starts with nothing varying and adds until nothing changes. */
void find_varying(vectoriser *v)
{
    v->branch_varies = allocate((size_t)v->g.blocks);
    v->loop_varies = allocate((size_t)v->g.loops + 1);
    for (bool changed = true; changed;) {
        changed = false;
        for (int r = 0; r < v->g.blocks; r++) {
            int b = v->order[r];
            for (LLVMValueRef i = LLVMGetFirstInstruction(v->g.block[b]); i; i = LLVMGetNextInstruction(i)) {
                vector_value *d = find_value(v, i);
                if (!d->varying && value_varies(v, i, b))
                    d->varying = changed = true;
            }
            LLVMValueRef t = LLVMGetBasicBlockTerminator(v->g.block[b]);
            if (!v->branch_varies[b] && LLVMGetNumSuccessors(t) > 1 && operand_varies(v, LLVMGetOperand(t, 0), b))
                v->branch_varies[b] = changed = true;
        }
        for (int l = 0; l < v->g.loops; l++) {
            if (!v->loop_varies[l] && may_vary(v, &v->g.loop[l]))
                v->loop_varies[l] = changed = true;
        }
    }
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
