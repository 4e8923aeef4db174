/* group.c: operations of SIMD- and quad-groups in vector code. All lanes that take part are there at once, in the
 * mask, so that nobody waits. The frequent ones become vector instructions that compute what engine/functions/simd.c
 * says; the others call it. A threadgroup barrier is a call that comes back when all SIMD-groups of the threadgroup
 * have made theirs. */
#include "vectoriser.h"
#include <math.h>
#include <string.h>

/* Operand a of each lane, as a number of its own width. */
static LLVMValueRef operand_bits(const vectoriser *v, LLVMValueRef call, uint32_t type)
{
    LLVMTypeRef narrow = LLVMVectorType(LLVMIntTypeInContext(v->l->c, sm_element_bits(type)), v->width);
    return LLVMBuildTrunc(v->l->b, wide_value(v, LLVMGetOperand(call, 2)), narrow, "");
}

/* 64 bits again: of a number or a vector of numbers. */
static LLVMValueRef result_bits(const vectoriser *v, LLVMValueRef x)
{
    bool wide = LLVMGetTypeKind(LLVMTypeOf(x)) == LLVMVectorTypeKind;
    return LLVMBuildZExt(v->l->b, x, wide ? LLVMVectorType(v->l->i64, v->width) : v->l->i64, "");
}

static LLVMValueRef mask_number(const vectoriser *v)
{
    return LLVMBuildZExt(v->l->b, mask_bits(v, v->mask), v->l->i64, "active");
}

/* ---- through the engine */
static LLVMValueRef operand_place(const vectoriser *v, LLVMValueRef variable, unsigned which)
{
    return byte_address(v->l, variable, (size_t)which * 8 * v->width);
}

/* The operands of all lanes go into memory, one array each; the result comes from there. */
static LLVMValueRef ask_engine(const vectoriser *v, LLVMValueRef call, bool varies)
{
    lowering *l = v->l;
    LLVMBuilderRef b = l->b;
    LLVMTypeRef wide = LLVMVectorType(l->i64, v->width), parameter[] = {l->pointer, l->i32, l->i64, l->pointer},
                type = LLVMFunctionType(l->nothing, parameter, 4, 0);
    LLVMValueRef variable = new_variable(v, LLVMArrayType2(wide, 4));
    for (unsigned o = 0; o < 3; o++) {
        LLVMValueRef x = wide_value(v, LLVMGetOperand(call, 2 + o));
        LLVMBuildStore(b, LLVMBuildIntCast2(b, x, wide, 0, ""), operand_place(v, variable, o));
    }
    LLVMValueRef f = LLVMGetNamedFunction(l->m, "sm_vector_meet"),
                 a[] = {v->group, LLVMGetOperand(call, 0), mask_number(v), variable};
    if (!f) {
        f = LLVMAddFunction(l->m, "sm_vector_meet", type);
        add_attribute(l, f, "nounwind");
    }
    LLVMBuildCall2(b, type, f, a, 4, "");
    LLVMValueRef result = operand_place(v, variable, 3);
    if (varies)
        return LLVMBuildLoad2(b, wide, result, "");
    LLVMValueRef first = first_lane(v);
    return LLVMBuildLoad2(b, l->i64, LLVMBuildInBoundsGEP2(b, l->i64, result, &first, 1, ""), "");
}

/* ---- votes */
static LLVMValueRef ballot(const vectoriser *v, LLVMValueRef call)
{
    LLVMValueRef set = LLVMBuildTrunc(v->l->b, wide_value(v, LLVMGetOperand(call, 2)), v->mask_type, "");
    set = LLVMBuildSelect(v->l->b, v->mask, set, LLVMConstNull(v->mask_type), "");
    return mask_bits(v, set);
}

static LLVMValueRef vote(const vectoriser *v, LLVMValueRef call, uint32_t operation)
{
    LLVMBuilderRef b = v->l->b;
    LLVMValueRef mask = mask_bits(v, v->mask);
    switch (operation) {
    case __MSL_ALL: return result_bits(v, LLVMBuildICmp(b, LLVMIntEQ, ballot(v, call), mask, ""));
    case __MSL_ANY: return result_bits(v, LLVMBuildICmp(b, LLVMIntNE, ballot(v, call), LLVMConstNull(v->bits), ""));
    case __MSL_BALLOT: return LLVMBuildZExt(b, ballot(v, call), v->l->i64, "");
    case __MSL_ACTIVE_MASK: return mask_number(v);
    default: {
        LLVMValueRef first = splat_value(v, first_lane(v));
        return result_bits(v, LLVMBuildICmp(b, LLVMIntEQ, lane_numbers(v, v->l->i32), first, ""));
    }
    }
}

/* ---- reductions */
static const char *reduction(uint32_t operation, uint32_t type)
{
    switch (operation) {
    case __MSL_SUM: return "llvm.vector.reduce.add";
    case __MSL_PRODUCT: return "llvm.vector.reduce.mul";
    case __MSL_AND: return "llvm.vector.reduce.and";
    case __MSL_OR: return "llvm.vector.reduce.or";
    case __MSL_XOR: return "llvm.vector.reduce.xor";
    case __MSL_MINIMUM: return sm_element_is_signed(type) ? "llvm.vector.reduce.smin" : "llvm.vector.reduce.umin";
    default: return sm_element_is_signed(type) ? "llvm.vector.reduce.smax" : "llvm.vector.reduce.umax";
    }
}

/* What changes nothing. */
static LLVMValueRef neutral(LLVMTypeRef element, uint32_t operation, uint32_t type)
{
    unsigned n = LLVMGetIntTypeWidth(element);
    uint64_t sign = UINT64_C(1) << (n - 1);
    switch (operation) {
    case __MSL_PRODUCT: return LLVMConstInt(element, 1, 0);
    case __MSL_AND: return LLVMConstAllOnes(element);
    case __MSL_MINIMUM:
        return sm_element_is_signed(type) ? LLVMConstInt(element, sign - 1, 0) : LLVMConstAllOnes(element);
    case __MSL_MAXIMUM: return LLVMConstInt(element, sm_element_is_signed(type) ? sign : 0, 0);
    default: return LLVMConstNull(element);
    }
}

static LLVMValueRef reduce_integers(const vectoriser *v, LLVMValueRef x, const sm_site *site)
{
    LLVMTypeRef wide = LLVMTypeOf(x);
    LLVMValueRef none = splat_value(v, neutral(LLVMGetElementType(wide), site->operation, site->type));
    x = LLVMBuildSelect(v->l->b, v->mask, x, none, "");
    return result_bits(v, call_intrinsic(v->l, reduction(site->operation, site->type), &wide, 1, &x, 1));
}

/* Every second lane, from `first` on. */
static LLVMValueRef alternate_lanes(const vectoriser *v, LLVMValueRef x, unsigned first)
{
    LLVMValueRef index[MOST_LANES];
    unsigned n = LLVMGetVectorSize(LLVMTypeOf(x)) / 2;
    for (unsigned i = 0; i < n; i++)
        index[i] = number(v->l, first + 2 * i);
    return LLVMBuildShuffleVector(v->l->b, x, LLVMGetPoison(LLVMTypeOf(x)), LLVMConstVector(index, n), "");
}

/* As a tree, that of simd.c for the device's profile; adding -0 changes no number. */
static LLVMValueRef sum_floats(const vectoriser *v, LLVMValueRef bits)
{
    LLVMBuilderRef b = v->l->b;
    LLVMTypeRef type = LLVMFloatTypeInContext(v->l->c), wide = LLVMVectorType(type, v->width);
    LLVMValueRef zero = splat_value(v, LLVMConstReal(type, -0.0)), x = LLVMBuildBitCast(b, bits, wide, "");
    x = LLVMBuildSelect(b, v->mask, x, zero, "");
    for (unsigned n = v->width / 2; n; n /= 2)
        x = v->l->target.apple ? LLVMBuildFAdd(b, alternate_lanes(v, x, 0), alternate_lanes(v, x, 1), "")
                               : LLVMBuildFAdd(b, take_part(v, x, 0, n), take_part(v, x, n, n), "");
    LLVMValueRef sum = LLVMBuildExtractElement(b, x, number(v->l, 0), "sum");
    return result_bits(v, LLVMBuildBitCast(b, sum, v->l->i32, ""));
}

/* The first lane's of the least, or greatest, numbers; the last lane's if there are only NaNs (simd.c). */
static LLVMValueRef extreme_float(const vectoriser *v, LLVMValueRef bits, uint32_t operation)
{
    LLVMBuilderRef b = v->l->b;
    bool least = operation == __MSL_MINIMUM;
    LLVMTypeRef number = LLVMFloatTypeInContext(v->l->c), wide = LLVMVectorType(number, v->width), type = v->bits;
    LLVMValueRef x = LLVMBuildBitCast(b, bits, wide, ""), none = LLVMConstNull(v->mask_type);
    LLVMValueRef numbers = LLVMBuildSelect(b, v->mask, LLVMBuildFCmp(b, LLVMRealORD, x, x, ""), none, "");
    LLVMValueRef end = splat_value(v, LLVMConstReal(number, least ? INFINITY : -INFINITY)),
                 y = LLVMBuildSelect(b, numbers, x, end, "");
    LLVMValueRef best =
        call_intrinsic(v->l, least ? "llvm.vector.reduce.fmin" : "llvm.vector.reduce.fmax", &wide, 1, &y, 1);
    LLVMSetFastMathFlags(best, LLVMFastMathNoNaNs | LLVMFastMathNoSignedZeros);
    LLVMValueRef same = LLVMBuildFCmp(b, LLVMRealOEQ, x, splat_value(v, best), "");
    LLVMValueRef found = mask_bits(v, LLVMBuildSelect(b, numbers, same, none, ""));
    LLVMValueRef a[] = {found, LLVMConstInt(v->l->i1, 0, 0)}, c[] = {mask_bits(v, v->mask), a[1]};
    LLVMValueRef first = call_intrinsic(v->l, "llvm.cttz", &type, 1, a, 2),
                 before = call_intrinsic(v->l, "llvm.ctlz", &type, 1, c, 2);
    LLVMValueRef last = LLVMBuildSub(b, LLVMConstInt(v->bits, v->width - 1, 0), before, "");
    LLVMValueRef any = LLVMBuildICmp(b, LLVMIntNE, found, LLVMConstNull(v->bits), "");
    LLVMValueRef lane = LLVMBuildIntCast2(b, LLVMBuildSelect(b, any, first, last, ""), v->l->i32, 0, "lane");
    return result_bits(v, element_at(v, bits, lane));
}

/* `bits`: the operand of the lanes of one SIMD-group. */
static LLVMValueRef reduce(const vectoriser *v, LLVMValueRef bits, const sm_site *site)
{
    if (!sm_element_is_real(site->type))
        return reduce_integers(v, bits, site);
    return site->operation == __MSL_SUM ? sum_floats(v, bits) : extreme_float(v, bits, site->operation);
}

void build_reductions(const vectoriser *v, LLVMValueRef call, LLVMValueRef parts[MOST_ROWS])
{
    const sm_site *site = site_of(v, call);
    LLVMValueRef bits = operand_bits(v, call, site->type), result = NULL;
    bool once = mask_is_full(v) && repeats(v, LLVMGetOperand(call, 2));
    vectoriser group = *v; /* one of the SIMD-groups */
    group.width = v->simd_width;
    group.bits = LLVMIntTypeInContext(v->l->c, group.width);
    group.mask_type = LLVMVectorType(v->l->i1, group.width);
    for (unsigned r = 0; r < v->rows; r++) {
        unsigned first = r * v->row;
        if (first % group.width == 0 && !(once && result)) {
            group.mask = take_part(v, v->mask, first, group.width);
            result = reduce(&group, take_part(v, bits, first, group.width), site);
        }
        parts[r] = result;
    }
}

/* ---- permutations */
static LLVMValueRef unknown_value(LLVMTypeRef element)
{
    return LLVMConstInt(element, SM_UNKNOWN_VALUE, 0);
}

/* Which of the lanes are active. */
static LLVMValueRef is_active(const vectoriser *v, LLVMValueRef lane)
{
    LLVMBuilderRef b = v->l->b;
    LLVMValueRef bit = LLVMBuildLShr(b, mask_bits(v, v->mask), LLVMBuildIntCast2(b, lane, v->bits, 0, ""), "");
    return LLVMBuildTrunc(b, bit, v->l->i1, "");
}

/* The same lane for all. */
static LLVMValueRef broadcast(const vectoriser *v, LLVMValueRef call, const sm_site *site)
{
    LLVMBuilderRef b = v->l->b;
    LLVMValueRef x = operand_bits(v, call, site->type);
    if (site->operation == __MSL_BROADCAST_FIRST)
        return result_bits(v, element_at(v, x, first_lane(v)));
    LLVMValueRef c = LLVMBuildAnd(b, scalar_value(v, LLVMGetOperand(call, 4)), number(v->l, 0xffff), "");
    LLVMValueRef exists = LLVMBuildICmp(b, LLVMIntULT, c, number(v->l, v->width), "");
    LLVMValueRef lane = LLVMBuildSelect(b, exists, c, number(v->l, 0), "");
    LLVMValueRef there = LLVMBuildAnd(b, exists, is_active(v, lane), "");
    LLVMValueRef r = element_at(v, x, lane);
    return result_bits(v, LLVMBuildSelect(b, there, r, unknown_value(LLVMTypeOf(r)), ""));
}

/* By a number known now. */
static LLVMValueRef permute(const vectoriser *v, LLVMValueRef call, const sm_site *site)
{
    LLVMBuilderRef b = v->l->b;
    uint32_t operation = site->operation & ~(uint32_t)__MSL_QUAD;
    unsigned width = site->operation & __MSL_QUAD ? 4 : v->simd_width,
             c = (unsigned)LLVMConstIntGetZExtValue(LLVMGetOperand(call, 4)) & 0xffff;
    LLVMValueRef x = operand_bits(v, call, site->type), index[MOST_LANES];
    for (unsigned i = 0; i < v->width; i++) {
        unsigned from = sm_source_lane(operation, i % width, c, width);
        index[i] = number(v->l, from < width ? i - i % width + from : 2 * v->width - 1);
    }
    LLVMTypeRef wide = LLVMTypeOf(x);
    LLVMValueRef none = splat_value(v, unknown_value(LLVMGetElementType(wide)));
    x = LLVMBuildSelect(b, v->mask, x, none, "");
    return result_bits(v, LLVMBuildShuffleVector(b, x, none, LLVMConstVector(index, v->width), ""));
}

/* ---- barriers */
static void wait_for_threadgroup(const vectoriser *v)
{
    lowering *l = v->l;
    LLVMTypeRef type = LLVMFunctionType(l->nothing, &l->pointer, 1, 0);
    LLVMValueRef f = LLVMGetNamedFunction(l->m, "sm_vector_wait"), a[] = {v->group};
    if (!f) {
        f = LLVMAddFunction(l->m, "sm_vector_wait", type);
        add_attribute(l, f, "nounwind");
    }
    LLVMBuildCall2(l->b, type, f, a, 1, "");
}

LLVMValueRef build_meeting(vectoriser *v, LLVMValueRef call)
{
    const sm_site *site = site_of(v, call);
    bool whole = !(site->operation & __MSL_QUAD);
    switch (site->operation) {
    case 0:
        if (is_wide(v))
            return NULL; /* all that could wait are here */
        if (site->type == __MSL_BARRIER_THREADGROUP) {
            v->l->waits = true;
            wait_for_threadgroup(v);
        } else {
            LLVMBuildFence(v->l->b, LLVMAtomicOrderingSequentiallyConsistent, 1, ""); /* keeps the order of accesses */
        }
        return NULL;
    case __MSL_ALL:
    case __MSL_ANY:
    case __MSL_BALLOT:
    case __MSL_ACTIVE_MASK:
    case __MSL_IS_FIRST: return vote(v, call, site->operation);
    case __MSL_SUM:
    case __MSL_PRODUCT:
    case __MSL_AND:
    case __MSL_OR:
    case __MSL_XOR:
    case __MSL_MINIMUM:
    case __MSL_MAXIMUM:
        if (reduces(v, call))
            return reduce(v, operand_bits(v, call, site->type), site);
        break;
    case __MSL_BROADCAST:
        if (operation_varies(v, call, v->block))
            break;
        return broadcast(v, call, site);
    case __MSL_BROADCAST_FIRST: return broadcast(v, call, site);
    default: break;
    }
    if (permutes(v, call))
        return permute(v, call, site);
    return ask_engine(v, call, !whole || operation_varies(v, call, v->block));
}
