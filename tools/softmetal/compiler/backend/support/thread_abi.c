/* thread_abi.c: how code finds the thread and the threadgroup that it runs for. */
#include "../../../engine/thread.h"
#include "context.h"

/* ---- Fields */

/* Where a field begins, and how far the elements of an array are apart. */
typedef struct field_place {
    int structure;
    size_t offset, each;
} field_place;

enum { OF_sm_thread = 1, OF_sm_simd_lanes, OF_sm_threadgroup, OF_sm_dispatch };

static const field_place places[OTHER_FIELD] = {
#define FIELD(name, structure, member, type)                                                                           \
    [name] = {OF_##structure, offsetof(structure, member), sizeof(((structure *)NULL)->member)},
#include "engine_fields.def"
};

static LLVMTypeRef type_of(const lowering *l, engine_field field)
{
    const LLVMTypeRef types[OTHER_FIELD] = {
#define FIELD(name, structure, member, type) [name] = l->type,
#include "engine_fields.def"
    };
    return types[field];
}

LLVMValueRef field_address(lowering *l, engine_field field, LLVMValueRef base, size_t n)
{
    return byte_address(l, base, places[field].offset + n * places[field].each);
}

LLVMValueRef load_field(lowering *l, engine_field field, LLVMValueRef base, size_t n, const char *name)
{
    return LLVMBuildLoad2(l->b, type_of(l, field), field_address(l, field, base, n), name);
}

engine_field find_field(const lowering *l, engine_field sample, LLVMValueRef base, LLVMValueRef address)
{
    size_t offset = 0;
    if (address != base) {
        if (!LLVMIsAGetElementPtrInst(address) || LLVMGetOperand(address, 0) != base ||
            LLVMGetNumOperands(address) != 2 || !LLVMIsAConstantInt(LLVMGetOperand(address, 1)) ||
            LLVMGetGEPSourceElementType(address) != l->i8)
            return NO_FIELD;
        offset = LLVMConstIntGetZExtValue(LLVMGetOperand(address, 1));
    }
    for (engine_field f = NO_FIELD + 1; f < OTHER_FIELD; f++)
        if (places[f].structure == places[sample].structure && places[f].offset == offset)
            return f;
    return OTHER_FIELD;
}

/* ---- Threads and threadgroups */

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
    return thread ? load_field(l, THREAD_GROUP, thread, 0, "group") : current_group(l);
}
