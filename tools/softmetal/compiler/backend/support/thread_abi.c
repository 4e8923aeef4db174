/* thread_abi.c: how code finds the thread and the threadgroup that it runs for. */
#include "context.h"

/* What the engine knows of the thread or threadgroup whose code runs; for functions that are not inlined into the
 * entry. */
static LLVMValueRef ask_engine(lowering *l, const char *name)
{
    LLVMTypeRef type = LLVMFunctionType(l->pointer, NULL, 0, 0);
    LLVMValueRef f = LLVMGetNamedFunction(l->m, name);
    if (!f) {
        f = LLVMAddFunction(l->m, name, type);
        add_attribute(l, f, "nounwind");
        add_attribute(l, f, "willreturn");
        LLVMAddAttributeAtIndex(f, LLVMAttributeFunctionIndex,
                                LLVMCreateEnumAttribute(l->c, attribute_kind("memory"), 0));
    }
    return LLVMBuildCall2(l->b, type, f, NULL, 0, "");
}

LLVMValueRef current_group(lowering *l)
{
    return ask_engine(l, "sm_current_group");
}

/* Without an engine to ask, on a GPU, a function that is not inlined finds out for itself, into structures of its own
 * that then dissolve (engine/cuda/device/start.c). */
static LLVMValueRef find_out(lowering *l)
{
    LLVMTypeRef parameters[] = {l->pointer, l->pointer}, type = LLVMFunctionType(l->pointer, parameters, 2, 0);
    LLVMValueRef f = LLVMGetNamedFunction(l->m, "sm_cuda_find_thread"), v[2];
    const size_t size[] = {sizeof(sm_thread), sizeof(sm_threadgroup)};
    for (int i = 0; i < 2; i++) {
        v[i] = LLVMBuildAlloca(l->b, LLVMArrayType2(l->i8, size[i]), i ? "group" : "thread");
        LLVMSetAlignment(v[i], 16);
    }
    return LLVMBuildCall2(l->b, type, f ? f : LLVMAddFunction(l->m, "sm_cuda_find_thread", type), v, 2, "");
}

LLVMValueRef thread_of(lowering *l, LLVMValueRef function)
{
    if (function == l->entry)
        return l->is_range ? NULL : LLVMGetParam(function, 0);
    LLVMPositionBuilderBefore(l->b, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(function)));
    if (l->without_engine)
        return find_out(l);
    return l->is_range ? NULL : ask_engine(l, "sm_current_thread");
}

LLVMValueRef group_of(lowering *l, LLVMValueRef function, LLVMValueRef thread)
{
    if (function == l->entry && l->is_range)
        return LLVMGetParam(function, 0);
    if (!thread || function == l->entry)
        LLVMPositionBuilderBefore(l->b, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(function)));
    return thread ? load_field(l, l->pointer, thread, offsetof(sm_thread, group), "group") : current_group(l);
}
