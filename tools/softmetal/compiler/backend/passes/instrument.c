/* instrument.c: in checked mode every load, store and atomic of memory that threads share asks the engine first
 * (sm_check), and goes where the engine says; of reads and writes of texels it is told, and of misused tensors. */
#include "../../../engine/checked/checked.h"
#include "passes.h"
#include <llvm-c/Target.h>
#include <stdlib.h>
#include <string.h>

static LLVMValueRef i32(const lowering *l, uint64_t v)
{
    return LLVMConstInt(l->i32, v, 0);
}

/* Replaces operand `index` of the instruction, a pointer to `size` bytes. */
static void check_operand(lowering *l, LLVMValueRef thread, LLVMValueRef instruction, unsigned index, LLVMValueRef size,
                          uint32_t alignment, uint32_t access)
{
    LLVMValueRef p = LLVMGetOperand(instruction, index);
    if (!may_be_shared(p))
        return;
    uint32_t line, column;
    source_position(l, instruction, &line, &column);
    access |= SM_ACCESS_SPACE * LLVMGetPointerAddressSpace(LLVMTypeOf(p));
    if (is_call_to(underlying(p), "__msl_texture_address"))
        access |= SM_ACCESS_TEXEL;
    LLVMTypeRef parameters[] = {l->pointer, l->pointer, l->i32, l->i32, l->i32, l->i32, l->i32};
    LLVMTypeRef type = LLVMFunctionType(l->pointer, parameters, 7, 0);
    LLVMValueRef f = LLVMGetNamedFunction(l->m, "sm_check");
    if (!f) {
        f = LLVMAddFunction(l->m, "sm_check", type);
        add_attribute(l, f, "nounwind");
    }
    LLVMPositionBuilderBefore(l->b, instruction);
    LLVMValueRef flat = LLVMBuildAddrSpaceCast(l->b, p, l->pointer, "");
    LLVMValueRef v[] = {thread, flat, size, i32(l, alignment), i32(l, access), i32(l, line), i32(l, column)};
    LLVMValueRef sound = LLVMBuildCall2(l->b, type, f, v, 7, "checked");
    LLVMSetOperand(instruction, index, LLVMBuildAddrSpaceCast(l->b, sound, LLVMTypeOf(p), ""));
}

static LLVMValueRef size_of(const lowering *l, LLVMTypeRef type)
{
    return i32(l, LLVMStoreSizeOfType(LLVMGetModuleDataLayout(l->m), type));
}

/* Of a load or store. */
static uint32_t atomic_flags(LLVMValueRef i)
{
    if (LLVMGetOrdering(i) == LLVMAtomicOrderingNotAtomic)
        return 0;
    return SM_ACCESS_ATOMIC | SM_ACCESS_ORDER * atomic_order(i);
}

static uint32_t update_flags(LLVMValueRef i)
{
    return SM_ACCESS_STORE | SM_ACCESS_ATOMIC | SM_ACCESS_UPDATE | SM_ACCESS_ORDER * atomic_order(i);
}

void check_fence(lowering *l, uint64_t flags, uint64_t order, uint64_t scope)
{
    LLVMTypeRef parameters[] = {l->i32, l->i32, l->i32}, type = LLVMFunctionType(l->nothing, parameters, 3, 0);
    LLVMValueRef f = LLVMGetNamedFunction(l->m, "sm_check_fence"), v[] = {i32(l, flags), i32(l, order), i32(l, scope)};
    if (!f) {
        f = LLVMAddFunction(l->m, "sm_check_fence", type);
        add_attribute(l, f, "nounwind");
    }
    LLVMBuildCall2(l->b, type, f, v, 3, "");
}

/* What a copy takes for granted of where an operand points to. */
static uint32_t copy_alignment(LLVMValueRef call, unsigned operand)
{
    unsigned align = LLVMGetEnumAttributeKindForName("align", 5);
    LLVMAttributeRef attribute = LLVMGetCallSiteEnumAttribute(call, operand + 1, align);
    return attribute ? (uint32_t)LLVMGetEnumAttributeValue(attribute) : 1;
}

/* `*a = *b` of vectors is a copy, too. */
static void check_copy(lowering *l, LLVMValueRef thread, LLVMValueRef call, bool reads)
{
    LLVMPositionBuilderBefore(l->b, call);
    LLVMValueRef size = LLVMBuildIntCast2(l->b, LLVMGetOperand(call, 2), l->i32, 0, "");
    check_operand(l, thread, call, 0, size, copy_alignment(call, 0), SM_ACCESS_STORE);
    if (reads)
        check_operand(l, thread, call, 1, size, copy_alignment(call, 1), 0);
}

/* A call whose operands from `place` on are x, y, z, slice and level. */
static void check_texel(lowering *l, LLVMValueRef thread, LLVMValueRef call, unsigned place, uint32_t access)
{
    uint32_t line, column;
    source_position(l, call, &line, &column);
    LLVMTypeRef parameters[10] = {l->pointer, l->pointer};
    for (unsigned i = 2; i < 10; i++)
        parameters[i] = l->i32;
    LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(l->c), parameters, 10, 0);
    LLVMValueRef f = LLVMGetNamedFunction(l->m, "sm_check_texel");
    if (!f) {
        f = LLVMAddFunction(l->m, "sm_check_texel", type);
        add_attribute(l, f, "nounwind");
    }
    LLVMPositionBuilderBefore(l->b, call);
    LLVMValueRef v[10] = {thread, LLVMBuildAddrSpaceCast(l->b, LLVMGetOperand(call, 0), l->pointer, "")};
    for (unsigned i = 0; i < 5; i++)
        v[2 + i] = LLVMGetOperand(call, place + i);
    v[7] = i32(l, access);
    v[8] = i32(l, line);
    v[9] = i32(l, column);
    LLVMBuildCall2(l->b, type, f, v, 10, "");
}

/* __msl_tensor_misused(kind, a, b, c) */
static void check_tensor(lowering *l, LLVMValueRef thread, LLVMValueRef call)
{
    uint32_t line, column;
    source_position(l, call, &line, &column);
    LLVMTypeRef parameters[] = {l->pointer, l->i32, l->i64, l->i64, l->i64, l->i32, l->i32};
    LLVMTypeRef type = LLVMFunctionType(l->nothing, parameters, 7, 0);
    LLVMValueRef f = LLVMGetNamedFunction(l->m, "sm_check_tensor");
    if (!f) {
        f = LLVMAddFunction(l->m, "sm_check_tensor", type);
        add_attribute(l, f, "nounwind");
    }
    LLVMPositionBuilderBefore(l->b, call);
    LLVMValueRef v[7] = {thread, [5] = i32(l, line), [6] = i32(l, column)};
    for (unsigned i = 0; i < 4; i++)
        v[1 + i] = LLVMGetOperand(call, i);
    LLVMBuildCall2(l->b, type, f, v, 7, "");
    LLVMInstructionEraseFromParent(call);
}

static void check_instruction(lowering *l, LLVMValueRef thread, LLVMValueRef i)
{
    if (LLVMIsALoadInst(i))
        check_operand(l, thread, i, 0, size_of(l, LLVMTypeOf(i)), LLVMGetAlignment(i), atomic_flags(i));
    else if (LLVMIsAStoreInst(i))
        check_operand(l, thread, i, 1, size_of(l, LLVMTypeOf(LLVMGetOperand(i, 0))), LLVMGetAlignment(i),
                      SM_ACCESS_STORE | atomic_flags(i));
    else if (LLVMIsAAtomicRMWInst(i))
        check_operand(l, thread, i, 0, size_of(l, LLVMTypeOf(i)), LLVMGetAlignment(i), update_flags(i));
    else if (LLVMIsAAtomicCmpXchgInst(i))
        check_operand(l, thread, i, 0, size_of(l, LLVMTypeOf(LLVMGetOperand(i, 1))), LLVMGetAlignment(i),
                      update_flags(i));
    else if (is_call_to(i, "llvm.memcpy") || is_call_to(i, "llvm.memmove"))
        check_copy(l, thread, i, true);
    else if (is_call_to(i, "llvm.memset"))
        check_copy(l, thread, i, false);
    else if (is_call_to(i, "__msl_texture_read") && !is_call_to(i, "__msl_texture_read_clamped"))
        check_texel(l, thread, i, 2, 0);
    else if (is_call_to(i, "__msl_texture_write"))
        check_texel(l, thread, i, 3, SM_ACCESS_STORE);
    else if (is_call_to(i, "__msl_tensor_misused"))
        check_tensor(l, thread, i);
    else if (is_call_to(i, "__msl_own"))
        check_own(l, thread, i);
    else if (is_call_to(i, "__msl_coop_place"))
        check_place(l, thread, i);
}

void instrument(lowering *l, LLVMValueRef function)
{
    LLVMValueRef thread = thread_of(l, function);
    size_t n;
    LLVMValueRef *list = instructions_of(function, &n);
    for (size_t i = 0; i < n; i++)
        check_instruction(l, thread, list[i]);
    free(list);
}

/* ---- early ends */

/* Clang sends each `return` to a block of this name, and the end of the function, too. */
static bool is_exit(LLVMBasicBlockRef block)
{
    const char *name = LLVMGetBasicBlockName(block);
    return strncmp(name, "return", 6) == 0 || strncmp(name, "cleanup", 7) == 0;
}

static uint32_t last_line(lowering *l, LLVMValueRef function)
{
    uint32_t last = 0, line, column;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b)) {
        LLVMValueRef end = LLVMGetBasicBlockTerminator(b);
        if (!LLVMIsAReturnInst(end))
            continue;
        source_position(l, end, &line, &column);
        last = line > last ? line : last;
    }
    return last;
}

/* A `return` before the kernel's end tells the checker its line, so that a thread that has left is told from one that
 * goes around a barrier. */
void mark_returns(lowering *l, LLVMValueRef kernel)
{
    uint32_t last = last_line(l, kernel), line, column;
    LLVMTypeRef type = LLVMFunctionType(l->nothing, &l->i32, 1, 0);
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(kernel); b; b = LLVMGetNextBasicBlock(b)) {
        LLVMValueRef end = LLVMGetBasicBlockTerminator(b), f = LLVMGetNamedFunction(l->m, "sm_check_return");
        if (!LLVMIsABranchInst(end) || LLVMIsConditional(end) || !is_exit(LLVMGetSuccessor(end, 0)) || is_exit(b))
            continue;
        source_position(l, end, &line, &column);
        if (!line || line == last)
            continue;
        if (!f) {
            f = LLVMAddFunction(l->m, "sm_check_return", type);
            add_attribute(l, f, "nounwind");
        }
        LLVMPositionBuilderBefore(l->b, end);
        LLVMValueRef v = i32(l, line);
        LLVMBuildCall2(l->b, type, f, &v, 1, "");
    }
}
