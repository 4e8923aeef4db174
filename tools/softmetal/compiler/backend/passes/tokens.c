/* tokens.c: takes convergence tokens away once they have told which source loop a call belongs to. */
#include "passes.h"
#include <llvm-c/DebugInfo.h>
#include <stdlib.h>

/* A call that only had its token as convergent gets rebuilt without: nothing converges any more once the sites are
 * lowered. */
static void drop_token(lowering *l, LLVMValueRef call)
{
    unsigned n = LLVMGetNumArgOperands(call);
    LLVMValueRef *v = allocate((n + 1) * sizeof *v);
    for (unsigned i = 0; i < n; i++)
        v[i] = LLVMGetOperand(call, i);
    LLVMPositionBuilderBefore(l->b, call);
    LLVMSetCurrentDebugLocation2(l->b, LLVMInstructionGetDebugLoc(call));
    LLVMValueRef plain = LLVMBuildCall2(l->b, LLVMGetCalledFunctionType(call), LLVMGetCalledValue(call), v, n, "");
    LLVMSetInstructionCallConv(plain, LLVMGetInstructionCallConv(call));
    if (LLVMCanValueUseFastMathFlags(call))
        LLVMSetFastMathFlags(plain, LLVMGetFastMathFlags(call));
    copy_attributes(call, plain);
    LLVMReplaceAllUsesWith(call, plain);
    LLVMInstructionEraseFromParent(call);
    free(v);
}

void drop_tokens(lowering *l, LLVMValueRef function)
{
    value_list calls = {0}, tokens = {0};
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b)) {
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
            if (is_call_to(i, "llvm.experimental.convergence."))
                push_value(&tokens, i);
            else if (LLVMIsACallInst(i) && token_of(i))
                push_value(&calls, i);
        }
    }
    for (size_t i = 0; i < calls.count; i++)
        drop_token(l, calls.item[i]);
    while (tokens.count) { /* a token is used by those of inner loops: erase what nothing uses until all are gone */
        size_t kept = 0;
        for (size_t i = tokens.count; i-- > 0;) {
            if (!LLVMGetFirstUse(tokens.item[i])) {
                LLVMInstructionEraseFromParent(tokens.item[i]);
                tokens.item[i] = NULL;
            }
        }
        for (size_t i = 0; i < tokens.count; i++) {
            if (tokens.item[i])
                tokens.item[kept++] = tokens.item[i];
        }
        if (kept == tokens.count)
            stop("internal error: a convergence token is still in use");
        tokens.count = kept;
    }
    free(calls.item);
    free(tokens.item);
}
