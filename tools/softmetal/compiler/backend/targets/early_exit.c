/* early_exit.c: threads that end before others end where they are.
 *
 * LLVM leads all ways out of a kernel to one block. ptxas may let lanes wait there for those of their warp that go
 * on, which wait at a barrier for the lanes that have ended; and control flow that is made structured (reconverge.c)
 * leads them past all that the others still do. So each way out but the last has code of its own, which ends in PTX's
 * `exit`; who waits for a lane that has exited, at a barrier of a warp or a threadgroup, goes on. For LLVM, control
 * goes on from there to where lanes go that do not end, as if nothing had happened: the block then lies within the
 * loops and branches where the thread ended, and is run before what follows. */
#include "early_exit.h"
#include <stdlib.h>
#include <string.h>

enum { MOST = 64 }; /* instructions of a way out that are worth a copy each */

static LLVMValueRef exit_function(lowering *l)
{
    return LLVMGetIntrinsicDeclaration(l->m, LLVMLookupIntrinsicID("llvm.nvvm.exit", 14), NULL, 0);
}

bool ends_thread(LLVMBasicBlockRef block)
{
    LLVMValueRef before = LLVMGetPreviousInstruction(LLVMGetBasicBlockTerminator(block));
    return before && is_call_to(before, "llvm.nvvm.exit");
}

static bool is_end(LLVMBasicBlockRef block)
{
    return LLVMIsAReturnInst(LLVMGetBasicBlockTerminator(block));
}

static bool has_meeting(LLVMBasicBlockRef block)
{
    for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i)) {
        LLVMValueRef callee = LLVMIsACallInst(i) ? LLVMGetCalledValue(i) : NULL;
        if (callee && LLVMIsAFunction(callee) &&
            LLVMGetEnumAttributeAtIndex(callee, LLVMAttributeFunctionIndex, attribute_kind("convergent")))
            return true;
    }
    return false;
}

static bool is_plain(LLVMBasicBlockRef block)
{
    unsigned n = 0;
    for (LLVMValueRef i = LLVMGetFirstInstruction(block); i && n <= MOST; i = LLVMGetNextInstruction(i))
        n++;
    return n <= MOST && !has_meeting(block);
}

/* ---- a way out for each who comes */

typedef struct copied {
    LLVMValueRef from[MOST + 1], to[MOST + 1];
    size_t count;
} copied;

static LLVMValueRef copy_of(const copied *all, LLVMValueRef v)
{
    for (size_t n = 0; n < all->count; n++) {
        if (all->from[n] == v)
            return all->to[n];
    }
    return v;
}

static LLVMValueRef incoming(LLVMValueRef phi, LLVMBasicBlockRef from)
{
    for (unsigned n = 0; n < LLVMCountIncoming(phi); n++) {
        if (LLVMGetIncomingBlock(phi, n) == from)
            return LLVMGetIncomingValue(phi, n);
    }
    stop("internal error: a block has no value for one it is reached from");
}

/* The block's code, for who comes from `from`, at the builder's position. */
static void copy_code(lowering *l, LLVMBasicBlockRef block, LLVMBasicBlockRef from)
{
    copied all = {.count = 0};
    for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i)) {
        LLVMValueRef made;
        if (LLVMIsAPHINode(i)) {
            made = incoming(i, from);
        } else {
            made = LLVMInstructionClone(i);
            LLVMInsertIntoBuilder(l->b, made);
            for (int n = 0; n < LLVMGetNumOperands(made); n++)
                LLVMSetOperand(made, (unsigned)n, copy_of(&all, LLVMGetOperand(made, (unsigned)n)));
        }
        all.from[all.count] = i;
        all.to[all.count++] = made;
    }
}

/* Ways out that lead into this one: those who come by a jump get its code at their end, others a block. False: one
 * comes, or it must be one. */
static bool split_end(lowering *l, const cfg *g, int end)
{
    int ways = 0; /* a block that comes by two is one */
    for (int n = 0, last = -1; n < g->edges; n++) {
        if (g->edge[n].to != end || g->edge[n].from == last)
            continue;
        last = g->edge[n].from;
        ways++;
    }
    LLVMBasicBlockRef block = g->block[end];
    if (ways < 2 || !is_plain(block))
        return false;
    for (int from = 0; from < g->blocks; from++) {
        LLVMValueRef terminator = LLVMGetBasicBlockTerminator(g->block[from]);
        unsigned successors = LLVMGetNumSuccessors(terminator), here = 0;
        for (unsigned s = 0; s < successors; s++)
            here += LLVMGetSuccessor(terminator, s) == block;
        if (here && successors == 1) {
            LLVMPositionBuilderBefore(l->b, terminator);
            copy_code(l, block, g->block[from]);
            LLVMInstructionEraseFromParent(terminator);
        } else if (here) {
            LLVMBasicBlockRef own = LLVMInsertBasicBlockInContext(l->c, block, "out");
            LLVMPositionBuilderAtEnd(l->b, own);
            copy_code(l, block, g->block[from]);
            for (unsigned s = 0; s < successors; s++) {
                if (LLVMGetSuccessor(terminator, s) == block)
                    LLVMSetSuccessor(terminator, s, own);
            }
        }
    }
    LLVMDeleteBasicBlock(block);
    return true;
}

static bool split_ends(lowering *l, LLVMValueRef function)
{
    cfg g;
    bool split = false;
    cfg_build(&g, function);
    for (int n = 1; n < g.blocks && !split; n++)
        split = is_end(g.block[n]) && split_end(l, &g, n);
    cfg_free(&g);
    return split;
}

/* ---- where LLVM believes that control goes on */

static bool leads_away(const cfg *g, int from, int end, LLVMBasicBlockRef to)
{
    int b = cfg_index(g, to);
    bool leads_here = cfg_dominates(g, b, end) && !cfg_dominates(g, b, from);
    return !leads_here && !is_end(to) && !ends_thread(to);
}

/* A successor of a block that dominates the end, so that its values are there, by which lanes go on. */
static LLVMBasicBlockRef find_way_on(const cfg *g, int end)
{
    for (int from = end; from > 0;) {
        from = g->idom[from];
        LLVMValueRef terminator = LLVMGetBasicBlockTerminator(g->block[from]);
        for (unsigned s = 0; s < LLVMGetNumSuccessors(terminator); s++) {
            if (leads_away(g, from, end, LLVMGetSuccessor(terminator, s)))
                return LLVMGetSuccessor(terminator, s);
        }
    }
    return NULL;
}

static void end_here(lowering *l, LLVMBasicBlockRef end, LLVMBasicBlockRef on)
{
    LLVMValueRef f = exit_function(l), terminator = LLVMGetBasicBlockTerminator(end);
    LLVMPositionBuilderBefore(l->b, terminator);
    LLVMBuildCall2(l->b, LLVMGlobalGetValueType(f), f, NULL, 0, "");
    LLVMBuildBr(l->b, on);
    LLVMInstructionEraseFromParent(terminator);
    for (LLVMValueRef i = LLVMGetFirstInstruction(on); LLVMIsAPHINode(i); i = LLVMGetNextInstruction(i)) {
        LLVMValueRef none = LLVMGetPoison(LLVMTypeOf(i));
        LLVMAddIncoming(i, &none, &end, 1);
    }
}

/* Adds one to each end that is reached from a block. */
static void count_ends(const cfg *g, int from, int *meetings)
{
    bool *seen = allocate((size_t)g->blocks);
    seen[from] = true;
    for (bool more = true; more;) {
        more = false;
        for (int n = 0; n < g->edges; n++) {
            if (seen[g->edge[n].from] && !seen[g->edge[n].to])
                more = seen[g->edge[n].to] = true;
        }
    }
    for (int b = 0; b < g->blocks; b++)
        meetings[b] += seen[b] && is_end(g->block[b]);
    free(seen);
}

/* The kernel's own end: the one behind most places where threads meet. NONE: they do not meet, or it has one end. */
static int find_last(const cfg *g)
{
    enum { NONE = -1 };
    int *meetings = allocate((size_t)g->blocks * sizeof *meetings), last = NONE;
    for (int b = 0; b < g->blocks; b++) {
        if (has_meeting(g->block[b]))
            count_ends(g, b, meetings);
    }
    for (int b = 0; b < g->blocks; b++) {
        if (meetings[b] && (last == NONE || meetings[b] >= meetings[last]))
            last = b;
    }
    free(meetings);
    return last;
}

void exit_early(lowering *l, LLVMValueRef kernel)
{
    while (split_ends(l, kernel))
        ;
    cfg g;
    cfg_build(&g, kernel);
    int last = find_last(&g);
    for (int n = 1; n < g.blocks && last >= 0; n++) {
        LLVMBasicBlockRef on = n != last && is_end(g.block[n]) ? find_way_on(&g, n) : NULL;
        if (on)
            end_here(l, g.block[n], on);
    }
    cfg_free(&g);
}
