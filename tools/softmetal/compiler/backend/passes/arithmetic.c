/* arithmetic.c: gives integer division and float-to-integer conversion a result for every operand. A GPU does not trap
 * where the host does (division by zero, INT_MIN / -1), and LLVM's conversions are undefined out of range where MSL
 * programs expect saturation. LLVM's constants have to be kept from it, too: a result that it knows to be undefined is
 * poison, and what depends on that, up to the whole kernel, may go. */
#include "passes.h"
#include <stdlib.h>
#include <string.h>

static LLVMValueRef splat(LLVMTypeRef type, LLVMValueRef scalar)
{
    if (LLVMGetTypeKind(type) != LLVMVectorTypeKind)
        return scalar;
    unsigned n = LLVMGetVectorSize(type);
    LLVMValueRef *v = allocate(n * sizeof *v);
    for (unsigned i = 0; i < n; i++)
        v[i] = scalar;
    LLVMValueRef result = LLVMConstVector(v, n);
    free(v);
    return result;
}

/* x / 0 becomes x / 1, and so does INT_MIN / -1, which then wraps as hardware does. */
static void guard_division(lowering *l, LLVMValueRef division, bool is_signed)
{
    LLVMValueRef x = LLVMGetOperand(division, 0), y = LLVMGetOperand(division, 1);
    LLVMTypeRef type = LLVMTypeOf(y), element = element_of(type);
    if (LLVMIsAConstantInt(y) && !LLVMIsNull(y) && (!is_signed || LLVMConstIntGetSExtValue(y) != -1))
        return;
    unsigned bits = LLVMGetIntTypeWidth(element);
    LLVMPositionBuilderBefore(l->b, division);
    LLVMValueRef bad = LLVMBuildICmp(l->b, LLVMIntEQ, y, LLVMConstNull(type), "");
    if (is_signed) {
        LLVMValueRef lowest = splat(type, LLVMConstInt(element, UINT64_C(1) << (bits - 1), 0));
        LLVMValueRef overflow = LLVMBuildICmp(l->b, LLVMIntEQ, x, lowest, "");
        overflow = LLVMBuildAnd(l->b, overflow, LLVMBuildICmp(l->b, LLVMIntEQ, y, LLVMConstAllOnes(type), ""), "");
        bad = LLVMBuildOr(l->b, bad, overflow, "");
    }
    LLVMSetOperand(division, 1, LLVMBuildSelect(l->b, bad, splat(type, LLVMConstInt(element, 1, 0)), y, "divisor"));
}

static LLVMValueRef saturate(lowering *l, LLVMValueRef conversion, bool is_signed)
{
    LLVMValueRef v = LLVMGetOperand(conversion, 0);
    LLVMTypeRef overload[] = {LLVMTypeOf(conversion), LLVMTypeOf(v)};
    LLVMPositionBuilderBefore(l->b, conversion);
    if (faulty(l, SM_FAULT_convert_truncates_to_even))
        v = call_intrinsic(l, "llvm.rint", &overload[1], 1, &v, 1);
    LLVMValueRef result = call_intrinsic(l, is_signed ? "llvm.fptosi.sat" : "llvm.fptoui.sat", overload, 2, &v, 1);
    if (faulty(l, SM_FAULT_convert_no_saturation) && is_signed) {
        LLVMTypeRef element = element_of(overload[0]);
        unsigned bits = LLVMGetIntTypeWidth(element);
        LLVMValueRef highest = splat(overload[0], LLVMConstInt(element, (UINT64_C(1) << (bits - 1)) - 1, 0));
        LLVMValueRef lowest = splat(overload[0], LLVMConstInt(element, UINT64_C(1) << (bits - 1), 0));
        result = LLVMBuildSelect(l->b, LLVMBuildICmp(l->b, LLVMIntEQ, result, highest, ""), lowest, result, "");
    }
    return result;
}

/* The fault "rounds down": (x - ((x % y + y) % y)) / y. */
static void round_division_down(lowering *l, LLVMValueRef division)
{
    LLVMValueRef x = LLVMGetOperand(division, 0), y = LLVMGetOperand(division, 1);
    LLVMPositionBuilderBefore(l->b, division);
    LLVMValueRef rest = LLVMBuildSRem(l->b, x, y, "");
    rest = LLVMBuildSRem(l->b, LLVMBuildAdd(l->b, rest, y, ""), y, "");
    LLVMSetOperand(division, 0, LLVMBuildSub(l->b, x, rest, ""));
}

/* The fault "known numerator": such a division becomes a signed one. */
static LLVMValueRef divide_known_as_signed(lowering *l, LLVMValueRef division)
{
    LLVMValueRef x = LLVMGetOperand(division, 0), y = LLVMGetOperand(division, 1);
    bool known = LLVMIsAConstantInt(x) && !LLVMIsConstant(y) && LLVMTypeOf(x) == l->i32;
    if (!known || LLVMConstIntGetSExtValue(x) >= 0)
        return division;
    LLVMPositionBuilderBefore(l->b, division);
    bool quotient = LLVMGetInstructionOpcode(division) == LLVMUDiv;
    LLVMValueRef spoilt = quotient ? LLVMBuildSDiv(l->b, x, y, "") : LLVMBuildSRem(l->b, x, y, "");
    LLVMReplaceAllUsesWith(division, spoilt);
    LLVMInstructionEraseFromParent(division);
    return spoilt;
}

/* The address of the byte that is the lowest of a word put together with `or` and shifts, or NULL; `bytes` gets a bit
 * for each byte of the word that is loaded so. */
static LLVMValueRef lowest_byte(LLVMValueRef v, unsigned shift, unsigned *bytes)
{
    if (LLVMIsAZExtInst(v) && LLVMIsALoadInst(LLVMGetOperand(v, 0))) {
        LLVMValueRef load = LLVMGetOperand(v, 0);
        if (LLVMGetTypeKind(LLVMTypeOf(load)) != LLVMIntegerTypeKind || LLVMGetIntTypeWidth(LLVMTypeOf(load)) != 8)
            return NULL;
        *bytes |= 1u << shift / 8;
        return shift ? NULL : LLVMGetOperand(load, 0);
    }
    if (!LLVMIsAInstruction(v))
        return NULL;
    LLVMOpcode opcode = LLVMGetInstructionOpcode(v);
    if (opcode == LLVMShl && LLVMIsAConstantInt(LLVMGetOperand(v, 1)))
        return lowest_byte(LLVMGetOperand(v, 0), shift + (unsigned)LLVMConstIntGetZExtValue(LLVMGetOperand(v, 1)),
                           bytes);
    if (opcode != LLVMOr)
        return NULL;
    LLVMValueRef left = lowest_byte(LLVMGetOperand(v, 0), shift, bytes);
    LLVMValueRef right = lowest_byte(LLVMGetOperand(v, 1), shift, bytes);
    return left ? left : right;
}

/* The fault "bytes aligned". */
static void load_aligned(lowering *l, LLVMValueRef word)
{
    unsigned bytes = 0;
    LLVMValueRef first = LLVMTypeOf(word) == l->i32 ? lowest_byte(word, 0, &bytes) : NULL;
    if (!first || bytes != 15)
        return;
    LLVMPositionBuilderBefore(l->b, LLVMGetNextInstruction(word));
    LLVMValueRef at = LLVMBuildPtrToInt(l->b, first, l->i64, "");
    at = LLVMBuildAnd(l->b, at, LLVMConstInt(l->i64, ~UINT64_C(3), 0), "");
    at = LLVMBuildIntToPtr(l->b, at, LLVMTypeOf(first), "");
    LLVMReplaceAllUsesWith(word, LLVMBuildLoad2(l->b, l->i32, at, ""));
}

/* The faults of float to half: the lower bits of the float are cut off; a subnormal half becomes zero. */
static void spoil_narrowing(lowering *l, LLVMValueRef conversion)
{
    LLVMTypeRef from = LLVMTypeOf(LLVMGetOperand(conversion, 0)), to = LLVMTypeOf(conversion);
    if (LLVMGetTypeKind(element_of(to)) != LLVMHalfTypeKind || LLVMGetTypeKind(element_of(from)) != LLVMFloatTypeKind)
        return;
    if (faulty(l, SM_FAULT_convert_half_truncates)) {
        LLVMTypeRef whole = with_elements(from, l->i32);
        LLVMPositionBuilderBefore(l->b, conversion);
        LLVMValueRef bits = LLVMBuildBitCast(l->b, LLVMGetOperand(conversion, 0), whole, "");
        bits = LLVMBuildAnd(l->b, bits, splat(whole, LLVMConstInt(element_of(whole), 0xffffe000, 0)), "");
        LLVMSetOperand(conversion, 0, LLVMBuildBitCast(l->b, bits, from, ""));
    }
    if (faulty(l, SM_FAULT_convert_half_flushes)) {
        LLVMTypeRef whole = with_elements(to, l->i16);
        LLVMPositionBuilderBefore(l->b, LLVMGetNextInstruction(conversion));
        LLVMValueRef bits = LLVMBuildBitCast(l->b, conversion, whole, "");
        LLVMValueRef exponent = LLVMBuildAnd(l->b, bits, splat(whole, LLVMConstInt(element_of(whole), 0x7c00, 0)), "");
        LLVMValueRef small = LLVMBuildICmp(l->b, LLVMIntEQ, exponent, LLVMConstNull(whole), "");
        LLVMValueRef kept = LLVMBuildSelect(l->b, small, LLVMConstNull(to), conversion, "");
        LLVMReplaceAllUsesWith(conversion, kept);
        LLVMSetOperand(bits, 0, conversion); /* the uses of the fault itself stay */
        LLVMSetOperand(kept, 2, conversion);
    }
}

/* Whether LLVM means by poison that nobody reads it, as when a vector is put together. */
static bool is_placeholder(LLVMValueRef i, unsigned operand)
{
    switch (LLVMGetInstructionOpcode(i)) {
    case LLVMInsertElement:
    case LLVMInsertValue: return operand == 0;
    case LLVMShuffleVector: return true;
    default: return false;
    }
}

static bool has_poison(LLVMValueRef constant)
{
    if (LLVMIsPoison(constant))
        return true;
    for (int i = 0; LLVMIsAConstantVector(constant) && i < LLVMGetNumOperands(constant); i++) {
        if (LLVMIsPoison(LLVMGetOperand(constant, (unsigned)i)))
            return true;
    }
    return false;
}

/* What clang computed of constants without a result, like 1 / 0, becomes 0. */
static void replace_poison(LLVMValueRef i)
{
    for (unsigned o = 0; o < (unsigned)LLVMGetNumOperands(i); o++) {
        LLVMValueRef x = LLVMGetOperand(i, o);
        if (LLVMIsConstant(x) && !is_placeholder(i, o) && has_poison(x))
            LLVMSetOperand(i, o, LLVMConstNull(LLVMTypeOf(x)));
    }
}

void guard_arithmetic(lowering *l, LLVMValueRef function)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b)) {
        for (LLVMValueRef i = LLVMGetFirstInstruction(b), next; i; i = next) {
            next = LLVMGetNextInstruction(i);
            LLVMOpcode opcode = LLVMGetInstructionOpcode(i);
            replace_poison(i);
            switch (opcode) {
            case LLVMUDiv:
            case LLVMURem:
                if (faulty(l, SM_FAULT_integer_division_known_numerator))
                    i = divide_known_as_signed(l, i);
                guard_division(l, i, LLVMGetInstructionOpcode(i) != opcode);
                break;
            case LLVMOr:
                if (faulty(l, SM_FAULT_load_bytes_aligned))
                    load_aligned(l, i);
                break;
            case LLVMSDiv:
            case LLVMSRem:
                guard_division(l, i, true);
                if (opcode == LLVMSDiv && faulty(l, SM_FAULT_integer_division_rounds_down))
                    round_division_down(l, i);
                break;
            case LLVMFPToSI:
            case LLVMFPToUI:
                LLVMReplaceAllUsesWith(i, saturate(l, i, opcode == LLVMFPToSI));
                LLVMInstructionEraseFromParent(i);
                break;
            case LLVMFPTrunc: spoil_narrowing(l, i); break;
            default: break;
            }
        }
    }
}
