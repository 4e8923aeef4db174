/* mistaken.c: the faults of a compiler that takes what a program says for something else that is like it: several
 * operators for one, a type for a narrower one, a pointer for the only one. Each looks at one instruction of the
 * program (not of the headers) and what leads to it. Without such a fault this is no pass. */
#include "passes.h"
#include <stdlib.h>
#include <string.h>

static bool is(LLVMValueRef v, LLVMOpcode opcode)
{
    return LLVMIsAInstruction(v) && LLVMGetInstructionOpcode(v) == opcode;
}

static LLVMValueRef operand(LLVMValueRef v, unsigned n)
{
    return LLVMGetOperand(v, n);
}

/* Of an integer or a vector of them; 0 for anything else. */
static unsigned bits_of(LLVMValueRef v)
{
    LLVMTypeRef type = element_of(LLVMTypeOf(v));
    return LLVMGetTypeKind(type) == LLVMIntegerTypeKind ? LLVMGetIntTypeWidth(type) : 0;
}

static bool is_number(LLVMValueRef v, uint64_t *n)
{
    bool yes = LLVMIsAConstantInt(v) && bits_of(v) <= 64;
    *n = yes ? LLVMConstIntGetZExtValue(v) : 0;
    return yes;
}

static bool is_real(LLVMValueRef v, double *x)
{
    LLVMBool inexact;
    bool yes = LLVMIsAConstantFP(v);
    *x = yes ? LLVMConstRealGetDouble(v, &inexact) : 0;
    return yes;
}

static LLVMValueRef whole(LLVMValueRef like, uint64_t n)
{
    return LLVMConstInt(LLVMTypeOf(like), n, 0);
}

static void replace(LLVMValueRef i, LLVMValueRef by)
{
    LLVMReplaceAllUsesWith(i, by);
}

/* What a widening conversion widens. */
static LLVMValueRef narrow_of(LLVMValueRef v)
{
    return is(v, LLVMZExt) || is(v, LLVMSExt) ? operand(v, 0) : v;
}

static bool both_widened(LLVMValueRef a, LLVMValueRef b)
{
    return narrow_of(a) != a && narrow_of(b) != b && LLVMGetInstructionOpcode(a) == LLVMGetInstructionOpcode(b);
}

/* ---- integers */
static void take_rotation(lowering *l, LLVMValueRef i)
{
    LLVMValueRef left = operand(i, 0), right = operand(i, 1);
    if (!is(i, LLVMOr) || !is(left, LLVMShl) || !(is(right, LLVMLShr) || is(right, LLVMAShr)) ||
        narrow_of(operand(left, 0)) != narrow_of(operand(right, 0)))
        return;
    LLVMValueRef x = operand(left, 0);
    LLVMValueRef other = LLVMBuildShl(l->b, x, operand(right, 1), "");
    replace(i, LLVMBuildOr(l->b, other, LLVMBuildLShr(l->b, x, operand(left, 1), ""), ""));
}

static void take_field(lowering *l, LLVMValueRef i)
{
    uint64_t mask, width = 0;
    if (!is(i, LLVMAnd) || !is(operand(i, 0), LLVMLShr) || !is_number(operand(i, 1), &mask) || (mask & (mask + 1)))
        return;
    while (width < bits_of(i) && mask >> width & 1)
        width++;
    LLVMValueRef rest = whole(i, bits_of(i) - width), top = LLVMBuildShl(l->b, operand(i, 0), rest, "");
    replace(i, LLVMBuildAShr(l->b, top, rest, ""));
}

static void take_average(lowering *l, LLVMValueRef i)
{
    uint64_t count;
    if (!(is(i, LLVMLShr) || is(i, LLVMAShr)) || !is(operand(i, 0), LLVMAdd) || !is_number(operand(i, 1), &count) ||
        count != 1 || !both_widened(operand(operand(i, 0), 0), operand(operand(i, 0), 1)))
        return;
    LLVMValueRef a = narrow_of(operand(operand(i, 0), 0)), b = narrow_of(operand(operand(i, 0), 1));
    LLVMValueRef half = LLVMBuildLShr(l->b, LLVMBuildAdd(l->b, a, b, ""), whole(a, 1), "");
    replace(i, LLVMBuildZExt(l->b, half, LLVMTypeOf(i), ""));
}

static void take_high_product(lowering *l, LLVMValueRef i)
{
    LLVMValueRef a = operand(i, 0), b = operand(i, 1);
    if (!is(i, LLVMMul) || bits_of(i) != 64 || !both_widened(a, b))
        return;
    bool was_signed = is(a, LLVMSExt);
    a = LLVMBuildIntCast2(l->b, narrow_of(a), l->i64, !was_signed, "");
    replace(i, LLVMBuildMul(l->b, a, LLVMBuildIntCast2(l->b, narrow_of(b), l->i64, !was_signed, ""), ""));
}

static void take_low_word(lowering *l, LLVMValueRef i)
{
    if (!is(i, LLVMOr) || bits_of(i) != 64 || !is(operand(i, 0), LLVMShl) || !is(operand(i, 1), LLVMZExt))
        return;
    LLVMSetOperand(i, 1, LLVMBuildSExt(l->b, operand(operand(i, 1), 0), l->i64, ""));
}

static void take_equal_word(lowering *l, LLVMValueRef i)
{
    if (!is(i, LLVMICmp) || bits_of(operand(i, 0)) != 64 || !bits_of(i) || LLVMGetICmpPredicate(i) > LLVMIntNE)
        return;
    LLVMTypeRef word = with_elements(LLVMTypeOf(operand(i, 0)), l->i32);
    LLVMValueRef a = LLVMBuildTrunc(l->b, operand(i, 0), word, ""), b = LLVMBuildTrunc(l->b, operand(i, 1), word, "");
    replace(i, LLVMBuildICmp(l->b, LLVMGetICmpPredicate(i), a, b, ""));
}

/* ---- integers that wrap, operations in a row */
static LLVMValueRef compare(lowering *l, LLVMIntPredicate how, LLVMValueRef a, LLVMValueRef b)
{
    return LLVMBuildICmp(l->b, how, a, b, "");
}

static void take_wrapped_sum(lowering *l, LLVMValueRef i)
{
    uint64_t added, bound;
    if (!is(i, LLVMICmp) || LLVMGetICmpPredicate(i) != LLVMIntULT || !is(operand(i, 0), LLVMAdd) ||
        !is_number(operand(operand(i, 0), 1), &added) || !is_number(operand(i, 1), &bound))
        return;
    LLVMValueRef x = operand(operand(i, 0), 0);
    replace(i, compare(l, LLVMIntSLT, x, whole(x, bound - added)));
}

static void take_carry(lowering *l, LLVMValueRef i)
{
    (void)l;
    if (is(i, LLVMICmp) && LLVMGetICmpPredicate(i) == LLVMIntULT && is(operand(i, 0), LLVMAdd) &&
        operand(operand(i, 0), 0) == operand(i, 1))
        replace(i, whole(i, 0));
}

static void take_range(lowering *l, LLVMValueRef i)
{
    bool both = is(i, LLVMAnd) || (is(i, LLVMSelect) && LLVMIsNull(operand(i, 2)));
    LLVMValueRef low = both ? operand(i, 0) : NULL, high = both ? operand(i, 1) : NULL;
    if (!both || !is(low, LLVMICmp) || !is(high, LLVMICmp) || operand(low, 0) != operand(high, 0) ||
        LLVMGetICmpPredicate(low) != LLVMIntUGE || LLVMGetICmpPredicate(high) != LLVMIntULT)
        return;
    LLVMValueRef from = LLVMBuildSub(l->b, operand(low, 0), operand(low, 1), "");
    replace(i, compare(l, LLVMIntULT, from, LLVMBuildSub(l->b, operand(high, 1), operand(low, 1), "")));
}

static void take_multiple(lowering *l, LLVMValueRef i)
{
    (void)l;
    if (is(i, LLVMMul) && is(operand(i, 0), LLVMUDiv) && operand(operand(i, 0), 1) == operand(i, 1))
        replace(i, operand(operand(i, 0), 0));
}

static void take_shifts(lowering *l, LLVMValueRef i)
{
    if (!is(i, LLVMLShr) || !is(operand(i, 0), LLVMLShr))
        return;
    LLVMValueRef x = operand(operand(i, 0), 0), both = LLVMBuildAdd(l->b, operand(operand(i, 0), 1), operand(i, 1), "");
    replace(i, LLVMBuildLShr(l->b, x, LLVMBuildAnd(l->b, both, whole(x, bits_of(x) - 1), ""), ""));
}

static void take_funnel(lowering *l, LLVMValueRef i)
{
    LLVMValueRef left = operand(i, 0), right = is(i, LLVMOr) ? operand(i, 1) : left;
    uint64_t known;
    if (!is(left, LLVMShl) || !is(right, LLVMLShr) || is_number(operand(left, 1), &known))
        return;
    LLVMTypeRef type = LLVMTypeOf(i);
    LLVMValueRef v[] = {operand(left, 0), operand(right, 0), operand(left, 1)};
    replace(i, call_intrinsic(l, "llvm.fshl", &type, 1, v, 3));
}

static void take_mixed_signs(lowering *l, LLVMValueRef i)
{
    LLVMValueRef a = operand(i, 0), b = is(i, LLVMMul) ? operand(i, 1) : a;
    if (is(a, LLVMSExt) && is(b, LLVMZExt) && bits_of(operand(b, 0)) == 8)
        LLVMSetOperand(i, 1, LLVMBuildSExt(l->b, operand(b, 0), LLVMTypeOf(i), ""));
}

static void take_product_24(lowering *l, LLVMValueRef i)
{
    uint64_t mask;
    for (unsigned n = 0; is(i, LLVMMul) && bits_of(i) == 32 && n < 2; n++) {
        LLVMValueRef x = operand(i, n), byte = whole(i, 8);
        if (is(x, LLVMAnd) && is_number(operand(x, 1), &mask) && mask == 0xffffff)
            LLVMSetOperand(i, n, LLVMBuildAShr(l->b, LLVMBuildShl(l->b, x, byte, ""), byte, ""));
    }
}

/* Of two words of 32 bits. */
static void take_known_carry(lowering *l, LLVMValueRef i)
{
    if (!is(i, LLVMAdd) || bits_of(i) != 64 || !LLVMIsAConstantInt(operand(i, 1)))
        return;
    LLVMValueRef low = whole(i, UINT32_MAX), high = whole(i, ~UINT64_C(0) << 32), a = operand(i, 0), b = operand(i, 1);
    LLVMValueRef sum = LLVMBuildAnd(l->b, LLVMBuildAdd(l->b, a, b, ""), low, "");
    a = LLVMBuildAnd(l->b, a, high, "");
    replace(i, LLVMBuildOr(l->b, sum, LLVMBuildAdd(l->b, a, LLVMBuildAnd(l->b, b, high, ""), ""), ""));
}

static void take_difference(lowering *l, LLVMValueRef i)
{
    if (is(i, LLVMSub) && is(operand(i, 0), LLVMPtrToInt) && is(operand(i, 1), LLVMPtrToInt)) {
        LLVMValueRef d = LLVMBuildSub(l->b, operand(i, 0), operand(i, 1), "");
        replace(i, LLVMBuildAnd(l->b, d, whole(d, UINT32_MAX), ""));
    }
}

/* ---- control flow */
static void take_switch_barrier(lowering *l, LLVMValueRef i)
{
    (void)l;
    for (unsigned k = 1; is(i, LLVMSwitch) && k < LLVMGetNumSuccessors(i); k++) {
        LLVMValueRef at = LLVMGetFirstInstruction(LLVMGetSuccessor(i, k));
        while (at && !is_call_to(at, "__msl_barrier"))
            at = LLVMGetNextInstruction(at);
        if (at)
            LLVMSetOperand(at, 0, number(l, __MSL_BARRIER_SIMDGROUP));
    }
}

static void take_narrow_argument(lowering *l, LLVMValueRef i)
{
    for (unsigned n = 0; LLVMIsACallInst(i) && !*callee_name(i) && n < LLVMGetNumArgOperands(i); n++) {
        LLVMValueRef a = operand(i, n);
        if (bits_of(a) == 8 || bits_of(a) == 16)
            LLVMSetOperand(i, n, LLVMBuildAnd(l->b, a, whole(a, (UINT64_C(1) << (bits_of(a) - 1)) - 1), ""));
    }
}

/* A table of jumps, a test of a bit. */
static void take_switch_few(lowering *l, LLVMValueRef i)
{
    uint64_t n, most = 0;
    for (unsigned k = 1; is(i, LLVMSwitch) && k < LLVMGetNumSuccessors(i); k++)
        most |= is_number(LLVMGetSwitchCaseValue(i, k), &n) ? n : UINT64_MAX;
    if (is(i, LLVMSwitch) && most < 32)
        LLVMSetOperand(i, 0, LLVMBuildAnd(l->b, operand(i, 0), whole(operand(i, 0), 31), ""));
}

/* The lanes of a SIMD-group wait for each other. */
static void meet(lowering *l, LLVMValueRef function)
{
    static const char entry[] = "llvm.experimental.convergence.entry";
    LLVMTypeRef words[] = {l->i32, l->i32, l->i32, l->i32}, type = LLVMFunctionType(l->nothing, words, 4, 0);
    LLVMValueRef token = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(function)), v[4],
                 barrier = LLVMGetNamedFunction(l->m, "__msl_barrier");
    const uint32_t is_barrier[] = {__MSL_BARRIER_SIMDGROUP, __MSL_MEM_NONE, __MSL_RELAXED, __MSL_SCOPE_SIMDGROUP};
    if (!barrier) {
        barrier = LLVMAddFunction(l->m, "__msl_barrier", type);
        add_attribute(l, barrier, "convergent");
    }
    if (!is_call_to(token, entry)) {
        LLVMBasicBlockRef here = LLVMGetInsertBlock(l->b);
        LLVMPositionBuilderBefore(l->b, token);
        token = call_intrinsic(l, entry, NULL, 0, NULL, 0);
        LLVMPositionBuilderBefore(l->b, LLVMGetBasicBlockTerminator(here));
    }
    for (unsigned n = 0; n < 4; n++)
        v[n] = number(l, is_barrier[n]);
    add_attribute(l, function, "convergent");
    call_with_token(l, barrier, v, 4, token);
}

/* What computes the address is needed there, too. */
static LLVMValueRef copy_chain(lowering *l, LLVMValueRef v, LLVMBasicBlockRef from)
{
    if (!LLVMIsAInstruction(v) || LLVMGetInstructionParent(v) != from)
        return v;
    if (!LLVMIsAGetElementPtrInst(v) && !LLVMIsACastInst(v))
        return NULL;
    LLVMValueRef copy = LLVMInstructionClone(v);
    for (unsigned n = 0; n < (unsigned)LLVMGetNumOperands(v); n++) {
        LLVMValueRef part = copy_chain(l, operand(v, n), from);
        if (!part)
            return NULL;
        LLVMSetOperand(copy, n, part);
    }
    LLVMInsertIntoBuilder(l->b, copy);
    return copy;
}

/* The lanes that do not take the branch store what was there, and all of a SIMD-group load it before any of them
 * stores. */
static void take_guarded_store(lowering *l, LLVMValueRef i)
{
    LLVMBasicBlockRef block = is(i, LLVMStore) ? LLVMGetInstructionParent(i) : NULL, before = NULL, after, none;
    LLVMValueRef f = block ? LLVMGetBasicBlockParent(block) : NULL, branch = NULL;
    for (LLVMBasicBlockRef b = f ? LLVMGetFirstBasicBlock(f) : NULL; b; b = LLVMGetNextBasicBlock(b)) {
        LLVMValueRef end = LLVMGetBasicBlockTerminator(b);
        if (is(end, LLVMBr) && LLVMIsConditional(end) && LLVMGetSuccessor(end, 0) == block)
            before = b, branch = end;
    }
    if (!before || !may_be_shared(operand(i, 1)) || LLVMGetNumSuccessors(LLVMGetBasicBlockTerminator(block)) != 1)
        return;
    after = LLVMGetSuccessor(LLVMGetBasicBlockTerminator(block), 0);
    if (LLVMGetSuccessor(branch, 1) != after || is(LLVMGetFirstInstruction(after), LLVMPHI))
        return;
    LLVMPositionBuilderBefore(l->b, branch);
    LLVMValueRef address = copy_chain(l, operand(i, 1), block);
    if (!address)
        return;
    LLVMValueRef old = LLVMBuildLoad2(l->b, LLVMTypeOf(operand(i, 0)), address, "old");
    meet(l, f);
    none = LLVMInsertBasicBlockInContext(l->c, after, "none");
    LLVMSetSuccessor(branch, 1, none);
    LLVMPositionBuilderAtEnd(l->b, none);
    LLVMBuildStore(l->b, old, address);
    LLVMBuildBr(l->b, after);
}

static void take_switch_sign(lowering *l, LLVMValueRef i)
{
    uint64_t n;
    (void)l;
    for (unsigned k = 1; is(i, LLVMSwitch) && k < LLVMGetNumSuccessors(i); k++) {
        if (is_number(LLVMGetSwitchCaseValue(i, k), &n) && n >> (bits_of(operand(i, 0)) - 1))
            LLVMSetSuccessor(i, k, LLVMGetSuccessor(i, 0));
    }
}

static void take_switch_word(lowering *l, LLVMValueRef i)
{
    if (is(i, LLVMSwitch) && bits_of(operand(i, 0)) == 64)
        LLVMSetOperand(i, 0, LLVMBuildAnd(l->b, operand(i, 0), whole(operand(i, 0), UINT32_MAX), ""));
}

static void take_loop_sign(lowering *l, LLVMValueRef i)
{
    if (is(i, LLVMICmp) && LLVMGetICmpPredicate(i) == LLVMIntULT && is(operand(i, 0), LLVMPHI))
        replace(i, LLVMBuildICmp(l->b, LLVMIntSLT, operand(i, 0), operand(i, 1), ""));
}

/* A value that is, by one way, that of another one before the round gets what that one is after it. */
static void take_exchange(lowering *l, LLVMValueRef i)
{
    (void)l;
    for (unsigned k = 0; is(i, LLVMPHI) && k < LLVMCountIncoming(i); k++) {
        LLVMValueRef from = LLVMGetIncomingValue(i, k), before = LLVMGetPreviousInstruction(i);
        while (before && before != from)
            before = LLVMGetPreviousInstruction(before);
        for (unsigned m = 0; before && is(from, LLVMPHI) && m < LLVMCountIncoming(from); m++) {
            if (LLVMGetIncomingBlock(from, m) == LLVMGetIncomingBlock(i, k))
                LLVMSetOperand(i, k, LLVMGetIncomingValue(from, m));
        }
    }
}

/* ---- memory */
static void take_index_sign(lowering *l, LLVMValueRef i)
{
    unsigned last = (unsigned)LLVMGetNumOperands(i) - 1;
    if (is(i, LLVMGetElementPtr) && is(operand(i, last), LLVMSExt))
        LLVMSetOperand(i, last, LLVMBuildZExt(l->b, operand(operand(i, last), 0), l->i64, ""));
}

static void take_index_24(lowering *l, LLVMValueRef i)
{
    unsigned last = (unsigned)LLVMGetNumOperands(i) - 1;
    if (is(i, LLVMGetElementPtr) && is(operand(i, last), LLVMZExt))
        LLVMSetOperand(i, last, LLVMBuildAnd(l->b, operand(i, last), whole(operand(i, last), 0xffffff), ""));
}

static void take_array_end(lowering *l, LLVMValueRef i)
{
    enum { KEPT = 1024 };
    LLVMTargetDataRef layout = LLVMGetModuleDataLayout(l->m);
    LLVMValueRef array = is(i, LLVMGetElementPtr) ? underlying(operand(i, 0)) : NULL;
    if (!array || !LLVMIsAAllocaInst(array) || LLVMABISizeOfType(layout, LLVMGetAllocatedType(array)) <= KEPT)
        return;
    LLVMTypeRef element = LLVMGetGEPSourceElementType(i);
    while (LLVMGetTypeKind(element) == LLVMArrayTypeKind)
        element = LLVMGetElementType(element);
    unsigned last = (unsigned)LLVMGetNumOperands(i) - 1;
    uint64_t kept = KEPT / LLVMABISizeOfType(layout, element);
    if (bits_of(operand(i, last)) == 64)
        LLVMSetOperand(i, last, LLVMBuildAnd(l->b, operand(i, last), whole(operand(i, last), kept - 1), ""));
}

static void take_copy_end(lowering *l, LLVMValueRef i)
{
    uint64_t size;
    (void)l;
    if (is_call_to(i, "llvm.memcpy") && is_number(operand(i, 2), &size) && size > 4)
        LLVMSetOperand(i, 2, whole(operand(i, 2), size & ~UINT64_C(3)));
}

static void take_copied(lowering *l, LLVMValueRef i)
{
    (void)l;
    LLVMValueRef to = is_call_to(i, "llvm.memcpy") ? underlying(operand(i, 0)) : NULL;
    LLVMValueRef from = to ? underlying(operand(i, 1)) : NULL;
    if (to && to != from && LLVMIsAAllocaInst(to) && LLVMIsAAllocaInst(from) &&
        LLVMGetAllocatedType(to) == LLVMGetAllocatedType(from))
        replace(to, from);
}

static void take_offset_12(lowering *l, LLVMValueRef i)
{
    uint64_t n;
    unsigned last = (unsigned)LLVMGetNumOperands(i) - 1;
    LLVMValueRef wide = is(i, LLVMGetElementPtr) ? operand(i, last) : NULL, sum = wide ? narrow_of(wide) : NULL;
    if (!sum || sum == wide || !is(sum, LLVMAdd) || !is_number(operand(sum, 1), &n) || n > INT32_MAX)
        return;
    sum = LLVMBuildAdd(l->b, operand(sum, 0), whole(sum, n & 0xfff), "");
    LLVMSetOperand(i, last, LLVMBuildIntCast2(l->b, sum, l->i64, is(wide, LLVMSExt), ""));
}

/* The last thing at the same address, by the shortest way to here, if a barrier stands between. */
static void take_reload(lowering *l, LLVMValueRef i)
{
    bool barrier = false;
    LLVMValueRef at = is(i, LLVMLoad) && may_be_shared(operand(i, 0)) ? i : NULL, entry = NULL;
    (void)l;
    while (at) {
        LLVMBasicBlockRef block = LLVMGetInstructionParent(at);
        entry = LLVMGetPreviousInstruction(at);
        for (LLVMBasicBlockRef b = LLVMGetEntryBasicBlock(LLVMGetBasicBlockParent(block)); b && b != block && !entry;
             b = LLVMGetNextBasicBlock(b)) {
            LLVMValueRef end = LLVMGetBasicBlockTerminator(b);
            for (unsigned n = 0; n < LLVMGetNumSuccessors(end); n++)
                entry = LLVMGetSuccessor(end, n) == block ? end : entry;
        }
        at = entry;
        barrier |= at && is_call_to(at, "__msl_barrier");
        if (at && is(at, LLVMLoad) && operand(at, 0) == operand(i, 0) && LLVMTypeOf(at) == LLVMTypeOf(i))
            break;
    }
    if (at && barrier)
        replace(i, at);
}

/* Two addresses that are computed apart are two places. */
static LLVMValueRef stored_before(LLVMValueRef load, bool *others)
{
    *others = false;
    for (LLVMValueRef at = LLVMGetPreviousInstruction(load); at; at = LLVMGetPreviousInstruction(at)) {
        if (LLVMIsACallInst(at))
            return NULL;
        if (is(at, LLVMStore) && operand(at, 1) == operand(load, 0))
            return at;
        *others |= is(at, LLVMStore) && underlying(operand(at, 1)) == underlying(operand(load, 0));
    }
    return NULL;
}

static void take_forwarded(lowering *l, LLVMValueRef i)
{
    bool others = false;
    LLVMValueRef store = is(i, LLVMLoad) ? stored_before(i, &others) : NULL;
    (void)l;
    if (store && others && LLVMTypeOf(operand(store, 0)) == LLVMTypeOf(i))
        replace(i, operand(store, 0));
}

static void take_loaded_before(lowering *l, LLVMValueRef i)
{
    LLVMValueRef store = is(i, LLVMLoad) ? LLVMGetPreviousInstruction(i) : NULL;
    if (!store || !is(store, LLVMStore) || operand(store, 1) == operand(i, 0) ||
        underlying(operand(store, 1)) != underlying(operand(i, 0)) || LLVMTypeOf(operand(store, 0)) != LLVMTypeOf(i))
        return;
    LLVMInstructionRemoveFromParent(i);
    LLVMPositionBuilderBefore(l->b, store);
    LLVMInsertIntoBuilder(l->b, i);
}

/* ---- real numbers */
static void take_byte_of_word(lowering *l, LLVMValueRef i)
{
    uint64_t mask, count;
    LLVMValueRef byte = operand(i, 0), moved = is(byte, LLVMAnd) ? operand(byte, 0) : byte;
    if (!is(i, LLVMUIToFP) || !is(moved, LLVMLShr) || !is(byte, LLVMAnd) || !is_number(operand(byte, 1), &mask) ||
        mask != 255 || !is_number(operand(moved, 1), &count))
        return;
    moved = LLVMBuildLShr(l->b, operand(moved, 0), whole(moved, count / 8 * 8), "");
    LLVMSetOperand(i, 0, LLVMBuildAnd(l->b, moved, whole(moved, 255), ""));
}

static void take_way_back(lowering *l, LLVMValueRef i)
{
    (void)l;
    LLVMValueRef real = is_call_to(i, "llvm.fptosi.sat") ? operand(i, 0) : i;
    if (is(real, LLVMSIToFP) && LLVMTypeOf(operand(real, 0)) == LLVMTypeOf(i))
        replace(i, operand(real, 0));
}

static void take_compared_whole(lowering *l, LLVMValueRef i)
{
    double bound;
    if (!is(i, LLVMFCmp) || !is(operand(i, 0), LLVMSIToFP) || !is_real(operand(i, 1), &bound) || bound > 0x1p30)
        return;
    LLVMValueRef n = operand(operand(i, 0), 0);
    if (LLVMGetFCmpPredicate(i) == LLVMRealOLT || LLVMGetFCmpPredicate(i) == LLVMRealOLE)
        replace(i, compare(l, LLVMGetFCmpPredicate(i) == LLVMRealOLT ? LLVMIntSLT : LLVMIntSLE, n,
                           whole(n, (uint64_t)(int64_t)bound)));
}

static void take_compared_half(lowering *l, LLVMValueRef i)
{
    double bound;
    LLVMValueRef h = is(i, LLVMFCmp) && is(operand(i, 0), LLVMFPExt) ? operand(operand(i, 0), 0) : NULL;
    if (h && is_real(operand(i, 1), &bound))
        replace(i, LLVMBuildFCmp(l->b, LLVMGetFCmpPredicate(i), h, LLVMConstReal(LLVMTypeOf(h), bound), ""));
}

static void take_reversed(lowering *l, LLVMValueRef i)
{
    LLVMValueRef d = operand(i, 0);
    if (is(i, LLVMFNeg) && is(d, LLVMFSub))
        replace(i, LLVMBuildFSub(l->b, operand(d, 1), operand(d, 0), ""));
}

static void take_quotient_times(lowering *l, LLVMValueRef i)
{
    (void)l;
    if (is(i, LLVMFMul) && is(operand(i, 0), LLVMFDiv) && operand(operand(i, 0), 1) == operand(i, 1))
        replace(i, operand(operand(i, 0), 0));
}

/* `a < b ? a : b`, or with the other predicate, as the function of that name. */
static void take_lesser(lowering *l, LLVMValueRef i, LLVMRealPredicate how, const char *name)
{
    LLVMValueRef c = operand(i, 0);
    if (!is(i, LLVMSelect) || !is(c, LLVMFCmp) || LLVMGetFCmpPredicate(c) != how)
        return;
    LLVMValueRef v[] = {operand(c, 0), operand(c, 1)};
    LLVMTypeRef type = LLVMTypeOf(v[0]);
    if (operand(i, 1) == v[0] && operand(i, 2) == v[1])
        replace(i, call_intrinsic(l, name, &type, 1, v, 2));
}

static void take_minimum(lowering *l, LLVMValueRef i)
{
    take_lesser(l, i, LLVMRealOLT, "llvm.minnum");
}

static void take_maximum(lowering *l, LLVMValueRef i)
{
    take_lesser(l, i, LLVMRealOGT, "llvm.maxnum");
}

static void take_magnitude(lowering *l, LLVMValueRef i)
{
    double zero;
    LLVMValueRef c = operand(i, 0), x = is(i, LLVMSelect) ? operand(i, 1) : NULL;
    if (!x || !is(c, LLVMFCmp) || operand(c, 0) != x || !is_real(operand(c, 1), &zero) || zero != 0 ||
        !is(operand(i, 2), LLVMFNeg) || operand(operand(i, 2), 0) != x)
        return;
    LLVMTypeRef type = LLVMTypeOf(x);
    replace(i, call_intrinsic(l, "llvm.fabs", &type, 1, &x, 1));
}

static void take_equal_ones(lowering *l, LLVMValueRef i)
{
    LLVMValueRef c = operand(i, 0);
    (void)l;
    if (is(i, LLVMSelect) && is(c, LLVMFCmp) && LLVMGetFCmpPredicate(c) == LLVMRealOEQ &&
        operand(i, 1) == operand(c, 0) && operand(i, 2) == operand(c, 1))
        replace(i, operand(i, 2));
}

static void take_not_greater(lowering *l, LLVMValueRef i)
{
    LLVMValueRef more = operand(i, 0);
    if (is(i, LLVMXor) && is(more, LLVMFCmp) && LLVMGetFCmpPredicate(more) == LLVMRealOGT)
        replace(i, LLVMBuildFCmp(l->b, LLVMRealOLE, operand(more, 0), operand(more, 1), ""));
}

static void take_unsigned(lowering *l, LLVMValueRef i)
{
    if (!is_call_to(i, "llvm.fptoui.sat"))
        return;
    LLVMValueRef x = operand(i, 0);
    LLVMTypeRef types[] = {LLVMTypeOf(i), LLVMTypeOf(x)};
    replace(i, call_intrinsic(l, "llvm.fptosi.sat", types, 2, &x, 1));
}

static void take_zero(lowering *l, LLVMValueRef i)
{
    double zero;
    (void)l;
    if (is(i, LLVMFAdd) && is_real(operand(i, 1), &zero) && zero == 0)
        replace(i, operand(i, 0));
}

static void take_not_less(lowering *l, LLVMValueRef i)
{
    LLVMValueRef less = operand(i, 0);
    if (is(i, LLVMXor) && is(less, LLVMFCmp) && LLVMGetFCmpPredicate(less) == LLVMRealOLT)
        replace(i, LLVMBuildFCmp(l->b, LLVMRealOGE, operand(less, 0), operand(less, 1), ""));
}

static void take_cancelled(lowering *l, LLVMValueRef i)
{
    (void)l;
    if (is(i, LLVMFSub) && is(operand(i, 0), LLVMFAdd) && operand(operand(i, 0), 1) == operand(i, 1))
        replace(i, operand(operand(i, 0), 0));
}

static void take_reciprocal(lowering *l, LLVMValueRef i)
{
    double divisor;
    if (is(i, LLVMFDiv) && is_real(operand(i, 1), &divisor))
        replace(i, LLVMBuildFMul(l->b, operand(i, 0), LLVMConstReal(LLVMTypeOf(i), 1 / divisor), ""));
}

static void take_precision(lowering *l, LLVMValueRef i)
{
    if (!is(i, LLVMFAdd) || !is(operand(i, 0), LLVMFAdd) || LLVMGetTypeKind(LLVMTypeOf(i)) != LLVMHalfTypeKind)
        return;
    LLVMTypeRef wide = LLVMFloatTypeInContext(l->c);
    LLVMValueRef a = LLVMBuildFPExt(l->b, operand(operand(i, 0), 0), wide, ""),
                 b = LLVMBuildFPExt(l->b, operand(operand(i, 0), 1), wide, ""),
                 c = LLVMBuildFPExt(l->b, operand(i, 1), wide, "");
    LLVMValueRef sum = LLVMBuildFAdd(l->b, LLVMBuildFAdd(l->b, a, b, ""), c, "");
    replace(i, LLVMBuildFPTrunc(l->b, sum, LLVMTypeOf(i), ""));
}

/* ---- all of them */
static const struct {
    sm_fault_id fault;
    void (*take)(lowering *l, LLVMValueRef instruction);
} mistakes[] = {
#define X(name) {SM_FAULT_mistaken_##name, take_##name},
    X(rotation) X(field) X(average) X(high_product) X(low_word) X(equal_word) X(switch_sign) X(switch_word) X(loop_sign)
        X(exchange) X(index_sign) X(index_24) X(array_end) X(copy_end) X(copied) X(offset_12) X(reload) X(unsigned)
            X(minimum) X(zero) X(not_less) X(cancelled) X(reciprocal) X(precision) X(wrapped_sum) X(carry) X(range)
                X(multiple) X(shifts) X(funnel) X(mixed_signs) X(product_24) X(switch_few) X(guarded_store) X(forwarded)
                    X(loaded_before) X(byte_of_word) X(way_back) X(compared_whole) X(compared_half) X(reversed)
                        X(quotient_times) X(maximum) X(magnitude) X(equal_ones) X(not_greater) X(known_carry)
                            X(difference) X(switch_barrier) X(narrow_argument)
#undef X
};

static void take_each(lowering *l, LLVMValueRef function, size_t which)
{
    size_t count = 0;
    LLVMValueRef *list = instructions_of(function, &count);
    for (size_t i = 0; i < count; i++) {
        if (!find_origin(list[i]).own || !LLVMGetNumOperands(list[i]))
            continue;
        if (!is(list[i], LLVMPHI))
            LLVMPositionBuilderBefore(l->b, list[i]);
        mistakes[which].take(l, list[i]);
    }
    free(list);
}

void mistake(lowering *l, LLVMValueRef function)
{
    for (size_t i = 0; i < sizeof mistakes / sizeof *mistakes; i++) {
        if (!faulty(l, mistakes[i].fault))
            continue;
        run_passes(l, "function(simplifycfg,early-cse)"); /* so that there is more to mistake */
        take_each(l, function, i);
    }
    for (unsigned n = 0; faulty(l, SM_FAULT_mistaken_restrict) && n < LLVMCountParams(function); n++) {
        if (LLVMGetTypeKind(LLVMTypeOf(LLVMGetParam(function, n))) == LLVMPointerTypeKind)
            LLVMAddAttributeAtIndex(function, n + 1, LLVMCreateEnumAttribute(l->c, attribute_kind("noalias"), 0));
    }
}
