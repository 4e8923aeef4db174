/* reconverge.c: lanes of a warp that part come together again where their ways join.
 *
 * MSL's SIMD-group functions are about the threads that are active where they are called, and programs rest on it that
 * those which parted in a branch or a loop are together behind it. PTX promises nothing: lanes of a warp may go on
 * apart. So where lanes may part, each keeps the mask of those that come there with it (`activemask`), and where all
 * ways from there join, it waits for them (`bar.warp.sync`).
 *
 * Such a pair of blocks (the fork, the join) is right if each lane comes to both in turn: the fork dominates the join,
 * no way leads from the fork to itself, or to the end of the function, around the join, and none from the join to itself
 * around the fork. Where a join has no such fork (two ways out of a loop, `continue` beside `break`), LLVM makes the
 * function's control flow structured, and then it has. Not so in kernels with a barrier of the
 * threadgroup: in structured flow, threads that end would wait for those that wait for them there. Their lanes may stay apart.
 *
 * Only joins matter from which an operation of the SIMD-group, or another fork, is reached before the next join. */
#include "reconverge.h"
#include <llvm-c/Analysis.h>
#include <stdlib.h>
#include <string.h>

typedef struct flow {
    cfg g;
    int *start, *to; /* successors of block b: to[start[b]] up to to[start[b + 1]] */
    bool *reads;     /* by block: something in it depends on which lanes are active */
    int *fork;       /* of the join in this block: NONE is needed, or it MISSES */
    bool *needed, *seen;
    int *work;
} flow;

enum { NONE = -1, MISSING = -2 };

static bool depends_on_lanes(LLVMValueRef i)
{
    if (!LLVMIsACallInst(i))
        return false;
    if (is_call_to(i, "llvm."))
        return is_call_to(i, "llvm.nvvm.activemask") || is_call_to(i, "llvm.nvvm.shfl.") ||
               is_call_to(i, "llvm.nvvm.vote.") || is_call_to(i, "llvm.nvvm.bar.warp.");
    LLVMValueRef callee = LLVMGetCalledValue(i);
    if (LLVMIsAInlineAsm(callee))
        return false;
    return !LLVMIsAFunction(callee) || /* by a pointer */
           LLVMGetEnumAttributeAtIndex(callee, LLVMAttributeFunctionIndex, attribute_kind("convergent"));
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
    size_t n = (size_t)f.g.blocks + 2;
    f.start = allocate(n * sizeof *f.start);
    f.to = allocate(((size_t)f.g.edges + 1) * sizeof *f.to);
    f.reads = allocate(n);
    f.needed = allocate(n);
    f.seen = allocate(n);
    f.fork = allocate(n * sizeof *f.fork);
    f.work = allocate(n * sizeof *f.work);
    collect_successors(&f);
    for (int b = 0; b < f.g.blocks; b++) {
        for (LLVMValueRef i = LLVMGetFirstInstruction(f.g.block[b]); i && !f.reads[b]; i = LLVMGetNextInstruction(i))
            f.reads[b] = depends_on_lanes(i);
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

static int find_fork(flow *f, int join)
{
    for (int b = join; b > 0;) {
        b = f->g.idom[b];
        if (is_pair(f, b, join))
            return b;
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

/* Whether something that depends on lanes is reached from the join before the next one. */
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

/* False: a join that matters has no fork. */
static bool find_joins(flow *f)
{
    bool complete = true, more = true;
    for (int b = 0; b < f->g.blocks; b++)
        f->fork[b] = is_join(f, b) ? find_fork(f, b) : NONE;
    while (more) {
        more = false;
        for (int b = 0; b < f->g.blocks; b++) {
            if (f->fork[b] == NONE || f->needed[b] || !is_read(f, b))
                continue;
            more = f->needed[b] = true;
            if (f->fork[b] == MISSING)
                complete = false;
            else
                f->reads[f->fork[b]] = true;
        }
    }
    return complete;
}

static LLVMValueRef intrinsic(lowering *l, const char *name)
{
    return LLVMGetIntrinsicDeclaration(l->m, LLVMLookupIntrinsicID(name, strlen(name)), NULL, 0);
}

static void insert_waits(lowering *l, const flow *f)
{
    LLVMValueRef *mask = allocate((size_t)f->g.blocks * sizeof *mask); /* by fork */
    LLVMValueRef ask = intrinsic(l, "llvm.nvvm.activemask"), wait = intrinsic(l, "llvm.nvvm.bar.warp.sync");
    for (int b = 0; b < f->g.blocks; b++) {
        if (!f->needed[b] || f->fork[b] < 0)
            continue;
        LLVMBasicBlockRef fork = f->g.block[f->fork[b]];
        if (!mask[f->fork[b]]) {
            LLVMPositionBuilderBefore(l->b, LLVMGetBasicBlockTerminator(fork));
            mask[f->fork[b]] = LLVMBuildCall2(l->b, LLVMGlobalGetValueType(ask), ask, NULL, 0, "lanes");
        }
        LLVMValueRef at = LLVMGetFirstInstruction(f->g.block[b]);
        while (LLVMIsAPHINode(at))
            at = LLVMGetNextInstruction(at);
        LLVMPositionBuilderBefore(l->b, at);
        LLVMBuildCall2(l->b, LLVMGlobalGetValueType(wait), wait, &mask[f->fork[b]], 1, "");
    }
    free(mask);
}

static bool calls_barrier(const flow *f)
{
    for (int b = 0; b < f->g.blocks; b++) {
        for (LLVMValueRef i = LLVMGetFirstInstruction(f->g.block[b]); i; i = LLVMGetNextInstruction(i)) {
            if (LLVMIsACallInst(i) && is_call_to(i, "llvm.nvvm.barrier."))
                return true;
        }
    }
    return false;
}

void reconverge(lowering *l)
{
    bool complete = true, barrier = false;
    run_passes(l, "function(loop-simplify)");
    for (int attempt = 0; attempt < 2; attempt++) {
        for (LLVMValueRef function = LLVMGetFirstFunction(l->m); function; function = LLVMGetNextFunction(function)) {
            if (LLVMIsDeclaration(function))
                continue;
            flow f = read_flow(function);
            complete &= find_joins(&f);
            barrier |= calls_barrier(&f);
            if (attempt)
                insert_waits(l, &f);
            free_flow(&f);
        }
        if (!attempt && !complete && !barrier)
            run_passes(l, "function(lower-switch,mergereturn,fix-irreducible,unify-loop-exits,structurizecfg,"
                          "loop-simplify)");
    }
}
