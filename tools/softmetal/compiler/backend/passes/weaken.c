/* weaken.c: in weak mode loads, stores and atomics of memory that threads share go through the engine, which decides
 * what they see (engine/threads/weak.c). Values wider than eight bytes and vectors are left alone. */
#include "../../../engine/threads/weak.h"
#include "passes.h"
#include <llvm-c/Target.h>
#include <stdlib.h>

static LLVMValueRef declared(lowering *l, const char *name, LLVMTypeRef type)
{
    LLVMValueRef f = LLVMGetNamedFunction(l->m, name);
    if (!f) {
        f = LLVMAddFunction(l->m, name, type);
        add_attribute(l, f, "nounwind");
    }
    return f;
}

/* Bytes of a value that travels as its bits; 0: it does not. */
static uint32_t size_of(LLVMTypeRef type)
{
    switch (LLVMGetTypeKind(type)) {
    case LLVMHalfTypeKind:
    case LLVMBFloatTypeKind: return 2;
    case LLVMFloatTypeKind: return 4;
    case LLVMIntegerTypeKind: {
        unsigned bits = LLVMGetIntTypeWidth(type);
        return bits == 8 || bits == 16 || bits == 32 || bits == 64 ? bits / 8 : 0;
    }
    default: return 0;
    }
}

static uint32_t order_of(LLVMValueRef i)
{
    return LLVMGetOrdering(i) == LLVMAtomicOrderingNotAtomic ? SM_WEAK_PLAIN : atomic_order(i);
}

static LLVMValueRef flat(lowering *l, LLVMValueRef p)
{
    return LLVMBuildAddrSpaceCast(l->b, p, l->pointer, "");
}

static LLVMTypeRef bits_of(const lowering *l, uint32_t size)
{
    return LLVMIntTypeInContext(l->c, 8 * size);
}

static void weaken_load(lowering *l, LLVMValueRef i, uint32_t size)
{
    LLVMTypeRef parameters[] = {l->pointer, l->i32, l->i32}, type = LLVMFunctionType(l->i64, parameters, 3, 0);
    LLVMPositionBuilderBefore(l->b, i);
    LLVMValueRef v[] = {flat(l, LLVMGetOperand(i, 0)), number(l, size), number(l, order_of(i))};
    LLVMValueRef wide = LLVMBuildCall2(l->b, type, declared(l, "sm_weak_load", type), v, 3, "");
    LLVMValueRef bits = LLVMBuildTrunc(l->b, wide, bits_of(l, size), "");
    LLVMReplaceAllUsesWith(i, LLVMBuildBitCast(l->b, bits, LLVMTypeOf(i), ""));
    LLVMInstructionEraseFromParent(i);
}

static void weaken_store(lowering *l, LLVMValueRef i, uint32_t size)
{
    LLVMTypeRef parameters[] = {l->pointer, l->i64, l->i32, l->i32},
                type = LLVMFunctionType(l->nothing, parameters, 4, 0);
    LLVMPositionBuilderBefore(l->b, i);
    LLVMValueRef bits = LLVMBuildBitCast(l->b, LLVMGetOperand(i, 0), bits_of(l, size), "");
    LLVMValueRef v[] = {flat(l, LLVMGetOperand(i, 1)), LLVMBuildZExt(l->b, bits, l->i64, ""), number(l, size),
                        number(l, order_of(i))};
    LLVMBuildCall2(l->b, type, declared(l, "sm_weak_store", type), v, 4, "");
    LLVMInstructionEraseFromParent(i);
}

static void weaken_update(lowering *l, LLVMValueRef i, uint32_t size, uint32_t order, bool comparison)
{
    LLVMTypeRef parameters[] = {l->pointer, l->i32, l->i32, l->i32},
                begin = LLVMFunctionType(l->nothing, parameters, 3, 0),
                end = LLVMFunctionType(l->nothing, parameters, 4, 0);
    LLVMPositionBuilderBefore(l->b, i);
    LLVMValueRef v[] = {flat(l, LLVMGetOperand(i, 0)), number(l, size), number(l, order), number(l, 1)};
    LLVMBuildCall2(l->b, begin, declared(l, "sm_weak_begin", begin), v, 3, "");
    LLVMPositionBuilderBefore(l->b, LLVMGetNextInstruction(i));
    if (comparison)
        v[3] = LLVMBuildZExt(l->b, LLVMBuildExtractValue(l->b, i, 1, ""), l->i32, "");
    LLVMBuildCall2(l->b, end, declared(l, "sm_weak_end", end), v, 4, "");
}

static void weaken_instruction(lowering *l, LLVMValueRef i)
{
    uint32_t size;
    if (LLVMIsALoadInst(i) && may_be_shared(LLVMGetOperand(i, 0)) && (size = size_of(LLVMTypeOf(i))))
        weaken_load(l, i, size);
    else if (LLVMIsAStoreInst(i) && may_be_shared(LLVMGetOperand(i, 1)) &&
             (size = size_of(LLVMTypeOf(LLVMGetOperand(i, 0)))))
        weaken_store(l, i, size);
    else if (LLVMIsAAtomicRMWInst(i) && may_be_shared(LLVMGetOperand(i, 0)) && (size = size_of(LLVMTypeOf(i))))
        weaken_update(l, i, size, order_of(i), false);
    else if (LLVMIsAAtomicCmpXchgInst(i) && may_be_shared(LLVMGetOperand(i, 0)) &&
             (size = size_of(LLVMTypeOf(LLVMGetOperand(i, 1)))))
        weaken_update(l, i, size, atomic_order(i), true);
}

void weaken(lowering *l, LLVMValueRef function)
{
    size_t n;
    LLVMValueRef *list = instructions_of(function, &n);
    for (size_t i = 0; i < n; i++)
        weaken_instruction(l, list[i]);
    free(list);
}

/* Whether a compare-exchange, of which MSL has the weak kind alone, is to fail although the values agree: then what is
 * there is stored again. */
LLVMValueRef weak_failure(lowering *l)
{
    LLVMTypeRef type = LLVMFunctionType(l->i32, NULL, 0, 0);
    LLVMValueRef drawn = LLVMBuildCall2(l->b, type, declared(l, "sm_weak_fails", type), NULL, 0, "");
    return LLVMBuildICmp(l->b, LLVMIntNE, drawn, number(l, 0), "");
}

/* Beside the fence itself, which no longer orders anything that matters. */
void weaken_fence(lowering *l, uint64_t flags, uint64_t order, uint64_t scope)
{
    LLVMTypeRef parameters[] = {l->i32, l->i32, l->i32}, type = LLVMFunctionType(l->nothing, parameters, 3, 0);
    LLVMValueRef v[] = {number(l, flags), number(l, order), number(l, scope)};
    LLVMBuildCall2(l->b, type, declared(l, "sm_weak_fence", type), v, 3, "");
}
