/* reconverge.c: which lanes of a warp are together.
 *
 * MSL's SIMD-group functions are about the threads that are active where they are called, and programs rest on it that
 * those which parted in a branch or a loop are together behind it. PTX promises nothing: lanes of a warp may go on
 * apart, or run together although they came by different ways, and `activemask` tells only what they just do. So code
 * keeps the mask itself: a branch asks its lanes who goes where (`vote.sync`), and where all ways join that lead away
 * from a fork, the lanes that were together there ask who has come, which waits for them; lanes that have exited do not
 * count. Calls of `activemask` are replaced by this mask; SIMD-group functions then name it, which is all that
 * they need to work, however lanes are scheduled.
 *
 * A fork and a join are right if each lane comes to both in turn: the fork dominates the join, no way leads from the
 * fork to itself, or to the end of the function, around the join, and none from the join to itself around the fork.
 * Where a join has no such fork (two ways out of a loop, `continue` beside `break`), LLVM makes the function's control
 * flow structured, and then it has. Threads that end before others exit first (early_exit.c): in structured flow they
 * would else wait, at joins, for those that wait for them at a barrier. So a way to such an exit counts as none, unless
 * it leads to another join of the same lanes: some would wait at the one for those that wait at the other. A join
 * without a fork divides lanes for good, but stops nobody.
 *
 * Only joins matter from which the mask is read, or another fork is reached, before the next join. */
#include "reconverge.h"
#include "early_exit.h"
#include <llvm-c/Analysis.h>
#include <stdlib.h>
#include <string.h>

typedef struct flow {
    cfg g;
    int *start, *to; /* successors of block b: to[start[b]] up to to[start[b + 1]] */
    bool *reads;     /* by block: something in it reads the mask */
    bool *bars;      /* there is a barrier of the threadgroup in it */
    int *fork;       /* of the join in this block: NONE is needed, or it MISSES */
    bool *needed, *seen;
    bool *wants; /* the mask, where it begins */
    int *work;
} flow;

enum { NONE = -1, MISSING = -2 };

static bool reads_mask(LLVMValueRef i)
{
    if (!LLVMIsACallInst(i))
        return false;
    if (is_call_to(i, "llvm."))
        return is_call_to(i, "llvm.nvvm.activemask");
    LLVMValueRef callee = LLVMGetCalledValue(i);
    if (LLVMIsAInlineAsm(callee))
        return false;
    return !LLVMIsAFunction(callee) || /* by a pointer */
           LLVMGetEnumAttributeAtIndex(callee, LLVMAttributeFunctionIndex, attribute_kind("convergent"));
}

/* Ways that no lane goes are none. */
static void drop_edges(cfg *g)
{
    int kept = 0;
    for (int i = 0; i < g->edges; i++) {
        if (!ends_thread(g->block[g->edge[i].from]))
            g->edge[kept++] = g->edge[i];
    }
    g->edges = kept;
}

static void collect_successors(flow *f)
{
    for (int i = 0; i < f->g.edges; i++)
        f->start[f->g.edge[i].from + 2]++;
    for (int b = 2; b < f->g.blocks + 2; b++)
        f->start[b] += f->start[b - 1];
    for (int i = 0; i < f->g.edges; i++)
        f->to[f->start[f->g.edge[i].from + 1]++] = f->g.edge[i].to;
}

static flow read_flow(LLVMValueRef function)
{
    flow f;
    cfg_build(&f.g, function);
    drop_edges(&f.g);
    size_t n = (size_t)f.g.blocks + 2;
    f.start = allocate(n * sizeof *f.start);
    f.to = allocate(((size_t)f.g.edges + 1) * sizeof *f.to);
    f.reads = allocate(n);
    f.needed = allocate(n);
    f.seen = allocate(n);
    f.wants = allocate(n);
    f.bars = allocate(n);
    f.fork = allocate(n * sizeof *f.fork);
    f.work = allocate(n * sizeof *f.work);
    collect_successors(&f);
    for (int b = 0; b < f.g.blocks; b++) {
        for (LLVMValueRef i = LLVMGetFirstInstruction(f.g.block[b]); i; i = LLVMGetNextInstruction(i)) {
            f.reads[b] |= reads_mask(i);
            f.bars[b] |= is_call_to(i, "llvm.nvvm.barrier.");
        }
    }
    return f;
}

static void free_flow(flow *f)
{
    cfg_free(&f->g);
    free(f->start);
    free(f->to);
    free(f->reads);
    free(f->needed);
    free(f->seen);
    free(f->wants);
    free(f->bars);
    free(f->fork);
    free(f->work);
}

/* Marks in `seen` what is reached from a block's end without passing through `wall`. */
static void reach(flow *f, int from, int wall)
{
    int n = 0;
    memset(f->seen, 0, (size_t)f->g.blocks);
    f->work[n++] = from;
    while (n) {
        int b = f->work[--n];
        for (int s = f->start[b]; s < f->start[b + 1]; s++) {
            if (f->to[s] == wall || f->seen[f->to[s]])
                continue;
            f->seen[f->to[s]] = true;
            f->work[n++] = f->to[s];
        }
    }
}

static bool ends(const flow *f)
{
    for (int b = 0; b < f->g.blocks; b++) {
        if (f->seen[b] && LLVMIsAReturnInst(LLVMGetBasicBlockTerminator(f->g.block[b])))
            return true;
    }
    return false;
}

/* Whether each lane comes to both in turn. */
static bool is_pair(flow *f, int fork, int join)
{
    reach(f, fork, join);
    if (f->seen[fork] || ends(f))
        return false;
    reach(f, join, fork);
    return !f->seen[join];
}

/* Whether a barrier of the threadgroup may be between the two. */
static bool is_barred(flow *f, int fork, int join)
{
    reach(f, fork, join);
    for (int b = 0; b < f->g.blocks; b++) {
        if (f->seen[b] && f->bars[b])
            return true;
    }
    return false;
}

/* Who comes to a barrier of the threadgroup waits for all of it, so its lanes have not parted at a fork before it: such
 * a fork needs no join. */
static int find_fork(flow *f, int join)
{
    for (int b = join; b > 0;) {
        b = f->g.idom[b];
        if (is_pair(f, b, join))
            return is_barred(f, b, join) ? NONE : b;
    }
    return MISSING;
}

/* Lanes come here by several edges, or in different rounds of a loop. A loop's header is no join: those that go around
 * come from the one latch, which is. */
static bool is_join(const flow *f, int block)
{
    int ways = 0;
    bool leaves = false;
    for (int i = 0; i < f->g.edges; i++) {
        if (f->g.edge[i].to != block || cfg_dominates(&f->g, block, f->g.edge[i].from))
            continue;
        ways++;
        for (int n = 0; n < f->g.loops; n++)
            leaves |= f->g.loop[n].in[f->g.edge[i].from] && !f->g.loop[n].in[block];
    }
    return ways > 1 || leaves;
}

/* Whether something that reads the mask is reached from the join before the next one. */
static bool is_read(flow *f, int join)
{
    int n = 0;
    memset(f->seen, 0, (size_t)f->g.blocks);
    f->work[n++] = join;
    while (n) {
        int b = f->work[--n];
        if (f->reads[b])
            return true;
        for (int s = f->start[b]; s < f->start[b + 1]; s++) {
            if (f->seen[f->to[s]] || f->fork[f->to[s]] >= 0)
                continue;
            f->seen[f->to[s]] = true;
            f->work[n++] = f->to[s];
        }
    }
    return false;
}

/* Marks the joins that matter: those from which the mask is read. */
static void find_needed(flow *f)
{
    for (bool more = true; more;) {
        more = false;
        for (int b = 0; b < f->g.blocks; b++) {
            if (f->fork[b] == NONE || f->needed[b] || !is_read(f, b))
                continue;
            more = f->needed[b] = true;
            if (f->fork[b] >= 0)
                f->reads[f->fork[b]] = true;
        }
    }
}

static bool waits(const flow *f, int block)
{
    return f->needed[block] && f->fork[block] >= 0;
}

/* Two joins, at each of which lanes may wait for some that wait at the other: ways lead around both, one of them to an
 * end of threads. That one becomes no join. False: there are no such two. */
static bool part_joins(flow *f)
{
    size_t n = (size_t)f->g.blocks;
    bool *around = allocate(n), parted = false;
    for (int j = 0; j < f->g.blocks; j++) {
        if (!waits(f, j))
            continue;
        reach(f, f->fork[j], j);
        memcpy(around, f->seen, n);
        bool leaves = false, crossed = false;
        for (int b = 0; b < f->g.blocks && !leaves; b++)
            leaves = around[b] && ends_thread(f->g.block[b]);
        for (int k = 0; k < f->g.blocks && leaves && !crossed; k++) {
            if (!around[k] || !waits(f, k))
                continue;
            reach(f, f->fork[k], k);
            crossed = f->seen[j];
        }
        if (crossed)
            f->fork[j] = NONE;
        parted |= crossed;
    }
    free(around);
    return parted;
}

/* False: a join that matters has no fork. */
static bool find_joins(flow *f)
{
    bool complete = true;
    for (int b = 0; b < f->g.blocks; b++)
        f->fork[b] = is_join(f, b) ? find_fork(f, b) : NONE;
    do
        find_needed(f);
    while (part_joins(f));
    for (int b = 0; b < f->g.blocks; b++)
        complete &= !f->needed[b] || f->fork[b] != MISSING;
    return complete;
}

static LLVMValueRef intrinsic(lowering *l, const char *name)
{
    return LLVMGetIntrinsicDeclaration(l->m, LLVMLookupIntrinsicID(name, strlen(name)), NULL, 0);
}

static void find_wants(flow *f)
{
    for (bool more = true; more;) {
        more = false;
        for (int b = f->g.blocks - 1; b >= 0; b--) {
            bool wants = f->reads[b];
            for (int s = f->start[b]; s < f->start[b + 1]; s++)
                wants |= f->wants[f->to[s]];
            wants &= !(f->needed[b] && f->fork[b] >= 0);
            more |= wants != f->wants[b];
            f->wants[b] = wants;
        }
    }
}

/* The lanes of the mask for which it is true. */
static LLVMValueRef build_vote(lowering *l, LLVMValueRef mask, LLVMValueRef truth)
{
    LLVMValueRef vote = intrinsic(l, "llvm.nvvm.vote.ballot.sync"), v[] = {mask, truth};
    return LLVMBuildCall2(l->b, LLVMGlobalGetValueType(vote), vote, v, 2, "");
}

/* At the block's end, its lanes go two ways. */
static void divide(lowering *l, const flow *f, int block, LLVMValueRef lanes)
{
    LLVMValueRef branch = LLVMGetBasicBlockTerminator(f->g.block[block]);
    bool wanted = false;
    for (int s = f->start[block]; s < f->start[block + 1]; s++)
        wanted |= f->wants[f->to[s]];
    if (!wanted || !LLVMIsABranchInst(branch) || !LLVMIsConditional(branch))
        return;
    LLVMPositionBuilderBefore(l->b, branch);
    LLVMValueRef all = LLVMBuildLoad2(l->b, l->i32, lanes, ""), condition = LLVMGetCondition(branch),
                 yes = build_vote(l, all, condition), no = LLVMBuildXor(l->b, all, yes, "");
    LLVMBuildStore(l->b, LLVMBuildSelect(l->b, condition, yes, no, ""), lanes);
}

static void join(lowering *l, LLVMBasicBlockRef block, LLVMValueRef mask, LLVMValueRef lanes)
{
    LLVMValueRef at = LLVMGetFirstInstruction(block);
    while (LLVMIsAPHINode(at))
        at = LLVMGetNextInstruction(at);
    LLVMPositionBuilderBefore(l->b, at);
    LLVMBuildStore(l->b, build_vote(l, mask, LLVMConstInt(LLVMInt1TypeInContext(l->c), 1, 0)), lanes);
}

static void replace_reads(lowering *l, LLVMValueRef function, LLVMValueRef lanes)
{
    size_t count;
    LLVMValueRef *all = instructions_of(function, &count);
    for (size_t n = 0; n < count; n++) {
        if (!is_call_to(all[n], "llvm.nvvm.activemask"))
            continue;
        LLVMPositionBuilderBefore(l->b, all[n]);
        LLVMReplaceAllUsesWith(all[n], LLVMBuildLoad2(l->b, l->i32, lanes, ""));
        LLVMInstructionEraseFromParent(all[n]);
    }
    free(all);
}

/* In a variable, of which LLVM makes registers. */
static void keep_masks(lowering *l, flow *f, LLVMValueRef function)
{
    find_wants(f);
    if (!f->reads[0] && !f->wants[0])
        return;
    LLVMValueRef *mask = allocate((size_t)f->g.blocks * sizeof *mask); /* by fork */
    LLVMPositionBuilderBefore(l->b, LLVMGetFirstInstruction(f->g.block[0]));
    LLVMValueRef lanes = LLVMBuildAlloca(l->b, l->i32, "lanes"), first = LLVMBuildStore(l->b, number(l, 0), lanes);
    for (int b = 0; b < f->g.blocks; b++) {
        int fork = f->needed[b] ? f->fork[b] : NONE;
        if (fork < 0)
            continue;
        if (!mask[fork]) {
            LLVMPositionBuilderBefore(l->b, LLVMGetBasicBlockTerminator(f->g.block[fork]));
            mask[fork] = LLVMBuildLoad2(l->b, l->i32, lanes, "together");
        }
        join(l, f->g.block[b], mask[fork], lanes);
    }
    for (int b = 0; b < f->g.blocks; b++)
        divide(l, f, b, lanes);
    replace_reads(l, function, lanes);
    LLVMPositionBuilderBefore(l->b, first);
    LLVMValueRef ask = intrinsic(l, "llvm.nvvm.activemask");
    LLVMSetOperand(first, 0, LLVMBuildCall2(l->b, LLVMGlobalGetValueType(ask), ask, NULL, 0, ""));
    free(mask);
}

void reconverge(lowering *l)
{
    bool complete = true;
    exit_early(l, l->entry);
    run_passes(l, "function(lower-switch,loop-simplify)");
    for (int attempt = 0; attempt < 2; attempt++) {
        for (LLVMValueRef function = LLVMGetFirstFunction(l->m); function; function = LLVMGetNextFunction(function)) {
            if (LLVMIsDeclaration(function))
                continue;
            flow f = read_flow(function);
            complete &= find_joins(&f);
            if (attempt)
                keep_masks(l, &f, function);
            free_flow(&f);
        }
        if (!attempt && !complete)
            run_passes(l, "function(mergereturn,fix-irreducible,unify-loop-exits,structurizecfg,"
                          "loop-simplify)");
    }
    run_passes(l, "function(mem2reg,dce)");
}
