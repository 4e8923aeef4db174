/* loops.c: no kernel runs for ever. Loops that are not plainly finite count their back edges down in the threadgroup
 * and ask the engine when the count runs out; it stops the kernel, or lets other threads run if this one waits for
 * them.
 *
 * What is plainly finite must not pay, or it would no longer vectorise: an innermost loop with one exit that counts up
 * to a bound which does not change pays its whole length once, before it starts; loops of a small constant number of
 * rounds pay nothing. */
#include "passes.h"
#include <stdlib.h>
#include <string.h>

enum { STRAIGHT = 4096 }; /* rounds, with those of inner loops, that count as straight-line code */

typedef struct bound {
    bool counted; /* ends after a number of rounds known when it starts */
    bool single_exit;
    uint64_t rounds;         /* if a constant, otherwise 0 */
    LLVMValueRef start, end; /* compared values, if not constant; NULL when halving */
    LLVMIntPredicate goes_on;
    int64_t step;
} bound;

static bool is_inside(const cfg *g, const cfg_loop *loop, LLVMBasicBlockRef block)
{
    int i = cfg_index(g, block);
    return i >= 0 && loop->in[i];
}

/* Whether v has one value throughout the loop. */
static bool is_invariant(const cfg *g, const cfg_loop *loop, LLVMValueRef v, int depth)
{
    if (!LLVMIsAInstruction(v) || !is_inside(g, loop, LLVMGetInstructionParent(v)))
        return true;
    if (depth > 8 || LLVMIsAPHINode(v) || (LLVMIsACallInst(v) && !is_call_to(v, "llvm.")))
        return false;
    if (LLVMIsALoadInst(v) && (LLVMGetPointerAddressSpace(LLVMTypeOf(LLVMGetOperand(v, 0))) != 2 || LLVMGetVolatile(v)))
        return false;
    if (!LLVMIsALoadInst(v) && !LLVMIsACastInst(v) && !LLVMIsABinaryOperator(v) && !LLVMIsAGetElementPtrInst(v) &&
        !LLVMIsACallInst(v) && !LLVMIsASelectInst(v) && !LLVMIsACmpInst(v) && !LLVMIsAExtractElementInst(v))
        return false;
    for (int i = 0; i < LLVMGetNumOperands(v); i++) {
        LLVMValueRef operand = LLVMGetOperand(v, (unsigned)i);
        if (LLVMIsAInstruction(operand) && !is_invariant(g, loop, operand, depth + 1))
            return false;
    }
    return true;
}

static LLVMValueRef strip_casts(LLVMValueRef v)
{
    while (LLVMIsAZExtInst(v) || LLVMIsASExtInst(v) || LLVMIsATruncInst(v) || LLVMIsAFreezeInst(v))
        v = LLVMGetOperand(v, 0);
    return v;
}

/* The step by which `next` differs from the header's phi; 0 if it does not by a constant. *halving: a right shift or
 * division. */
static int64_t step_of(LLVMValueRef phi, LLVMValueRef next, bool *halving)
{
    next = strip_casts(next);
    if (!LLVMIsABinaryOperator(next) || strip_casts(LLVMGetOperand(next, 0)) != phi ||
        !LLVMIsAConstantInt(LLVMGetOperand(next, 1)))
        return 0;
    LLVMValueRef by = LLVMGetOperand(next, 1);
    int64_t n = LLVMGetIntTypeWidth(LLVMTypeOf(by)) <= 64 ? LLVMConstIntGetSExtValue(by) : 0;
    switch (LLVMGetInstructionOpcode(next)) {
    case LLVMAdd: return n;
    case LLVMSub: return -n;
    case LLVMLShr:
    case LLVMAShr: *halving = n > 0; return 0;
    case LLVMUDiv:
    case LLVMSDiv: *halving = n > 1; return 0;
    default: return 0;
    }
}

/* The phi of the header that v is, or is one step ahead of. */
static LLVMValueRef induction(const cfg *g, const cfg_loop *loop, LLVMValueRef v, int64_t *step, bool *halving)
{
    LLVMBasicBlockRef header = g->block[loop->header];
    v = strip_casts(v);
    if (LLVMIsABinaryOperator(v) && !LLVMIsAPHINode(v))
        v = strip_casts(LLVMGetOperand(v, 0));
    if (!LLVMIsAPHINode(v) || LLVMGetInstructionParent(v) != header)
        return NULL;
    bool first = true;
    for (unsigned i = 0; i < LLVMCountIncoming(v); i++) {
        if (!is_inside(g, loop, LLVMGetIncomingBlock(v, i)))
            continue;
        bool half = false;
        int64_t s = step_of(v, LLVMGetIncomingValue(v, i), &half);
        if ((s == 0 && !half) || (!first && (s != *step || half != *halving)))
            return NULL;
        *step = s;
        *halving = half;
        first = false;
    }
    return first ? NULL : v;
}

static LLVMIntPredicate inverse(LLVMIntPredicate p)
{
    switch (p) {
    case LLVMIntEQ: return LLVMIntNE;
    case LLVMIntNE: return LLVMIntEQ;
    case LLVMIntUGT: return LLVMIntULE;
    case LLVMIntUGE: return LLVMIntULT;
    case LLVMIntULT: return LLVMIntUGE;
    case LLVMIntULE: return LLVMIntUGT;
    case LLVMIntSGT: return LLVMIntSLE;
    case LLVMIntSGE: return LLVMIntSLT;
    case LLVMIntSLT: return LLVMIntSGE;
    default: return LLVMIntSGT;
    }
}

static LLVMIntPredicate swapped(LLVMIntPredicate p)
{
    switch (p) {
    case LLVMIntUGT: return LLVMIntULT;
    case LLVMIntUGE: return LLVMIntULE;
    case LLVMIntULT: return LLVMIntUGT;
    case LLVMIntULE: return LLVMIntUGE;
    case LLVMIntSGT: return LLVMIntSLT;
    case LLVMIntSGE: return LLVMIntSLE;
    case LLVMIntSLT: return LLVMIntSGT;
    case LLVMIntSLE: return LLVMIntSGE;
    default: return p;
    }
}

static bool counts_towards(LLVMIntPredicate goes_on, int64_t step, bool constant_end)
{
    switch (goes_on) {
    case LLVMIntNE: return step == 1 || step == -1;
    case LLVMIntULT:
    case LLVMIntSLT:
    case LLVMIntSLE: return step > 0;
    case LLVMIntULE: return step > 0 && constant_end;
    case LLVMIntUGT:
    case LLVMIntSGT:
    case LLVMIntSGE: return step < 0;
    case LLVMIntUGE: return step < 0 && constant_end;
    default: return false;
    }
}

static uint64_t constant_rounds(LLVMValueRef start, LLVMValueRef end, int64_t step, LLVMIntPredicate goes_on)
{
    if (!start || !LLVMIsAConstantInt(start) || !LLVMIsAConstantInt(end) || LLVMGetIntTypeWidth(LLVMTypeOf(end)) > 64)
        return 0;
    int64_t distance = LLVMConstIntGetSExtValue(end) - LLVMConstIntGetSExtValue(start);
    bool inclusive = goes_on == LLVMIntULE || goes_on == LLVMIntSLE || goes_on == LLVMIntUGE || goes_on == LLVMIntSGE;
    if ((distance < 0) != (step < 0) && distance != 0)
        return 0;
    uint64_t far = (uint64_t)(distance < 0 ? -distance : distance), stride = (uint64_t)(step < 0 ? -step : step);
    uint64_t rounds = far / stride + (far % stride != 0) + (inclusive && far % stride == 0);
    return rounds ? rounds : 1;
}

/* Reads one exit of the loop: a comparison of the induction variable with something that does not change. */
static void read_exit(const cfg *g, const cfg_loop *loop, LLVMValueRef branch, bound *b)
{
    LLVMValueRef condition = LLVMIsConditional(branch) ? LLVMGetCondition(branch) : NULL;
    if (!condition || !LLVMIsAICmpInst(condition))
        return;
    LLVMIntPredicate p = LLVMGetICmpPredicate(condition);
    if (!is_inside(g, loop, LLVMGetSuccessor(branch, 0)))
        p = inverse(p);
    for (unsigned side = 0; side < 2; side++) {
        int64_t step = 0;
        bool halving = false;
        LLVMValueRef v = LLVMGetOperand(condition, side), other = LLVMGetOperand(condition, 1 - side);
        LLVMValueRef phi =
            LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMIntegerTypeKind ? induction(g, loop, v, &step, &halving) : NULL;
        if (!phi || !is_invariant(g, loop, other, 0))
            continue;
        LLVMIntPredicate goes_on = side ? swapped(p) : p;
        if (halving && LLVMIsAConstantInt(other) &&
            (goes_on == LLVMIntUGT || goes_on == LLVMIntSGT || goes_on == LLVMIntNE)) {
            b->counted = true;
            b->rounds = 64;
            return;
        }
        if (!step || !counts_towards(goes_on, step, LLVMIsAConstantInt(other) != NULL))
            continue;
        *b = (bound){.counted = true, .single_exit = b->single_exit, .end = other, .goes_on = goes_on, .step = step};
        for (unsigned i = 0; i < LLVMCountIncoming(phi); i++) {
            if (!is_inside(g, loop, LLVMGetIncomingBlock(phi, i)))
                b->start = LLVMGetIncomingValue(phi, i);
        }
        b->rounds = constant_rounds(b->start, b->end, step, goes_on);
        return;
    }
}

static bool in_every_round(const cfg *g, const cfg_loop *loop, int block)
{
    for (int i = 0; i < g->edges; i++) {
        if (g->edge[i].to == loop->header && loop->in[g->edge[i].from] && !cfg_dominates(g, block, g->edge[i].from))
            return false;
    }
    return true;
}

static bound find_bound(const cfg *g, const cfg_loop *loop)
{
    bound b = {.single_exit = true};
    int exits = 0;
    for (int x = 0; x < g->blocks; x++) {
        if (!loop->in[x])
            continue;
        LLVMValueRef t = LLVMGetBasicBlockTerminator(g->block[x]);
        bool leaves = LLVMGetNumSuccessors(t) == 0;
        for (unsigned s = 0; s < LLVMGetNumSuccessors(t); s++)
            leaves |= !is_inside(g, loop, LLVMGetSuccessor(t, s));
        if (!leaves)
            continue;
        exits++;
        if (!b.counted && LLVMIsABranchInst(t) && in_every_round(g, loop, x))
            read_exit(g, loop, t, &b);
    }
    b.single_exit = exits == 1;
    return b;
}

static bool has_atomics(const cfg *g, const cfg_loop *loop)
{
    for (int x = 0; x < g->blocks; x++) {
        if (!loop->in[x])
            continue;
        for (LLVMValueRef i = LLVMGetFirstInstruction(g->block[x]); i; i = LLVMGetNextInstruction(i)) {
            if (is_atomic(i) || (LLVMIsALoadInst(i) && LLVMGetVolatile(i)))
                return true;
        }
    }
    return false;
}

/* Whether a thread may stay in the loop until another one has stored something, if only for a number of rounds: then
 * that one must come to run (MSL 5.2.3.6: SIMD-groups have progress of their own). A loop that ends after a number of
 * rounds, and not before, waits for nobody. */
static bool may_wait(const cfg *g, const cfg_loop *loop, const bound *b)
{
    return !(b->counted && b->single_exit) && has_atomics(g, loop);
}

bool waits_for_others(lowering *l, LLVMValueRef function)
{
    (void)l;
    cfg g;
    bool waits = false;
    cfg_build(&g, function);
    for (int i = 0; i < g.loops && !waits; i++) {
        bound b = find_bound(&g, &g.loop[i]);
        waits = may_wait(&g, &g.loop[i], &b);
    }
    cfg_free(&g);
    return waits;
}

/* ---- counting. The code goes into small functions that are inlined, so that LLVM splits the blocks. */
static LLVMValueRef counting_function(lowering *l, const char *name, engine_field held_in, bool wide, const char *ask)
{
    LLVMValueRef f = LLVMGetNamedFunction(l->m, name);
    if (f)
        return f;
    LLVMBasicBlockRef where = LLVMGetInsertBlock(l->b);
    LLVMTypeRef held = wide ? l->i64 : l->i32, parameters[] = {l->pointer, held};
    f = add_inlined_function(l, name, parameters, 2);
    LLVMBasicBlockRef first = LLVMAppendBasicBlockInContext(l->c, f, "count"),
                      out = LLVMAppendBasicBlockInContext(l->c, f, "out"),
                      end = LLVMAppendBasicBlockInContext(l->c, f, "end");
    LLVMPositionBuilderAtEnd(l->b, first);
    LLVMValueRef p = field_address(l, held_in, LLVMGetParam(f, 0), 0);
    LLVMValueRef left = LLVMBuildSub(l->b, LLVMBuildLoad2(l->b, held, p, ""), LLVMGetParam(f, 1), "left");
    LLVMBuildStore(l->b, left, p);
    LLVMValueRef none = LLVMBuildICmp(l->b, LLVMIntSLT, left, LLVMConstNull(held), "");
    LLVMValueRef branch = LLVMBuildCondBr(l->b, none, out, end);
    LLVMValueRef weights[] = {LLVMMDStringInContext(l->c, "branch_weights", 14), number(l, 1), number(l, 1000000)};
    LLVMSetMetadata(branch, LLVMGetMDKindIDInContext(l->c, "prof", 4), LLVMMDNodeInContext(l->c, weights, 3));
    LLVMPositionBuilderAtEnd(l->b, out);
    LLVMTypeRef type = LLVMFunctionType(l->nothing, &l->pointer, 1, 0);
    LLVMValueRef asked = LLVMGetNamedFunction(l->m, ask), group = LLVMGetParam(f, 0);
    LLVMBuildCall2(l->b, type, asked ? asked : LLVMAddFunction(l->m, ask, type), &group, 1, "");
    LLVMBuildBr(l->b, end);
    LLVMPositionBuilderAtEnd(l->b, end);
    LLVMBuildRetVoid(l->b);
    if (where)
        LLVMPositionBuilderAtEnd(l->b, where);
    return f;
}

static void count(lowering *l, LLVMValueRef group, LLVMValueRef before, LLVMValueRef amount, bool spin)
{
    LLVMValueRef f = spin ? counting_function(l, "sm_count_spin", GROUP_SPINS, false, "sm_spin")
                          : counting_function(l, "sm_count_tick", GROUP_TICKS, true, "sm_tick");
    LLVMPositionBuilderBefore(l->b, before);
    if (!amount)
        amount = LLVMConstInt(spin ? l->i32 : l->i64, 1, 0);
    LLVMValueRef v[] = {group, amount};
    LLVMBuildCall2(l->b, LLVMGlobalGetValueType(f), f, v, 2, "");
}

static LLVMValueRef first_after_phis(LLVMBasicBlockRef block)
{
    LLVMValueRef i = LLVMGetFirstInstruction(block);
    while (LLVMIsAPHINode(i))
        i = LLVMGetNextInstruction(i);
    return i;
}

/* The one block from which the loop is entered, if it leads nowhere else; otherwise NULL. */
static LLVMBasicBlockRef preheader(const cfg *g, const cfg_loop *loop)
{
    int from = -1;
    for (int i = 0; i < g->edges; i++) {
        if (g->edge[i].to != loop->header || loop->in[g->edge[i].from])
            continue;
        if (from >= 0)
            return NULL;
        from = g->edge[i].from;
    }
    if (from < 0 || LLVMGetNumSuccessors(LLVMGetBasicBlockTerminator(g->block[from])) != 1)
        return NULL;
    return g->block[from];
}

/* Charges an eighth of the loop's rounds before it starts. False if that cannot be said there. */
static bool charge(lowering *l, const cfg *g, const cfg_loop *loop, const bound *b, LLVMValueRef group)
{
    LLVMBasicBlockRef before = preheader(g, loop);
    if (!before || !b->start || LLVMTypeOf(b->start) != LLVMTypeOf(b->end))
        return false;
    if (LLVMIsAInstruction(b->end) && is_inside(g, loop, LLVMGetInstructionParent(b->end)))
        return false;
    LLVMPositionBuilderBefore(l->b, LLVMGetBasicBlockTerminator(before));
    LLVMValueRef distance =
        b->step > 0 ? LLVMBuildSub(l->b, b->end, b->start, "") : LLVMBuildSub(l->b, b->start, b->end, "");
    LLVMValueRef any = LLVMBuildICmp(l->b, b->goes_on, b->start, b->end, "");
    distance = LLVMBuildSelect(l->b, any, distance, LLVMConstNull(LLVMTypeOf(distance)), "");
    distance = LLVMBuildIntCast2(l->b, distance, l->i64, 0, "");
    uint64_t stride = (uint64_t)(b->step > 0 ? b->step : -b->step);
    unsigned shift = 3 + (63 - (unsigned)__builtin_clzll(stride));
    distance = LLVMBuildLShr(l->b, distance, LLVMConstInt(l->i64, shift, 0), "rounds");
    count(l, group, LLVMGetBasicBlockTerminator(before), distance, false);
    return true;
}

void bound_loops(lowering *l, LLVMValueRef function)
{
    cfg g;
    cfg_build(&g, function);
    if (g.loops == 0) {
        cfg_free(&g);
        return;
    }
    LLVMValueRef group = group_of(l, function, thread_of(l, function));
    uint64_t *straight =
        allocate(((size_t)g.loops + 1) * sizeof *straight); /* rounds including inner loops; 0: not straight */
    bool *has_loops = allocate(((size_t)g.loops + 1) * sizeof *has_loops); /* that are not straight */
    uint64_t *inner = allocate(((size_t)g.loops + 1) * sizeof *inner);
    for (int i = g.loops - 1; i >= 0; i--) { /* inner loops first */
        const cfg_loop *loop = &g.loop[i];
        bound b = find_bound(&g, loop);
        uint64_t body = inner[i] ? inner[i] : 1;
        bool waits = l->fibers && !l->vector && may_wait(&g, loop, &b); /* vector code never does: main.c refuses */
        bool free_of_charge =
            !waits && b.counted && b.rounds && !has_loops[i] && b.rounds <= STRAIGHT && b.rounds * body <= STRAIGHT;
        straight[i] = free_of_charge ? b.rounds * body : 0;
        if (loop->parent >= 0) {
            has_loops[loop->parent] |= !free_of_charge;
            inner[loop->parent] += straight[i];
        }
        if (free_of_charge)
            continue;
        if (b.counted && b.single_exit && !has_loops[i] && (b.rounds || charge(l, &g, loop, &b, group)))
            continue;
        count(l, group, first_after_phis(g.block[loop->header]), NULL, waits);
    }
    free(straight);
    free(has_loops);
    free(inner);
    cfg_free(&g);
}

static bool is_outside(const cfg *g, const cfg_loop *loop, LLVMValueRef v)
{
    return !LLVMIsAInstruction(v) || !is_inside(g, loop, LLVMGetInstructionParent(v));
}

/* What is added to the header's phi in every round, if it is the same each time; otherwise NULL. */
static LLVMValueRef added_to(const cfg *g, const cfg_loop *loop, LLVMValueRef phi)
{
    LLVMValueRef step = NULL;
    if (!LLVMIsAPHINode(phi) || LLVMGetInstructionParent(phi) != g->block[loop->header])
        return NULL;
    for (unsigned i = 0; i < LLVMCountIncoming(phi); i++) {
        LLVMValueRef next = LLVMGetIncomingValue(phi, i);
        if (!is_inside(g, loop, LLVMGetIncomingBlock(phi, i)))
            continue;
        if (!LLVMIsABinaryOperator(next) || LLVMGetInstructionOpcode(next) != LLVMAdd)
            return NULL;
        LLVMValueRef a = LLVMGetOperand(next, 0), b = LLVMGetOperand(next, 1), other = a == phi ? b : a;
        if ((a != phi && b != phi) || (step && step != other) || !is_outside(g, loop, other))
            return NULL;
        step = other;
    }
    return step;
}

/* Computed before a loop starts: whether it ends after fewer than 2^32 rounds, since this exit compares a number that
 * grows by a step that does not change, and cannot overflow, with one that does not change. NULL: it is another kind of
 * exit. */
static LLVMValueRef surely_ends(lowering *l, const cfg *g, const cfg_loop *loop, LLVMBasicBlockRef block)
{
    LLVMValueRef branch = LLVMGetBasicBlockTerminator(block),
                 condition = LLVMIsABranchInst(branch) && LLVMIsConditional(branch) ? LLVMGetCondition(branch) : NULL;
    LLVMBasicBlockRef before = preheader(g, loop);
    if (!before || !condition || !LLVMIsAICmpInst(condition) || !in_every_round(g, loop, cfg_index(g, block)))
        return NULL;
    LLVMIntPredicate p = LLVMGetICmpPredicate(condition);
    p = is_inside(g, loop, LLVMGetSuccessor(branch, 0)) ? p : inverse(p);
    unsigned side = p == LLVMIntUGT || p == LLVMIntSGT;
    LLVMValueRef v = LLVMGetOperand(condition, side), end = LLVMGetOperand(condition, 1 - side), step;
    bool is_signed = p == LLVMIntSLT || p == LLVMIntSGT, is_less = is_signed || p == LLVMIntULT || p == LLVMIntUGT;
    if (!is_less || LLVMTypeOf(v) != l->i32 || !is_outside(g, loop, end) || !(step = added_to(g, loop, v)))
        return NULL;
    LLVMPositionBuilderBefore(l->b, LLVMGetBasicBlockTerminator(before));
    LLVMValueRef room = LLVMBuildSub(l->b, number(l, is_signed ? INT32_MAX : UINT32_MAX), end, ""), none = number(l, 0);
    LLVMValueRef fits = LLVMBuildICmp(l->b, is_signed ? LLVMIntSLE : LLVMIntULE, step, room, ""),
                 grows = LLVMBuildICmp(l->b, is_signed ? LLVMIntSGT : LLVMIntUGT, step, none, "");
    if (is_signed) /* or the room itself is more than there can be */
        fits = LLVMBuildOr(l->b, fits, LLVMBuildICmp(l->b, LLVMIntSLT, end, none, ""), "");
    return LLVMBuildAnd(l->b, fits, grows, "ends");
}

static LLVMValueRef build_watch(lowering *l, LLVMValueRef group, LLVMValueRef ends)
{
    LLVMTypeRef parameters[] = {l->pointer, l->i32}, type = LLVMFunctionType(l->i32, parameters, ends ? 2 : 1, 0);
    const char *name = ends ? "sm_watch_unless" : "sm_watch";
    LLVMValueRef f = LLVMGetNamedFunction(l->m, name);
    if (!f)
        f = LLVMAddFunction(l->m, name, type);
    LLVMValueRef v[] = {group, ends ? LLVMBuildZExt(l->b, ends, l->i32, "") : NULL};
    return LLVMBuildICmp(l->b, LLVMIntNE, LLVMBuildCall2(l->b, type, f, v, ends ? 2 : 1, ""), number(l, 0), "told");
}

/* Lets the loop end by its own exit in this block, too, when the launch is to stop: a way out of its own would change
 * where the lanes of a warp come together again. */
static bool watch_exit(lowering *l, const cfg *g, const cfg_loop *loop, LLVMBasicBlockRef block, LLVMValueRef group,
                       bool innermost)
{
    LLVMValueRef branch = LLVMGetBasicBlockTerminator(block);
    if (!LLVMIsABranchInst(branch) || !LLVMIsConditional(branch))
        return false;
    bool stays[] = {is_inside(g, loop, LLVMGetSuccessor(branch, 0)), is_inside(g, loop, LLVMGetSuccessor(branch, 1))};
    if (stays[0] == stays[1])
        return false;
    LLVMValueRef ends = innermost ? surely_ends(l, g, loop, block) : NULL;
    LLVMPositionBuilderBefore(l->b, branch);
    LLVMValueRef told = build_watch(l, group, ends);
    LLVMValueRef condition = LLVMGetCondition(branch);
    LLVMSetCondition(branch, stays[0] ? LLVMBuildAnd(l->b, condition, LLVMBuildNot(l->b, told, ""), "")
                                      : LLVMBuildOr(l->b, condition, told, ""));
    return true;
}

static bool is_innermost(const cfg *g, int loop)
{
    for (int n = 0; n < g->loops; n++) {
        if (g->loop[n].parent == loop)
            return false;
    }
    return true;
}

/* On a GPU, loops that end after a number of rounds known when they start need nobody to watch them. */
void watch_loops(lowering *l, LLVMValueRef function)
{
    cfg g;
    cfg_build(&g, function);
    LLVMValueRef group = g.loops ? group_of(l, function, thread_of(l, function)) : NULL;
    for (int i = 0; i < g.loops; i++) {
        const cfg_loop *loop = &g.loop[i];
        bool watched = find_bound(&g, loop).counted;
        for (int n = 0; n < g.blocks && !watched; n++)
            watched = loop->in[n] && watch_exit(l, &g, loop, g.block[n], group, is_innermost(&g, i));
        if (!watched) /* it has no way out */
            count(l, group, first_after_phis(g.block[loop->header]), NULL, false);
    }
    cfg_free(&g);
}

/* Rounds that a thread goes through in the loops of a range: eight where their number is not known. */
uint32_t count_rounds(LLVMValueRef range)
{
    cfg g;
    cfg_build(&g, range);
    double *inner = allocate(((size_t)g.loops + 1) * sizeof *inner), all = 0;
    for (int i = g.loops - 1; i >= 0; i--) { /* inner loops first */
        int parent = g.loop[i].parent;
        if (parent < 0) {
            all += inner[i];
            continue;
        }
        bound b = find_bound(&g, &g.loop[i]);
        inner[parent] += (b.counted && b.rounds ? (double)b.rounds : 8) * (inner[i] > 0 ? inner[i] : 1);
    }
    free(inner);
    cfg_free(&g);
    return all < 1e9 ? (uint32_t)all : 1000000000;
}

/* The outermost loop of a range goes through its threads. Of other loops each has a round. */
uint32_t count_length(LLVMValueRef function, bool is_range, bool *known)
{
    cfg g;
    cfg_build(&g, function);
    double *rounds = allocate(((size_t)g.loops + 1) * sizeof *rounds), all = 0;
    *known = true;
    for (int i = 0; i < g.loops; i++) { /* outer loops first */
        int parent = g.loop[i].parent;
        bool of_threads = is_range && parent < 0;
        bound b = find_bound(&g, &g.loop[i]);
        bool counted = b.counted && b.rounds;
        *known &= of_threads || counted;
        rounds[i] = (parent < 0 ? 1 : rounds[parent]) * (of_threads || !counted ? 1 : (double)b.rounds);
    }
    for (int n = 0; n < g.blocks; n++) {
        double times = 1;
        for (int i = 0; i < g.loops; i++)
            times = g.loop[i].in[n] && rounds[i] > times ? rounds[i] : times;
        for (LLVMValueRef i = LLVMGetFirstInstruction(g.block[n]); i; i = LLVMGetNextInstruction(i))
            all += times;
    }
    free(rounds);
    cfg_free(&g);
    return all < 1e9 ? (uint32_t)all : 1000000000;
}

/* Samples of textures in a range, each as the rounds of a loop that it is worth: where texels lie is computed for all
 * lanes at once in vector code. */
uint32_t count_sampling(LLVMValueRef range)
{
    uint32_t samples = 0;
    for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(range); block; block = LLVMGetNextBasicBlock(block))
        for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i))
            samples += is_call_to(i, "__msl_texture_sample");
    return 4 * samples;
}
