/* undefined.c: in checked mode, what a thread does with its own arrays and numbers that is undefined, which LLVM would
 * use: elements outside of an array (own_arrays.c), the sign of a difference that overflows (MSL 3.1), as in
 * `a - b < 0`, and integers of numbers that they do not hold (MSL 2.23). */
#include "passes.h"
#include <math.h>
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

/* ---- Arrays: what own_arrays.c has marked */

/* __msl_own(outside, offset, length, access) */
void check_own(lowering *l, LLVMValueRef thread, LLVMValueRef call)
{
    tell_if(l, "sm_check_own", thread, call, LLVMGetOperand(call, 0), LLVMGetOperand(call, 1), LLVMGetOperand(call, 2),
            (uint32_t)constant_operand(call, 3));
    LLVMInstructionEraseFromParent(call);
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

/* ---- Conversions, which arithmetic.c has made saturate */

/* Whether the float is a number, but none that the integer holds when its fraction is cut off. */
static LLVMValueRef is_beyond(const lowering *l, LLVMValueRef x, unsigned bits, bool is_signed)
{
    enum { EXACT = 24 }; /* of float's numbers up to 2^24 all are integers, and more */
    LLVMTypeRef type = LLVMTypeOf(x);
    double highest = ldexp(1, (int)(is_signed ? bits - 1 : bits)), lowest = is_signed ? -highest : 0;
    bool exact = !is_signed || bits < EXACT;
    LLVMValueRef low = exact ? LLVMBuildFCmp(l->b, LLVMRealOLE, x, LLVMConstReal(type, lowest - 1), "")
                             : LLVMBuildFCmp(l->b, LLVMRealOLT, x, LLVMConstReal(type, lowest), "");
    LLVMValueRef high = LLVMBuildFCmp(l->b, LLVMRealOGE, x, LLVMConstReal(type, highest), "");
    LLVMValueRef above = LLVMBuildFCmp(l->b, LLVMRealOGT, x, LLVMConstReal(type, -INFINITY), ""),
                 below = LLVMBuildFCmp(l->b, LLVMRealOLT, x, LLVMConstReal(type, INFINITY), "");
    return LLVMBuildOr(l->b, LLVMBuildAnd(l->b, low, above, ""), LLVMBuildAnd(l->b, high, below, ""), "beyond");
}

static void check_conversion(lowering *l, LLVMValueRef thread, LLVMValueRef call, bool is_signed)
{
    LLVMTypeRef type = LLVMTypeOf(call), wide = LLVMFloatTypeInContext(l->c);
    LLVMValueRef x = LLVMGetOperand(call, 0);
    unsigned bits = LLVMGetTypeKind(type) == LLVMIntegerTypeKind ? LLVMGetIntTypeWidth(type) : 0;
    if (!bits || LLVMGetTypeKind(LLVMTypeOf(x)) == LLVMDoubleTypeKind || !find_origin(call).own)
        return;
    LLVMPositionBuilderBefore(l->b, call);
    if (LLVMTypeOf(x) != wide)
        x = LLVMBuildFPExt(l->b, x, wide, "");
    LLVMValueRef bad = is_beyond(l, x, bits, is_signed),
                 shown = LLVMBuildFPExt(l->b, x, LLVMDoubleTypeInContext(l->c), "");
    tell_if(l, "sm_check_conversion", thread, call, bad, LLVMBuildBitCast(l->b, shown, l->i64, ""),
            LLVMConstInt(l->i64, is_signed, 0), bits);
}

void check_conversions(lowering *l, LLVMValueRef function)
{
    LLVMValueRef thread = thread_of(l, function);
    size_t n;
    LLVMValueRef *list = instructions_of(function, &n);
    for (size_t i = 0; i < n; i++)
        if (is_call_to(list[i], "llvm.fptosi.sat") || is_call_to(list[i], "llvm.fptoui.sat"))
            check_conversion(l, thread, list[i], is_call_to(list[i], "llvm.fptosi.sat"));
    free(list);
}
