/* wide.c: code for a threadgroup at once, and whether it had better be made. Threads of a threadgroup may go on in any
 * order between barriers, so also in step. What a loop loads for one row of lanes then serves all rows, sums of many
 * rows hide how long an addition takes, and barriers cost nothing. A product of matrices by 16 x 16 threads, for
 * example, is 16 vectors of sums: each round loads a row of one matrix once instead of eight times, and 16 additions do
 * not wait for one another. All positions in the threadgroup are numbers known now, so that of a sum by a tree,
 * unrolled, each step has a mask that is known as well.
 *
 * It does not pay where lanes go different ways, since then all wait for the slowest of 256 instead of 32; where memory
 * is accessed lane by lane; where more values live in a loop than there are registers. Kernels with atomics, by which
 * threads could see who goes first, stay as they are, and those with operations of SIMD-groups that go through the
 * engine. */
#include "vectoriser.h"

enum { MOST_INSTRUCTIONS = 500, MOST_APART = 64 };

/* How many bytes of registers the variables of a loop may take: all of AVX-512's, half of AVX2's. */
static uint64_t register_bytes(const vectoriser *v)
{
    switch (v->masked) {
    case 8: return 32 * 64;
    case 32: return 8 * 32;
    default: return 0;
    }
}

/* A number that the value of this field of the thread is always less than; 0: none is known. */
static unsigned field_bound(const lowering *l, engine_field field)
{
    switch (field) {
    case THREAD_LANE: return l->target.simd_width;
    case THREAD_SIMDGROUP: return l->lanes / l->target.simd_width;
    case THREAD_INDEX: return l->lanes;
    case THREAD_X: return l->row;
    case THREAD_Y: return l->lanes / l->row;
    default: return 0;
    }
}

void bound_fields(lowering *l)
{
    const vectoriser v = {.l = l, .scalar = l->entry};
    unsigned kind = LLVMGetMDKindIDInContext(l->c, "range", 5);
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(l->entry); b; b = LLVMGetNextBasicBlock(b)) {
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
            unsigned bound = LLVMIsALoadInst(i) ? field_bound(l, thread_field(&v, LLVMGetOperand(i, 0))) : 0;
            LLVMValueRef ends[] = {number(l, 0), number(l, bound)};
            if (bound && LLVMTypeOf(i) == l->i32)
                LLVMSetMetadata(i, kind, LLVMMDNodeInContext(l->c, ends, 2));
        }
    }
}

static bool knows_simdgroup(const vectoriser *v, LLVMValueRef i)
{
    engine_field field = LLVMIsALoadInst(i) ? thread_field(v, LLVMGetOperand(i, 0)) : NO_FIELD;
    return field == THREAD_LANE || field == THREAD_SIMDGROUP || (is_meeting(i) && site_of(v, i)->operation != 0);
}

/* How many threads make a row of lanes: a row of the threadgroup, since each of these begins at an address of its own.
 * Where the kernel asks about SIMD-groups, at most one of these, so that what is the same for a SIMD-group is so for a
 * row. */
unsigned wide_row(const vectoriser *v)
{
    bool short_rows = v->l->row > v->simd_width;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(v->scalar); b && short_rows; b = LLVMGetNextBasicBlock(b)) {
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
            if (knows_simdgroup(v, i))
                return v->simd_width;
        }
    }
    return v->l->row;
}

/* ---- what is the same for each SIMD-group, as what all of them read of a few partial sums */
static bool repeats_within(const vectoriser *v, LLVMValueRef x, unsigned depth);

/* Whether lanes of different SIMD-groups that have the same number come to the phi by the same edge. */
static bool arrivals_repeat(const vectoriser *v, int block, unsigned depth)
{
    for (int n = 0; n < v->g.loops; n++) {
        if (v->g.loop[n].header == block)
            return false;
    }
    for (int b = 0; b < v->g.blocks; b++) {
        if (v->rank[b] < v->rank[block] && cfg_dominates(&v->g, v->g.idom[block], b) && v->branch_varies[b] &&
            !repeats_within(v, LLVMGetOperand(LLVMGetBasicBlockTerminator(v->g.block[b]), 0), depth))
            return false;
    }
    return true;
}

static bool operands_repeat(const vectoriser *v, LLVMValueRef i, unsigned depth)
{
    unsigned n = LLVMIsACallInst(i) ? LLVMGetNumArgOperands(i) : (unsigned)LLVMGetNumOperands(i);
    for (unsigned o = 0; o < n; o++) {
        if (!repeats_within(v, LLVMGetOperand(i, o), depth))
            return false;
    }
    return true;
}

static bool repeats_within(const vectoriser *v, LLVMValueRef x, unsigned depth)
{
    if (!LLVMIsAInstruction(x) || find_value(v, x)->shape.kind == UNIFORM)
        return true;
    if (depth == 0)
        return false;
    depth--;
    switch (LLVMGetInstructionOpcode(x)) {
    case LLVMLoad:
        if (thread_field(v, LLVMGetOperand(x, 0)) != NO_FIELD)
            return thread_field(v, LLVMGetOperand(x, 0)) == THREAD_LANE;
        return operands_repeat(v, x, depth);
    case LLVMPHI: return operands_repeat(v, x, depth) && arrivals_repeat(v, find_value(v, x)->block, depth);
    case LLVMCall: return find_intrinsic(x) && operands_repeat(v, x, depth);
    case LLVMGetElementPtr:
    case LLVMSelect:
    case LLVMICmp:
    case LLVMFCmp:
    case LLVMFNeg: return operands_repeat(v, x, depth);
    default: return (LLVMIsABinaryOperator(x) || LLVMIsACastInst(x)) && operands_repeat(v, x, depth);
    }
}

bool repeats(const vectoriser *v, LLVMValueRef x)
{
    enum { MOST_DEPTH = 12 };
    return repeats_within(v, x, MOST_DEPTH);
}

/* ---- what pays */
static bool call_goes_along(const vectoriser *v, LLVMValueRef call, int block)
{
    if (is_meeting(call))
        return site_of(v, call)->operation == 0 ? site_of(v, call)->type == __MSL_BARRIER_THREADGROUP
                                                : reduces(v, call) || permutes(v, call);
    if (find_intrinsic(call) || is_call_to(call, "llvm.") || is_call_to(call, "sm_count_"))
        return true;
    for (unsigned o = 0; o < LLVMGetNumArgOperands(call); o++) {
        if (operand_varies(v, LLVMGetOperand(call, o), block))
            return false;
    }
    return true;
}

/* Whether the instruction means the same if other SIMD-groups do it at the same time, and is as fast. */
static bool goes_along(const vectoriser *v, LLVMValueRef i, int block)
{
    switch (LLVMGetInstructionOpcode(i)) {
    case LLVMAlloca:
    case LLVMFence: return false;
    case LLVMLoad: return !is_atomic(i) && !LLVMGetVolatile(i);
    case LLVMStore: return !is_atomic(i) && !LLVMGetVolatile(i);
    case LLVMCall: return call_goes_along(v, i, block);
    default: return !is_atomic(i);
    }
}

/* What the phis of a loop take for a lane. */
static uint64_t carried_bytes(const vectoriser *v, const cfg_loop *loop)
{
    LLVMTargetDataRef layout = LLVMGetModuleDataLayout(v->l->m);
    uint64_t bytes = 0;
    for (LLVMValueRef phi = LLVMGetFirstInstruction(v->g.block[loop->header]); phi && LLVMIsAPHINode(phi);
         phi = LLVMGetNextInstruction(phi)) {
        if (LLVMGetTypeKind(LLVMTypeOf(phi)) != LLVMTokenTypeKind && find_value(v, phi)->shape.kind == VARYING)
            bytes += LLVMABISizeOfType(layout, LLVMTypeOf(phi));
    }
    return bytes + (loop->parent >= 0 ? carried_bytes(v, &v->g.loop[loop->parent]) : 0);
}

static bool is_for_all_lanes(const vectoriser *v, int block)
{
    return v->same[block] == 0;
}

unsigned worthwhile_lanes(const vectoriser *v)
{
    uint64_t carried = 4;
    unsigned instructions = 0, apart = 0, meetings = 0, lanes = MOST_LANES;
    if (!v->whole || v->l->row < LEAST_ROW || v->l->scattered)
        return 0;
    for (int b = 0; b < v->g.blocks; b++) {
        for (LLVMValueRef i = LLVMGetFirstInstruction(v->g.block[b]); i; i = LLVMGetNextInstruction(i)) {
            if (!goes_along(v, i, b))
                return 0;
            instructions++;
            apart += !is_for_all_lanes(v, b);
            meetings += is_meeting(i);
        }
    }
    for (int n = 0; n < v->g.loops; n++) {
        const cfg_loop *loop = &v->g.loop[n];
        uint64_t bytes = carried_bytes(v, loop);
        if (v->loop_varies[n] || !is_for_all_lanes(v, loop->header))
            return 0;
        carried = bytes > carried ? bytes : carried;
    }
    if (instructions > MOST_INSTRUCTIONS || apart > MOST_APART || (v->g.loops == 0 && meetings == 0))
        return 0;
    while (lanes * carried > register_bytes(v))
        lanes /= 2;
    return lanes > v->l->target.simd_width ? lanes : 0;
}
