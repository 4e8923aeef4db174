/* settle.c: spends the licence of fast math (MSL 1.6.3) before code is made for one host, so that a kernel computes the
 * same bits on all of them. LLVM takes such a licence where it pays on the machine at hand: it fuses a product with a
 * sum where there is an instruction for that, adds in another order where its vectors are wider. Here it is taken in
 * the code of one thread, which both engines share, by passes that know no machine; products are fused by one rule;
 * then the licence is withdrawn, and whatever is left to do has one result.
 *
 * The rule: a float product that only one sum or difference uses is fused with it. Products of halves are rounded, as
 * most hosts have no instruction that fuses them. */
#include "passes.h"
#include <llvm-c/DebugInfo.h>
#include <stdlib.h>

static bool is_licensed(LLVMValueRef i)
{
    return LLVMCanValueUseFastMathFlags(i) && LLVMGetFastMathFlags(i) != LLVMFastMathNone;
}

static bool is_fmuladd(LLVMValueRef i)
{
    return is_call_to(i, "llvm.fmuladd.");
}

typedef bool test(LLVMValueRef instruction);

static bool any_instruction(lowering *l, test *is)
{
    for (LLVMValueRef f = LLVMGetFirstFunction(l->m); f; f = LLVMGetNextFunction(f))
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
            for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
                if (is(i))
                    return true;
    return false;
}

/* ---- Fusing */

static bool is_float(LLVMValueRef v)
{
    return LLVMGetTypeKind(element_of(LLVMTypeOf(v))) == LLVMFloatTypeKind;
}

static LLVMValueRef build_fma(lowering *l, LLVMValueRef x, LLVMValueRef y, LLVMValueRef z)
{
    LLVMTypeRef type = LLVMTypeOf(x);
    return call_intrinsic(l, "llvm.fma", &type, 1, (LLVMValueRef[]){x, y, z}, 3);
}

static bool may_contract(LLVMValueRef i)
{
    return LLVMCanValueUseFastMathFlags(i) && (LLVMGetFastMathFlags(i) & LLVMFastMathAllowContract);
}

static bool is_fusible_product(LLVMValueRef v)
{
    LLVMUseRef use = LLVMGetFirstUse(v);
    return LLVMIsAInstruction(v) && LLVMGetInstructionOpcode(v) == LLVMFMul && may_contract(v) && use &&
           !LLVMGetNextUse(use);
}

/* x * y + z; NULL if nothing is to be fused. */
static LLVMValueRef fuse(lowering *l, LLVMValueRef sum)
{
    LLVMOpcode opcode = LLVMGetInstructionOpcode(sum);
    if ((opcode != LLVMFAdd && opcode != LLVMFSub) || !may_contract(sum) || !is_float(sum))
        return NULL;
    LLVMValueRef left = LLVMGetOperand(sum, 0), right = LLVMGetOperand(sum, 1);
    if (is_fusible_product(left)) {
        LLVMValueRef z = opcode == LLVMFSub ? LLVMBuildFNeg(l->b, right, "") : right;
        return build_fma(l, LLVMGetOperand(left, 0), LLVMGetOperand(left, 1), z);
    }
    if (!is_fusible_product(right))
        return NULL;
    LLVMValueRef x = LLVMGetOperand(right, 0);
    if (opcode == LLVMFSub)
        x = LLVMBuildFNeg(l->b, x, "");
    return build_fma(l, x, LLVMGetOperand(right, 1), left);
}

/* What clang says of a product and a sum in one expression: they may be one operation. */
static LLVMValueRef decide_fmuladd(lowering *l, LLVMValueRef call)
{
    LLVMValueRef x = LLVMGetOperand(call, 0), y = LLVMGetOperand(call, 1), z = LLVMGetOperand(call, 2);
    if (is_float(call))
        return build_fma(l, x, y, z);
    return LLVMBuildFAdd(l->b, LLVMBuildFMul(l->b, x, y, ""), z, "");
}

/* What instcombine makes of a comparison where the sign of a zero does not matter: hosts choose between zeros
 * differently. */
static bool is_extreme(LLVMValueRef i)
{
    return is_call_to(i, "llvm.minnum.") || is_call_to(i, "llvm.maxnum.");
}

static LLVMValueRef decide_extreme(lowering *l, LLVMValueRef call)
{
    LLVMValueRef x = LLVMGetOperand(call, 0), y = LLVMGetOperand(call, 1);
    LLVMRealPredicate first = is_call_to(call, "llvm.minnum.") ? LLVMRealOLT : LLVMRealOGT;
    return LLVMBuildSelect(l->b, LLVMBuildFCmp(l->b, first, x, y, ""), x, y, "");
}

/* ---- Withdrawing */

static LLVMValueRef rebuild_call(lowering *l, LLVMValueRef call)
{
    unsigned n = LLVMGetNumArgOperands(call), bundles = LLVMGetNumOperandBundles(call);
    LLVMValueRef *v = allocate((n + 1) * sizeof *v);
    LLVMOperandBundleRef *bundle = allocate((bundles + 1) * sizeof(LLVMOperandBundleRef));
    for (unsigned i = 0; i < n; i++)
        v[i] = LLVMGetOperand(call, i);
    for (unsigned i = 0; i < bundles; i++)
        bundle[i] = LLVMGetOperandBundleAtIndex(call, i);
    LLVMValueRef plain = LLVMBuildCallWithOperandBundles(l->b, LLVMGetCalledFunctionType(call),
                                                         LLVMGetCalledValue(call), v, n, bundle, bundles, "");
    LLVMSetInstructionCallConv(plain, LLVMGetInstructionCallConv(call));
    copy_attributes(call, plain);
    for (unsigned i = 0; i < bundles; i++)
        LLVMDisposeOperandBundle(bundle[i]);
    free(bundle);
    free(v);
    return plain;
}

static LLVMValueRef rebuild_phi(lowering *l, LLVMValueRef phi)
{
    LLVMValueRef plain = LLVMBuildPhi(l->b, LLVMTypeOf(phi), "");
    for (unsigned i = 0; i < LLVMCountIncoming(phi); i++) {
        LLVMValueRef value = LLVMGetIncomingValue(phi, i);
        LLVMBasicBlockRef from = LLVMGetIncomingBlock(phi, i);
        LLVMAddIncoming(plain, &value, &from, 1);
    }
    return plain;
}

/* The same instruction without flags, which LLVM's C interface can add but not take away. */
static LLVMValueRef rebuild(lowering *l, LLVMValueRef i)
{
    LLVMOpcode opcode = LLVMGetInstructionOpcode(i);
    switch (opcode) {
    case LLVMCall: return rebuild_call(l, i);
    case LLVMPHI: return rebuild_phi(l, i);
    case LLVMFNeg: return LLVMBuildFNeg(l->b, LLVMGetOperand(i, 0), "");
    case LLVMFCmp: return LLVMBuildFCmp(l->b, LLVMGetFCmpPredicate(i), LLVMGetOperand(i, 0), LLVMGetOperand(i, 1), "");
    case LLVMSelect: return LLVMBuildSelect(l->b, LLVMGetOperand(i, 0), LLVMGetOperand(i, 1), LLVMGetOperand(i, 2), "");
    case LLVMFPTrunc:
    case LLVMFPExt:
    case LLVMSIToFP:
    case LLVMUIToFP: return LLVMBuildCast(l->b, opcode, LLVMGetOperand(i, 0), LLVMTypeOf(i), "");
    case LLVMFAdd:
    case LLVMFSub:
    case LLVMFMul:
    case LLVMFDiv:
    case LLVMFRem: return LLVMBuildBinOp(l->b, opcode, LLVMGetOperand(i, 0), LLVMGetOperand(i, 1), "");
    default: stop("internal error: fast math of an unknown instruction");
    }
}

static void replace(LLVMValueRef old, LLVMValueRef fresh)
{
    LLVMReplaceAllUsesWith(old, fresh);
    LLVMInstructionEraseFromParent(old);
}

/* A product goes with the sum it was fused into, so none that is still to come is touched. */
static void erase_if_unused(LLVMValueRef product)
{
    if (LLVMIsAInstruction(product) && LLVMGetInstructionOpcode(product) == LLVMFMul && !LLVMGetFirstUse(product))
        LLVMInstructionEraseFromParent(product);
}

/* One result in the place of several; NULL if there is only one. */
static LLVMValueRef decide(lowering *l, LLVMValueRef i)
{
    if (is_fmuladd(i))
        return decide_fmuladd(l, i);
    if (is_extreme(i))
        return decide_extreme(l, i);
    return LLVMIsABinaryOperator(i) ? fuse(l, i) : NULL;
}

static void decide_all(lowering *l, LLVMValueRef function)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b)) {
        for (LLVMValueRef i = LLVMGetFirstInstruction(b), next; i; i = next) {
            next = LLVMGetNextInstruction(i);
            LLVMPositionBuilderBefore(l->b, i);
            LLVMSetCurrentDebugLocation2(l->b, LLVMInstructionGetDebugLoc(i));
            LLVMValueRef decided = decide(l, i);
            if (!decided)
                continue;
            LLVMValueRef left = LLVMGetOperand(i, 0), right = LLVMGetOperand(i, 1);
            replace(i, decided);
            erase_if_unused(left);
            erase_if_unused(right);
        }
    }
}

static void withdraw_licence(lowering *l, LLVMValueRef function)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b)) {
        for (LLVMValueRef i = LLVMGetFirstInstruction(b), next; i; i = next) {
            next = LLVMGetNextInstruction(i);
            if (!is_licensed(i))
                continue;
            LLVMPositionBuilderBefore(l->b, i);
            LLVMSetCurrentDebugLocation2(l->b, LLVMInstructionGetDebugLoc(i));
            replace(i, rebuild(l, i));
        }
    }
}

void settle_arithmetic(lowering *l)
{
    bool licensed = any_instruction(l, is_licensed);
    if (licensed && !l->target.checked) /* which wants to see every access */
        run_passes(l, "function(reassociate,instcombine<no-verify-fixpoint>)");
    if (!licensed && !any_instruction(l, is_fmuladd)) /* safe math may fuse within an expression */
        return;
    for (LLVMValueRef f = LLVMGetFirstFunction(l->m); f; f = LLVMGetNextFunction(f)) {
        decide_all(l, f);
        withdraw_licence(l, f);
    }
}
