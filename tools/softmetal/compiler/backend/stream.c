/* stream.c: what a large dispatch stores goes to memory past the caches. A plain store first reads the line that it is
 * about to overwrite; where kernels do little else than load and store, a quarter of their time is that reading. So
 * the stores of vectors come in two kinds, and the threadgroup says which (engine.c: run_pieces). */
#include "backend.h"
#include <llvm-c/Target.h>
#include <stdlib.h>

static bool any(LLVMValueRef function, bool (*is)(LLVMValueRef instruction, LLVMValueRef about), LLVMValueRef about)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b)) {
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
            if (is(i, about))
                return true;
        }
    }
    return false;
}

static bool reads(LLVMValueRef i, LLVMValueRef object)
{
    return LLVMIsALoadInst(i) && underlying(LLVMGetOperand(i, 0)) == object;
}

/* Stores past the caches are not ordered by what orders others. */
static bool orders(LLVMValueRef i, LLVMValueRef about)
{
    (void)about;
    return is_atomic(i) || LLVMIsAFenceInst(i);
}

/* The store's size in bytes if it can go past the caches and its lines need not be there anyway, for what the kernel
 * reads of them; else 0. */
static unsigned streamed(const lowering *l, LLVMValueRef i)
{
    if (!LLVMIsAStoreInst(i) || LLVMGetVolatile(i))
        return 0;
    LLVMValueRef pointer = LLVMGetOperand(i, 1);
    LLVMTypeRef type = LLVMTypeOf(LLVMGetOperand(i, 0));
    unsigned long long size = LLVMStoreSizeOfType(LLVMGetModuleDataLayout(l->m), type);
    bool fits = LLVMGetTypeKind(type) == LLVMVectorTypeKind && (size == 16 || size == 32 || size == 64);
    if (!fits || LLVMGetPointerAddressSpace(LLVMTypeOf(pointer)) != 1 || any(l->entry, reads, underlying(pointer)))
        return 0;
    return (unsigned)size;
}

/* void stream(pointer, value, cached): inlined, so that LLVM splits the block. Only aligned vectors can be streamed. */
static LLVMValueRef stream_function(lowering *l, LLVMTypeRef pointer, LLVMTypeRef type, unsigned size)
{
    char *type_name = LLVMPrintTypeToString(type), *name = format_text("sm_stream %s", type_name);
    LLVMDisposeMessage(type_name);
    LLVMValueRef f = LLVMGetNamedFunction(l->m, name);
    if (f)
        return f;
    LLVMTypeRef parameters[] = {pointer, type, l->i64};
    f = LLVMAddFunction(l->m, name, LLVMFunctionType(l->nothing, parameters, 3, 0));
    LLVMSetLinkage(f, LLVMInternalLinkage);
    add_attribute(l, f, "alwaysinline");
    add_attribute(l, f, "nounwind");
    LLVMBasicBlockRef first = LLVMAppendBasicBlockInContext(l->c, f, ""),
                      past = LLVMAppendBasicBlockInContext(l->c, f, ""),
                      cached = LLVMAppendBasicBlockInContext(l->c, f, ""),
                      end = LLVMAppendBasicBlockInContext(l->c, f, "");
    LLVMValueRef at = LLVMGetParam(f, 0), value = LLVMGetParam(f, 1);
    LLVMPositionBuilderAtEnd(l->b, first);
    LLVMValueRef low =
        LLVMBuildAnd(l->b, LLVMBuildPtrToInt(l->b, at, l->i64, ""), LLVMConstInt(l->i64, size - 1, 0), "");
    low = LLVMBuildOr(l->b, low, LLVMGetParam(f, 2), "");
    LLVMBuildCondBr(l->b, LLVMBuildICmp(l->b, LLVMIntEQ, low, LLVMConstNull(l->i64), ""), past, cached);
    for (int way = 0; way < 2; way++) {
        LLVMPositionBuilderAtEnd(l->b, way ? past : cached);
        LLVMValueRef store = LLVMBuildStore(l->b, value, at);
        LLVMSetAlignment(store, way ? size : 1);
        if (way)
            LLVMSetMetadata(store, LLVMGetMDKindIDInContext(l->c, "nontemporal", 11),
                            LLVMMDNodeInContext(l->c, (LLVMValueRef[]){number(l, 1)}, 1));
        LLVMBuildBr(l->b, end);
    }
    LLVMPositionBuilderAtEnd(l->b, end);
    LLVMBuildRetVoid(l->b);
    return f;
}

void stream_stores(lowering *l)
{
    if (!l->is_range || !l->grid_only || any(l->entry, orders, NULL))
        return;
    size_t count;
    LLVMValueRef *list = instructions_of(l->entry, &count), cached = NULL;
    for (size_t n = 0; n < count; n++) {
        LLVMValueRef i = list[n];
        unsigned size = streamed(l, i);
        if (!size)
            continue;
        LLVMValueRef value = LLVMGetOperand(i, 0), pointer = LLVMGetOperand(i, 1);
        LLVMValueRef f = stream_function(l, LLVMTypeOf(pointer), LLVMTypeOf(value), size);
        if (!cached) {
            LLVMPositionBuilderBefore(l->b, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(l->entry)));
            cached = load_field(l, l->i64, LLVMGetParam(l->entry, 0), offsetof(sm_threadgroup, cached), "cached");
        }
        LLVMPositionBuilderBefore(l->b, i);
        LLVMBuildCall2(l->b, LLVMGlobalGetValueType(f), f, (LLVMValueRef[]){pointer, value, cached}, 3, "");
        LLVMInstructionEraseFromParent(i);
    }
    free(list);
    if (cached)
        run_passes(l, "always-inline"); /* what merges blocks would make one store of the two again */
}
