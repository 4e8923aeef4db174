/* undefined.c: in checked mode, what a thread does with its own arrays and numbers that is undefined, which LLVM would
 * use: elements outside of an array, and the sign of a difference that overflows (MSL 3.1), as in `a - b < 0`. */
#include "passes.h"
#include <llvm-c/Target.h>
#include <stdlib.h>

/* ---- Telling. The code goes into a small function that is inlined, so that LLVM splits the blocks. */

/* void NAME(thread, bad, a, b, access, line, column): if it is bad, the engine's function of that name is called. */
static LLVMValueRef telling_function(lowering *l, const char *engine)
{
    char *name = format_text("%s_if", engine);
    LLVMValueRef f = LLVMGetNamedFunction(l->m, name);
    if (f)
        return f;
    LLVMTypeRef parameters[] = {l->pointer, LLVMInt1TypeInContext(l->c), l->i64, l->i64, l->i32, l->i32, l->i32};
    LLVMTypeRef passed[] = {l->pointer, l->i64, l->i64, l->i32, l->i32, l->i32};
    f = add_inlined_function(l, name, parameters, 7);
    LLVMBasicBlockRef first = LLVMAppendBasicBlockInContext(l->c, f, ""),
                      bad = LLVMAppendBasicBlockInContext(l->c, f, ""),
                      end = LLVMAppendBasicBlockInContext(l->c, f, "");
    LLVMPositionBuilderAtEnd(l->b, first);
    LLVMBuildCondBr(l->b, LLVMGetParam(f, 1), bad, end);
    LLVMPositionBuilderAtEnd(l->b, bad);
    LLVMTypeRef type = LLVMFunctionType(l->nothing, passed, 6, 0);
    LLVMValueRef told = LLVMAddFunction(l->m, engine, type),
                 v[] = {LLVMGetParam(f, 0), LLVMGetParam(f, 2), LLVMGetParam(f, 3),
                        LLVMGetParam(f, 4), LLVMGetParam(f, 5), LLVMGetParam(f, 6)};
    add_attribute(l, told, "nounwind");
    LLVMBuildCall2(l->b, type, told, v, 6, "");
    LLVMBuildBr(l->b, end);
    LLVMPositionBuilderAtEnd(l->b, end);
    LLVMBuildRetVoid(l->b);
    return f;
}

static void tell_if(lowering *l, const char *engine, LLVMValueRef thread, LLVMValueRef at, LLVMValueRef bad,
                    LLVMValueRef a, LLVMValueRef b, uint32_t access)
{
    uint32_t line, column;
    source_position(l, at, &line, &column);
    LLVMValueRef f = telling_function(l, engine);
    LLVMPositionBuilderBefore(l->b, at);
    LLVMValueRef v[] = {thread, bad, a, b, number(l, access), number(l, line), number(l, column)};
    LLVMBuildCall2(l->b, LLVMGlobalGetValueType(f), f, v, 7, "");
}

/* ---- Arrays */

static LLVMValueRef wide(lowering *l, uint64_t v)
{
    return LLVMConstInt(l->i64, v, 0);
}

/* The bytes that one step of an address computation adds, and whether they are known beforehand. */
static LLVMValueRef step_bytes(lowering *l, LLVMValueRef step, bool *fixed)
{
    LLVMTargetDataRef layout = LLVMGetModuleDataLayout(l->m);
    LLVMTypeRef type = LLVMGetGEPSourceElementType(step);
    LLVMValueRef bytes = wide(l, 0);
    for (unsigned i = 1; i < (unsigned)LLVMGetNumOperands(step); i++) {
        LLVMValueRef index = LLVMGetOperand(step, i), scaled;
        *fixed &= LLVMIsAConstantInt(index) != NULL;
        if (i > 1 && LLVMGetTypeKind(type) == LLVMStructTypeKind) {
            unsigned member = (unsigned)LLVMConstIntGetZExtValue(index);
            scaled = wide(l, LLVMOffsetOfElement(layout, type, member));
            type = LLVMStructGetTypeAtIndex(type, member);
        } else {
            type = i > 1 ? LLVMGetElementType(type) : type;
            scaled = LLVMBuildMul(l->b, LLVMBuildIntCast2(l->b, index, l->i64, 1, ""),
                                  wide(l, LLVMABISizeOfType(layout, type)), "");
        }
        bytes = LLVMBuildAdd(l->b, bytes, scaled, "");
    }
    return bytes;
}

static bool is_step(LLVMValueRef p)
{
    return LLVMIsAGetElementPtrInst(p) || LLVMIsAAddrSpaceCastInst(p);
}

void check_own(lowering *l, LLVMValueRef thread, LLVMValueRef instruction, unsigned operand, LLVMValueRef size,
               uint32_t access)
{
    LLVMValueRef p = LLVMGetOperand(instruction, operand), object = p, offset = wide(l, 0);
    bool fixed = true;
    while (is_step(object))
        object = LLVMGetOperand(object, 0);
    if (!LLVMIsAAllocaInst(object) || !LLVMIsAConstantInt(LLVMGetOperand(object, 0)))
        return;
    LLVMPositionBuilderBefore(l->b, instruction);
    for (LLVMValueRef at = p; at != object; at = LLVMGetOperand(at, 0))
        if (LLVMIsAGetElementPtrInst(at))
            offset = LLVMBuildAdd(l->b, offset, step_bytes(l, at, &fixed), "");
    if (fixed)
        return;
    LLVMValueRef length = wide(l, LLVMConstIntGetZExtValue(LLVMGetOperand(object, 0)) *
                                      LLVMABISizeOfType(LLVMGetModuleDataLayout(l->m), LLVMGetAllocatedType(object)));
    LLVMValueRef room = LLVMBuildSub(l->b, length, LLVMBuildZExt(l->b, size, l->i64, ""), "");
    LLVMValueRef outside = LLVMBuildICmp(l->b, LLVMIntUGT, offset, room, "outside");
    LLVMValueRef begin = LLVMBuildAddrSpaceCast(l->b, object, LLVMTypeOf(p), "");
    tell_if(l, "sm_check_own", thread, instruction, outside, offset, length, access);
    LLVMSetOperand(instruction, operand, LLVMBuildSelect(l->b, outside, begin, p, ""));
}

/* ---- Differences */

static bool is_signed_order(LLVMIntPredicate p)
{
    return p == LLVMIntSLT || p == LLVMIntSLE || p == LLVMIntSGT || p == LLVMIntSGE;
}

/* `difference < 0` and the like */
static void check_order(lowering *l, LLVMValueRef thread, LLVMValueRef compare)
{
    for (unsigned side = 0; side < 2; side++) {
        LLVMValueRef difference = LLVMGetOperand(compare, side), zero = LLVMGetOperand(compare, 1 - side);
        if (!LLVMIsConstant(zero) || !LLVMIsNull(zero) || !LLVMIsABinaryOperator(difference) ||
            LLVMGetInstructionOpcode(difference) != LLVMSub || !LLVMGetNSW(difference))
            continue;
        LLVMTypeRef type = LLVMTypeOf(difference);
        if (LLVMGetTypeKind(type) != LLVMIntegerTypeKind || LLVMGetIntTypeWidth(type) > 64)
            continue;
        LLVMPositionBuilderBefore(l->b, compare);
        LLVMValueRef x = LLVMGetOperand(difference, 0), y = LLVMGetOperand(difference, 1);
        LLVMValueRef wrapped = LLVMBuildSub(l->b, x, y, ""), differ = LLVMBuildXor(l->b, x, y, "");
        LLVMValueRef turned = LLVMBuildAnd(l->b, differ, LLVMBuildXor(l->b, x, wrapped, ""), "");
        LLVMValueRef bad = LLVMBuildICmp(l->b, LLVMIntSLT, turned, LLVMConstNull(type), "overflows");
        tell_if(l, "sm_check_difference", thread, compare, bad, LLVMBuildSExt(l->b, x, l->i64, ""),
                LLVMBuildSExt(l->b, y, l->i64, ""), LLVMGetIntTypeWidth(type));
    }
}

void check_differences(lowering *l, LLVMValueRef function)
{
    LLVMValueRef thread = thread_of(l, function);
    size_t n;
    LLVMValueRef *list = instructions_of(function, &n);
    for (size_t i = 0; i < n; i++)
        if (LLVMIsAICmpInst(list[i]) && is_signed_order(LLVMGetICmpPredicate(list[i])))
            check_order(l, thread, list[i]);
    free(list);
}
