/* alignment.c: vectors of memory that threads share may lie at any multiple of their elements' size. The specification
 * wants them aligned to the whole vector, and checked mode says so where they are not; but GPUs load them by element,
 * and real kernels rely on it (ggml stores float4s to rows of any length), while x86's aligned vector instructions
 * would fault. Unaligned ones cost nothing on aligned data. */
#include "passes.h"

static unsigned element_size(const lowering *l, LLVMTypeRef type)
{
    while (LLVMGetTypeKind(type) == LLVMVectorTypeKind || LLVMGetTypeKind(type) == LLVMArrayTypeKind)
        type = LLVMGetElementType(type);
    unsigned long long size = LLVMTypeIsSized(type) ? LLVMABIAlignmentOfType(LLVMGetModuleDataLayout(l->m), type) : 1;
    return size ? (unsigned)size : 1;
}

static bool in_shared_memory(LLVMValueRef pointer)
{
    return LLVMGetPointerAddressSpace(LLVMTypeOf(pointer)) != 0;
}

static void relax_access(const lowering *l, LLVMValueRef i, LLVMValueRef pointer, LLVMTypeRef type)
{
    unsigned size = element_size(l, type);
    if (in_shared_memory(pointer) && LLVMGetOrdering(i) == LLVMAtomicOrderingNotAtomic && LLVMGetAlignment(i) > size)
        LLVMSetAlignment(i, size);
}

/* A copy of a structure that holds vectors: the type is gone by now. */
static void relax_copy(LLVMValueRef call, unsigned pointers)
{
    for (unsigned n = 0; n < pointers; n++) {
        if (in_shared_memory(LLVMGetOperand(call, n)))
            LLVMSetInstrParamAlignment(call, n + 1, 1);
    }
}

void relax_alignment(lowering *l, LLVMValueRef function)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b)) {
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
            if (LLVMIsALoadInst(i))
                relax_access(l, i, LLVMGetOperand(i, 0), LLVMTypeOf(i));
            else if (LLVMIsAStoreInst(i))
                relax_access(l, i, LLVMGetOperand(i, 1), LLVMTypeOf(LLVMGetOperand(i, 0)));
            else if (is_call_to(i, "llvm.memcpy") || is_call_to(i, "llvm.memmove"))
                relax_copy(i, 2);
            else if (is_call_to(i, "llvm.memset"))
                relax_copy(i, 1);
        }
    }
}
