/* cures.c: what LLVM gets wrong on a host, one row each, and what kernels compute instead. A row goes when the LLVM
 * that is used gets it right; compiler/selfcheck.c is what finds new ones. */
#include "backend.h"
#include <string.h>

typedef struct cure {
    const char *intrinsic; /* beginning of its name */
    LLVMTypeKind operand;  /* what its first operand is made of */
    const char *feature;   /* of the hosts on which it goes wrong */
    LLVMValueRef (*instead)(lowering *l, LLVMValueRef call);
} cure;

static LLVMTypeRef with_elements(LLVMTypeRef type, LLVMTypeRef element)
{
    return LLVMGetTypeKind(type) == LLVMVectorTypeKind ? LLVMVectorType(element, LLVMGetVectorSize(type)) : element;
}

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

static const cure cures[] = {
    /* LLVM 22: of NaN the lower bound instead of 0, by vcvttsh2si and a cmovb that takes "unordered" for "less". Seen
     * with short; the others go the same way. */
    {"llvm.fptosi.sat.", LLVMHalfTypeKind, "+avx512fp16", through_float},
    {"llvm.fptoui.sat.", LLVMHalfTypeKind, "+avx512fp16", through_float},
};

static LLVMTypeKind element_kind(LLVMValueRef v)
{
    LLVMTypeRef type = LLVMTypeOf(v);
    return LLVMGetTypeKind(LLVMGetTypeKind(type) == LLVMVectorTypeKind ? LLVMGetElementType(type) : type);
}

static void cure_uses(lowering *l, const cure *row, LLVMValueRef intrinsic)
{
    for (LLVMUseRef use = LLVMGetFirstUse(intrinsic), next; use; use = next) {
        LLVMValueRef call = LLVMGetUser(use);
        next = LLVMGetNextUse(use);
        if (!LLVMIsACallInst(call) || element_kind(LLVMGetOperand(call, 0)) != row->operand)
            continue;
        LLVMPositionBuilderBefore(l->b, call);
        LLVMReplaceAllUsesWith(call, row->instead(l, call));
        LLVMInstructionEraseFromParent(call);
    }
}

void cure_intrinsics(lowering *l)
{
    for (size_t i = 0; i < sizeof cures / sizeof *cures; i++) {
        if (!machine_may_have(l, cures[i].feature))
            continue;
        for (LLVMValueRef f = LLVMGetFirstFunction(l->m); f; f = LLVMGetNextFunction(f))
            if (strncmp(LLVMGetValueName(f), cures[i].intrinsic, strlen(cures[i].intrinsic)) == 0)
                cure_uses(l, &cures[i], f);
    }
}
