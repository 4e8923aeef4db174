/* numerics.c: how far floating-point arithmetic may be optimised. Clang marks with `contract` what stands in a region
 * of fast or relaxed math; every such instruction gets the licence of that mode (MSL 1.6.3), except inside the
 * library's exact functions.
 *
 * Neither mode is told that there are no infinities and NaNs. The specification allows it for fast math; but programs
 * use INFINITY as the start of a maximum all the same, and Apple's GPUs let them. */
#include "backend.h"
#include <string.h>

static bool is_exact(LLVMValueRef function)
{
    const char *name = LLVMGetValueName(function);
    return strstr(name, "5metal7precise") || strstr(name, "5metal7__exact");
}

void relax_arithmetic(lowering *l)
{
    const LLVMFastMathFlags licence =
        LLVMFastMathAllowReassoc | LLVMFastMathNoSignedZeros | LLVMFastMathAllowReciprocal | LLVMFastMathApproxFunc;
    for (LLVMValueRef f = LLVMGetFirstFunction(l->m); f; f = LLVMGetNextFunction(f)) {
        if (LLVMIsDeclaration(f) || is_exact(f))
            continue;
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b)) {
            for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
                if (LLVMCanValueUseFastMathFlags(i) && (LLVMGetFastMathFlags(i) & LLVMFastMathAllowContract))
                    LLVMSetFastMathFlags(i, LLVMGetFastMathFlags(i) | licence);
            }
        }
    }
}
