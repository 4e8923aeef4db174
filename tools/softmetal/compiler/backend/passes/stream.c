/* stream.c: what a large dispatch stores goes to memory past the caches. A plain store first reads the line that it is
 * about to overwrite; where kernels do little else than load and store, a quarter of their time is that reading. So
 * the stores of vectors come in two kinds, and the threadgroup says which (run.c: run_pieces). */
#include "passes.h"
#include <llvm-c/Target.h>
#include <stdlib.h>

/* Whether any of the instructions is a load from this object. */
static bool is_read(LLVMValueRef *list, size_t count, LLVMValueRef object)
{
    for (size_t n = 0; n < count; n++) {
        if (LLVMIsALoadInst(list[n]) && underlying(LLVMGetOperand(list[n], 0)) == object)
            return true;
    }
    return false;
}

/* Stores past the caches are not ordered by what orders others. */
static bool any_orders(LLVMValueRef *list, size_t count)
{
    for (size_t n = 0; n < count; n++) {
        if (is_atomic(list[n]) || LLVMIsAFenceInst(list[n]))
            return true;
    }
    return false;
}

/* The size in bytes of a store to device memory that the machine can send past the caches; else 0. */
static unsigned streamed(const lowering *l, LLVMValueRef i)
{
    if (!LLVMIsAStoreInst(i) || LLVMGetVolatile(i))
        return 0;
    LLVMValueRef pointer = LLVMGetOperand(i, 1);
    LLVMTypeRef type = LLVMTypeOf(LLVMGetOperand(i, 0));
    unsigned long long size = LLVMStoreSizeOfType(LLVMGetModuleDataLayout(l->m), type);
    bool fits = LLVMGetTypeKind(type) == LLVMVectorTypeKind && (size == 16 || size == 32 || size == 64);
    return fits && LLVMGetPointerAddressSpace(LLVMTypeOf(pointer)) == 1 ? (unsigned)size : 0;
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
    f = add_inlined_function(l, name, parameters, 3);
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
    if (!l->is_range || !l->grid_only)
        return;
    size_t count;
    LLVMValueRef *list = instructions_of(l->entry, &count), cached = NULL;
    bool ordered = any_orders(list, count);
    for (size_t n = 0; n < count && !ordered; n++) {
        LLVMValueRef i = list[n];
        unsigned size = streamed(l, i);
        if (!size || is_read(list, count, underlying(LLVMGetOperand(i, 1)))) /* then its lines are in the caches */
            continue;
        LLVMValueRef value = LLVMGetOperand(i, 0), pointer = LLVMGetOperand(i, 1);
        LLVMValueRef f = stream_function(l, LLVMTypeOf(pointer), LLVMTypeOf(value), size);
        if (!cached) {
            LLVMPositionBuilderBefore(l->b, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(l->entry)));
            cached = load_field(l, GROUP_CACHED, LLVMGetParam(l->entry, 0), 0, "cached");
        }
        LLVMPositionBuilderBefore(l->b, i);
        list[n] = LLVMBuildCall2(l->b, LLVMGlobalGetValueType(f), f, (LLVMValueRef[]){pointer, value, cached}, 3, "");
        LLVMInstructionEraseFromParent(i);
    }
    free(list);
    if (cached)
        run_passes(l, "always-inline"); /* what merges blocks would make one store of the two again */
}
