/* cures.c: what LLVM gets wrong on a host, one row each, and what kernels compute instead. A row goes when the LLVM
 * that is used gets it right; compiler/kernel/selfcheck.c is what finds new ones. */
#include "../targets/target.h"
#include "passes.h"
#include <string.h>

typedef struct cure {
    const char *intrinsic;              /* beginning of its name */
    LLVMTypeKind operand;               /* what its first operand is made of */
    bool (*applies)(const lowering *l); /* to the host */
    LLVMValueRef (*instead)(lowering *l, LLVMValueRef call);
} cure;

/* The same of a float, which holds every half. */
static LLVMValueRef through_float(lowering *l, LLVMValueRef call)
{
    LLVMValueRef x = LLVMGetOperand(call, 0);
    LLVMTypeRef wide = with_elements(LLVMTypeOf(x), LLVMFloatTypeInContext(l->c));
    LLVMTypeRef overload[] = {LLVMTypeOf(call), wide};
    LLVMValueRef f = LLVMGetIntrinsicDeclaration(l->m, LLVMGetIntrinsicID(LLVMGetCalledValue(call)), overload, 2);
    x = LLVMBuildFPExt(l->b, x, wide, "");
    return LLVMBuildCall2(l->b, LLVMGlobalGetValueType(f), f, &x, 1, "");
}

static bool converts_halves(const lowering *l)
{
    return machine_may_have(l, "+avx512fp16");
}

/* The product is exact in double; the sum is rounded to odd there, so that rounding it to float is the only rounding.
 */
static LLVMValueRef fma_in_double(lowering *l, LLVMValueRef call)
{
    LLVMBuilderRef b = l->b;
    LLVMTypeRef type = LLVMTypeOf(call), wide = with_elements(type, LLVMDoubleTypeInContext(l->c)),
                whole = with_elements(type, l->i64);
    LLVMValueRef v[3], nothing = LLVMConstNull(wide), zero = LLVMConstNull(whole);
    for (unsigned i = 0; i < 3; i++)
        v[i] = LLVMBuildFPExt(b, LLVMGetOperand(call, i), wide, "");
    LLVMValueRef p = LLVMBuildFMul(b, v[0], v[1], ""), s = LLVMBuildFAdd(b, p, v[2], ""),
                 t = LLVMBuildFSub(b, s, p, "");
    LLVMValueRef lost =
        LLVMBuildFAdd(b, LLVMBuildFSub(b, p, LLVMBuildFSub(b, s, t, ""), ""), LLVMBuildFSub(b, v[2], t, ""), "");
    LLVMValueRef bits = LLVMBuildBitCast(b, s, whole, ""), one = LLVMBuildSub(b, zero, LLVMConstAllOnes(whole), "");
    LLVMValueRef even = LLVMBuildICmp(b, LLVMIntEQ, LLVMBuildAnd(b, bits, one, ""), zero, "");
    LLVMValueRef up = LLVMBuildICmp(b, LLVMIntEQ, LLVMBuildFCmp(b, LLVMRealOGT, lost, nothing, ""),
                                    LLVMBuildFCmp(b, LLVMRealOGT, s, nothing, ""), "");
    LLVMValueRef step = LLVMBuildSelect(b, up, one, LLVMConstAllOnes(whole), "");
    LLVMValueRef inexact = LLVMBuildAnd(b, even, LLVMBuildFCmp(b, LLVMRealONE, lost, nothing, ""), "");
    bits = LLVMBuildAdd(b, bits, LLVMBuildSelect(b, inexact, step, zero, ""), "");
    return LLVMBuildFPTrunc(b, LLVMBuildBitCast(b, bits, wide, ""), type, "");
}

static bool lacks_fma(const lowering *l)
{
    return !machine_fuses(l);
}

static const cure cures[] = {
    /* LLVM 22 with AVX-512 FP16: of NaN the lower bound instead of 0, by vcvttsh2si and a cmovb that takes "unordered"
     * for "less". Seen with short; the others go the same way. */
    {"llvm.fptosi.sat.", LLVMHalfTypeKind, converts_halves, through_float},
    {"llvm.fptoui.sat.", LLVMHalfTypeKind, converts_halves, through_float},
    /* Without the instruction: right, but a call of fmaf for each lane, which where it has to do without, too, is slow.
     */
    {"llvm.fma.", LLVMFloatTypeKind, lacks_fma, fma_in_double},
};

static void cure_uses(lowering *l, const cure *row, LLVMValueRef intrinsic)
{
    for (LLVMUseRef use = LLVMGetFirstUse(intrinsic), next; use; use = next) {
        LLVMValueRef call = LLVMGetUser(use);
        next = LLVMGetNextUse(use);
        if (!LLVMIsACallInst(call) || LLVMGetTypeKind(element_of(LLVMTypeOf(LLVMGetOperand(call, 0)))) != row->operand)
            continue;
        LLVMPositionBuilderBefore(l->b, call);
        LLVMReplaceAllUsesWith(call, row->instead(l, call));
        LLVMInstructionEraseFromParent(call);
    }
}

void cure_intrinsics(lowering *l)
{
    for (size_t i = 0; i < sizeof cures / sizeof *cures; i++) {
        if (!cures[i].applies(l))
            continue;
        for (LLVMValueRef f = LLVMGetFirstFunction(l->m); f; f = LLVMGetNextFunction(f))
            if (strncmp(LLVMGetValueName(f), cures[i].intrinsic, strlen(cures[i].intrinsic)) == 0)
                cure_uses(l, &cures[i], f);
    }
}
