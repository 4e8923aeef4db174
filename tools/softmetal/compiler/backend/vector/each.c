/* each.c: an instruction that has no form for all lanes runs in a loop over the active ones, its operands and
 * results in variables. */
#include "vectoriser.h"
#include <stdlib.h>
#include <string.h>

/* A loop over the lanes of the mask. */
typedef struct lane_loop {
    LLVMBasicBlockRef start, end;
    LLVMValueRef left, lane;
} lane_loop;

static lane_loop begin_loop(const vectoriser *v)
{
    LLVMBuilderRef b = v->l->b;
    lane_loop loop = {.start = add_block(v, "each"), .end = add_block(v, "each.end")};
    LLVMValueRef all = mask_bits(v, v->mask);
    LLVMBasicBlockRef before = LLVMGetInsertBlock(b);
    LLVMBuildBr(b, loop.start);
    LLVMPositionBuilderAtEnd(b, loop.start);
    loop.left = LLVMBuildPhi(b, v->bits, "left");
    LLVMAddIncoming(loop.left, &all, &before, 1);
    loop.lane = lowest_bit(v, loop.left);
    return loop;
}

static void end_loop(const vectoriser *v, const lane_loop *loop)
{
    LLVMBuilderRef b = v->l->b;
    LLVMValueRef rest = LLVMBuildAnd(b, loop->left, LLVMBuildSub(b, loop->left, LLVMConstInt(v->bits, 1, 0), ""), "");
    LLVMBasicBlockRef latch = LLVMGetInsertBlock(b);
    LLVMAddIncoming(loop->left, &rest, &latch, 1);
    LLVMBuildCondBr(b, LLVMBuildICmp(b, LLVMIntNE, rest, LLVMConstNull(v->bits), ""), loop->start, loop->end);
    LLVMPositionBuilderAtEnd(b, loop->end);
}

void copy_flags(LLVMValueRef from, LLVMValueRef to)
{
    if (LLVMIsAInstruction(to) && LLVMCanValueUseFastMathFlags(to) && LLVMCanValueUseFastMathFlags(from))
        LLVMSetFastMathFlags(to, LLVMGetFastMathFlags(from));
}

/* The same instruction on other operands, as it stands in the scalar function. */
static LLVMValueRef rebuild(const vectoriser *v, LLVMValueRef i, LLVMValueRef *a, unsigned n)
{
    LLVMBuilderRef b = v->l->b;
    LLVMValueRef r;
    switch (LLVMGetInstructionOpcode(i)) {
    case LLVMCall:
        r = LLVMBuildCall2(b, LLVMGetCalledFunctionType(i), LLVMGetCalledValue(i), a, n, "");
        copy_attributes(i, r);
        break;
    case LLVMLoad:
        r = LLVMBuildLoad2(b, LLVMTypeOf(i), a[0], "");
        LLVMSetAlignment(r, LLVMGetAlignment(i));
        LLVMSetVolatile(r, LLVMGetVolatile(i));
        LLVMSetOrdering(r, LLVMGetOrdering(i));
        break;
    case LLVMStore:
        r = LLVMBuildStore(b, a[0], a[1]);
        LLVMSetAlignment(r, LLVMGetAlignment(i));
        LLVMSetVolatile(r, LLVMGetVolatile(i));
        LLVMSetOrdering(r, LLVMGetOrdering(i));
        break;
    case LLVMAtomicRMW:
        r = LLVMBuildAtomicRMW(b, LLVMGetAtomicRMWBinOp(i), a[0], a[1], LLVMGetOrdering(i), 0);
        LLVMSetAlignment(r, LLVMGetAlignment(i));
        break;
    case LLVMAtomicCmpXchg:
        r = LLVMBuildAtomicCmpXchg(b, a[0], a[1], a[2], LLVMGetCmpXchgSuccessOrdering(i),
                                   LLVMGetCmpXchgFailureOrdering(i), 0);
        LLVMSetAlignment(r, LLVMGetAlignment(i));
        break;
    default:
        r = LLVMInstructionClone(i);
        for (unsigned o = 0; o < n; o++)
            LLVMSetOperand(r, o, a[o]);
        LLVMInsertIntoBuilder(b, r);
        break;
    }
    copy_flags(i, r);
    return r;
}

static unsigned operand_count(LLVMValueRef i)
{
    return LLVMIsACallInst(i) ? LLVMGetNumArgOperands(i) : (unsigned)LLVMGetNumOperands(i);
}

bool divides(LLVMOpcode opcode)
{
    return opcode == LLVMUDiv || opcode == LLVMSDiv || opcode == LLVMURem || opcode == LLVMSRem;
}

/* No-wrap and exact flags hold for active lanes only. A row's first lane may be inactive, so drop them. */
static void drop_promises(LLVMValueRef i)
{
    if (!LLVMIsAInstruction(i))
        return;
    switch (LLVMGetInstructionOpcode(i)) {
    case LLVMAdd:
    case LLVMSub:
    case LLVMMul:
    case LLVMShl:
        LLVMSetNSW(i, 0);
        LLVMSetNUW(i, 0);
        break;
    case LLVMLShr: LLVMSetExact(i, 0); break;
    case LLVMZExt: LLVMSetNNeg(i, 0); break;
    case LLVMTrunc:
        LLVMSetNSW(i, 0);
        LLVMSetNUW(i, 0);
        break;
    case LLVMICmp: LLVMSetICmpSameSign(i, 0); break;
    case LLVMGetElementPtr: LLVMGEPSetNoWrapFlags(i, 0); break;
    default: break;
    }
}

static bool any_steps(const vectoriser *v, LLVMValueRef i)
{
    for (unsigned o = 0; o < operand_count(i); o++) {
        if (operand_shape(v, LLVMGetOperand(i, o), v->block).step)
            return true;
    }
    return false;
}

static LLVMValueRef row_is_active(const vectoriser *v, unsigned row)
{
    return any_lane(v, LLVMBuildAnd(v->l->b, v->mask, lanes_of_row(v, row), ""));
}

/* The operand for a row. Rows without active lanes get one that does no harm: of a division 1, of a load the address of
 * another row. */
static LLVMValueRef row_operand(const vectoriser *v, LLVMValueRef i, unsigned o, unsigned row)
{
    LLVMBuilderRef b = v->l->b;
    LLVMValueRef x = row_value(v, LLVMGetOperand(i, o), row);
    bool divisor = o == 1 && divides(LLVMGetInstructionOpcode(i));
    if (v->rows == 1 || mask_is_full(v) || !(divisor || LLVMIsALoadInst(i)))
        return x;
    if (divisor && LLVMGetTypeKind(LLVMTypeOf(x)) == LLVMIntegerTypeKind)
        return LLVMBuildSelect(b, row_is_active(v, row), x, LLVMConstInt(LLVMTypeOf(x), 1, 0), "");
    LLVMValueRef other = x;
    for (unsigned r = 0; r < v->rows; r++) /* some row is active */
        other = LLVMBuildSelect(b, row_is_active(v, r), row_value(v, LLVMGetOperand(i, o), r), other, "");
    return LLVMBuildSelect(b, row_is_active(v, row), x, other, "");
}

/* Runs the instruction once, for all lanes, or for those of a row, alike. */
LLVMValueRef build_once(const vectoriser *v, LLVMValueRef i, unsigned row)
{
    LLVMValueRef a[MOST_OPERANDS];
    unsigned n = operand_count(i);
    if (n > MOST_OPERANDS)
        refuse("a function in it takes %u arguments", n);
    bool by_row = find_value(v, i)->shape.kind == BY_ROW;
    for (unsigned o = 0; o < n; o++)
        a[o] = by_row ? row_operand(v, i, o, row) : scalar_value(v, LLVMGetOperand(i, o));
    bool steps = any_steps(v, i);
    if (steps && LLVMIsABinaryOperator(i) && LLVMGetInstructionOpcode(i) == LLVMOr)
        return LLVMBuildAdd(v->l->b, a[0], a[1], ""); /* of numbers that share no bits */
    LLVMValueRef r = rebuild(v, i, a, n);
    if (steps)
        drop_promises(r);
    return r;
}

void note_scattered(const vectoriser *v)
{
    for (int l = 0; l < v->g.loops; l++) {
        if (v->g.loop[l].in[v->block]) {
            v->l->scattered++;
            return;
        }
    }
}

/* Runs the instruction once for each active lane. */
LLVMValueRef build_each(const vectoriser *v, LLVMValueRef i)
{
    note_scattered(v);
    LLVMValueRef memory[MOST_OPERANDS], a[MOST_OPERANDS], result[MOST_FIELDS] = {NULL};
    LLVMTypeRef type = LLVMTypeOf(i);
    unsigned n = operand_count(i), parts = LLVMGetTypeKind(type) == LLVMVoidTypeKind ? 0 : fields(type);
    if (n > MOST_OPERANDS)
        refuse("a function in it takes %u arguments", n);
    for (unsigned o = 0; o < n; o++) {
        LLVMValueRef x = LLVMGetOperand(i, o);
        bool varies = varies_here(v, x);
        if (varies && fields(LLVMTypeOf(x)))
            refuse("it passes a structure that differs from lane to lane");
        memory[o] = varies ? to_memory(v, wide_value(v, x)) : NULL;
        a[o] = varies ? NULL : scalar_value(v, x);
    }
    if (parts > MOST_FIELDS)
        refuse("a function in it returns a structure of %u", parts);
    bool whole = !parts && LLVMGetTypeKind(type) != LLVMVoidTypeKind;
    for (unsigned p = 0; p < parts + whole; p++) {
        LLVMTypeRef part = whole ? type : LLVMStructGetTypeAtIndex(type, p);
        result[p] = new_variable(v, stored_type(v, widen_type(v, part)));
    }
    lane_loop loop = begin_loop(v);
    for (unsigned o = 0; o < n; o++) {
        if (memory[o])
            a[o] = load_lane(v, memory[o], LLVMTypeOf(LLVMGetOperand(i, o)), loop.lane);
    }
    LLVMValueRef r = rebuild(v, i, a, n);
    for (unsigned p = 0; p < parts + whole; p++)
        store_lane(v, whole ? r : LLVMBuildExtractValue(v->l->b, r, p, ""), result[p], loop.lane);
    end_loop(v, &loop);
    LLVMValueRef all = whole || !parts ? NULL : LLVMGetPoison(widen_type(v, type));
    for (unsigned p = 0; p < parts + whole; p++) {
        LLVMTypeRef wide = widen_type(v, whole ? type : LLVMStructGetTypeAtIndex(type, p));
        LLVMValueRef x = LLVMBuildLoad2(v->l->b, stored_type(v, wide), result[p], "");
        if (LLVMTypeOf(x) != wide)
            x = LLVMBuildTrunc(v->l->b, x, wide, "");
        all = whole ? x : LLVMBuildInsertValue(v->l->b, all, x, p, "");
    }
    return all;
}
