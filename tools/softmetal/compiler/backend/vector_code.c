/* vector_code.c: single instructions for all lanes of a SIMD-group. A value of type T becomes <width x T>; of type
 * <n x T>, which the scalarizer leaves only around memory and calls, <width * n x T> with the components of a lane side
 * by side; a structure becomes a structure of such. What has no such form runs in a loop over the active lanes, its
 * operands and results in variables.
 *
 * Lanes that are not in the mask hold anything: they may be computed with, but never store, load, divide, or decide. */
#include "vector.h"
#include <stdlib.h>
#include <string.h>

bool is_vector(LLVMTypeRef type)
{
    return LLVMGetTypeKind(type) == LLVMVectorTypeKind;
}

unsigned components(LLVMTypeRef type)
{
    return is_vector(type) ? LLVMGetVectorSize(type) : 1;
}

LLVMTypeRef element_type(LLVMTypeRef type)
{
    return is_vector(type) ? LLVMGetElementType(type) : type;
}

LLVMTypeRef widen_type(const vectoriser *v, LLVMTypeRef type)
{
    if (LLVMGetTypeKind(type) == LLVMStructTypeKind) {
        unsigned n = LLVMCountStructElementTypes(type);
        LLVMTypeRef *field = allocate((n + 1) * sizeof *field);
        for (unsigned i = 0; i < n; i++)
            field[i] = widen_type(v, LLVMStructGetTypeAtIndex(type, i));
        LLVMTypeRef wide = LLVMStructTypeInContext(v->l->c, field, n, 0);
        free(field);
        return wide;
    }
    if (LLVMGetTypeKind(type) == LLVMArrayTypeKind)
        return LLVMArrayType2(widen_type(v, LLVMGetElementType(type)), LLVMGetArrayLength2(type));
    return LLVMVectorType(element_type(type), v->width * components(type));
}

static unsigned fields(LLVMTypeRef type)
{
    switch (LLVMGetTypeKind(type)) {
    case LLVMStructTypeKind: return LLVMCountStructElementTypes(type);
    case LLVMArrayTypeKind: return (unsigned)LLVMGetArrayLength2(type);
    default: return 0;
    }
}

/* Lanes of the result, by lane and component, from elements of a and b; b's count on from a's. */
typedef int choice(unsigned lane, unsigned component, unsigned lanes, const void *how);

static LLVMValueRef rearrange(const vectoriser *v, LLVMValueRef a, LLVMValueRef b, unsigned result, choice *choose,
                              const void *how)
{
    unsigned n = v->width * result;
    LLVMValueRef *index = allocate(n * sizeof *index);
    for (unsigned i = 0; i < n; i++) {
        int from = choose(i / result, i % result, v->width, how);
        index[i] = from < 0 ? LLVMGetPoison(v->l->i32) : number(v->l, (uint64_t)from);
    }
    LLVMValueRef r =
        LLVMBuildShuffleVector(v->l->b, a, b ? b : LLVMGetPoison(LLVMTypeOf(a)), LLVMConstVector(index, n), "");
    free(index);
    return r;
}

static int choose_lane(unsigned lane, unsigned component, unsigned lanes, const void *how)
{
    (void)component, (void)lanes, (void)how;
    return (int)lane;
}

LLVMValueRef repeat(const vectoriser *v, LLVMValueRef wide, unsigned n)
{
    return n == 1 ? wide : rearrange(v, wide, NULL, n, choose_lane, NULL);
}

LLVMValueRef take_part(const vectoriser *v, LLVMValueRef wide, unsigned first, unsigned n)
{
    LLVMValueRef *index = allocate(n * sizeof *index);
    for (unsigned i = 0; i < n; i++)
        index[i] = number(v->l, first + i);
    LLVMValueRef part =
        LLVMBuildShuffleVector(v->l->b, wide, LLVMGetPoison(LLVMTypeOf(wide)), LLVMConstVector(index, n), "");
    free(index);
    return part;
}

/* Two of the same length, one behind the other. */
static LLVMValueRef join(const vectoriser *v, LLVMValueRef a, LLVMValueRef b)
{
    unsigned n = 2 * LLVMGetVectorSize(LLVMTypeOf(a));
    LLVMValueRef *index = allocate(n * sizeof *index);
    for (unsigned i = 0; i < n; i++)
        index[i] = number(v->l, i);
    LLVMValueRef both = LLVMBuildShuffleVector(v->l->b, a, b, LLVMConstVector(index, n), "");
    free(index);
    return both;
}

LLVMValueRef join_all(const vectoriser *v, LLVMValueRef *part, unsigned parts)
{
    for (; parts > 1; parts /= 2) {
        for (unsigned p = 0; p < parts / 2; p++)
            part[p] = join(v, part[2 * p], part[2 * p + 1]);
    }
    return part[0];
}

static int choose_component(unsigned lane, unsigned component, unsigned lanes, const void *how)
{
    (void)lane, (void)lanes, (void)how;
    return (int)component;
}

LLVMValueRef splat_value(const vectoriser *v, LLVMValueRef x)
{
    LLVMBuilderRef b = v->l->b;
    LLVMTypeRef type = LLVMTypeOf(x);
    if (fields(type)) {
        LLVMValueRef wide = LLVMGetPoison(widen_type(v, type));
        for (unsigned i = 0; i < fields(type); i++)
            wide = LLVMBuildInsertValue(b, wide, splat_value(v, LLVMBuildExtractValue(b, x, i, "")), i, "");
        return wide;
    }
    if (is_vector(type))
        return rearrange(v, x, NULL, components(type), choose_component, NULL);
    LLVMValueRef one = LLVMBuildInsertElement(b, LLVMGetPoison(LLVMVectorType(type, v->width)), x, number(v->l, 0), "");
    return rearrange(v, one, NULL, 1, choose_component, NULL);
}

LLVMValueRef blend(const vectoriser *v, LLVMValueRef mask, LLVMValueRef chosen, LLVMValueRef otherwise)
{
    LLVMBuilderRef b = v->l->b;
    LLVMTypeRef type = LLVMTypeOf(chosen);
    if (!fields(type))
        return LLVMBuildSelect(b, repeat(v, mask, LLVMGetVectorSize(type) / v->width), chosen, otherwise, "");
    LLVMValueRef wide = otherwise;
    for (unsigned i = 0; i < fields(type); i++) {
        LLVMValueRef x =
            blend(v, mask, LLVMBuildExtractValue(b, chosen, i, ""), LLVMBuildExtractValue(b, otherwise, i, ""));
        wide = LLVMBuildInsertValue(b, wide, x, i, "");
    }
    return wide;
}

/* Whether the block being built is known to run for all lanes. */
bool mask_is_full(const vectoriser *v)
{
    return LLVMIsConstant(v->mask);
}

LLVMValueRef mask_bits(const vectoriser *v, LLVMValueRef mask)
{
    return LLVMBuildBitCast(v->l->b, mask, v->bits, "");
}

LLVMValueRef any_lane(const vectoriser *v, LLVMValueRef mask)
{
    return LLVMBuildICmp(v->l->b, LLVMIntNE, mask_bits(v, mask), LLVMConstNull(v->bits), "any");
}

LLVMValueRef call_llvm(const vectoriser *v, const char *name, LLVMTypeRef *overload, size_t overloads, LLVMValueRef *a,
                       unsigned n)
{
    LLVMValueRef f =
        LLVMGetIntrinsicDeclaration(v->l->m, LLVMLookupIntrinsicID(name, strlen(name)), overload, overloads);
    return LLVMBuildCall2(v->l->b, LLVMGlobalGetValueType(f), f, a, n, "");
}

static LLVMValueRef lowest_bit(const vectoriser *v, LLVMValueRef bits)
{
    LLVMTypeRef type = LLVMTypeOf(bits);
    LLVMValueRef a[] = {bits, LLVMConstInt(v->l->i1, 1, 0)};
    return LLVMBuildIntCast2(v->l->b, call_llvm(v, "llvm.cttz", &type, 1, a, 2), v->l->i32, 0, "first");
}

LLVMValueRef first_lane(const vectoriser *v)
{
    return lowest_bit(v, mask_bits(v, v->mask));
}

LLVMValueRef new_variable(const vectoriser *v, LLVMTypeRef type)
{
    return LLVMBuildAlloca(v->variables, type, "");
}

LLVMValueRef lane_numbers(const vectoriser *v, LLVMTypeRef type)
{
    LLVMValueRef n[64];
    for (unsigned i = 0; i < v->width; i++)
        n[i] = LLVMConstInt(type, i, 0);
    return LLVMConstVector(n, v->width);
}

LLVMBasicBlockRef add_block(const vectoriser *v, const char *name)
{
    return LLVMAppendBasicBlockInContext(v->l->c, v->function, name);
}

/* ---- values of the scalar function */
unsigned parts_of(const vectoriser *v, const vector_value *d)
{
    return d->shape.kind == BY_ROW ? v->rows : 1;
}

LLVMTypeRef own_type(const vectoriser *v, const vector_value *d)
{
    return d->shape.kind == VARYING ? widen_type(v, LLVMTypeOf(d->key)) : LLVMTypeOf(d->key);
}

static LLVMValueRef part(const vectoriser *v, const vector_value *d, unsigned n)
{
    return d->block == v->block && d->now[0] ? d->now[n] : LLVMBuildLoad2(v->l->b, own_type(v, d), d->slot[n], "");
}

LLVMValueRef row_value(const vectoriser *v, LLVMValueRef x, unsigned row)
{
    if (!LLVMIsAInstruction(x))
        return x;
    const vector_value *d = find_value(v, x);
    return part(v, d, d->shape.kind == BY_ROW ? row : 0);
}

LLVMValueRef scalar_value(const vectoriser *v, LLVMValueRef x)
{
    return row_value(v, x, 0);
}

static LLVMValueRef lanes_of_row(const vectoriser *v, unsigned row)
{
    LLVMValueRef bit[64];
    for (unsigned i = 0; i < v->width; i++)
        bit[i] = LLVMConstInt(v->l->i1, i / v->row == row, 0);
    return LLVMConstVector(bit, v->width);
}

/* From a number for each row the vector. */
static LLVMValueRef widen_rows(const vectoriser *v, const vector_value *d)
{
    LLVMBuilderRef b = v->l->b;
    LLVMValueRef wide = NULL, offset[64];
    for (unsigned r = 0; r < v->rows; r++) {
        LLVMValueRef x = splat_value(v, part(v, d, r));
        wide = wide ? blend(v, lanes_of_row(v, r), x, wide) : x;
    }
    if (!d->shape.step)
        return wide;
    LLVMTypeRef type = LLVMTypeOf(d->key);
    bool address = LLVMGetTypeKind(type) == LLVMPointerTypeKind;
    for (unsigned i = 0; i < v->width; i++)
        offset[i] = LLVMConstInt(address ? v->l->i64 : type, (uint64_t)d->shape.step * (uint64_t)(i % v->row), 0);
    LLVMValueRef steps = LLVMConstVector(offset, v->width);
    return address ? LLVMBuildGEP2(b, v->l->i8, wide, &steps, 1, "") : LLVMBuildAdd(b, wide, steps, "");
}

LLVMValueRef wide_value(const vectoriser *v, LLVMValueRef x)
{
    if (!LLVMIsAInstruction(x))
        return splat_value(v, x);
    const vector_value *d = find_value(v, x);
    if (d->shape.kind == VARYING)
        return part(v, d, 0);
    if (leaves_varying_loop(v, d->block, v->block))
        return LLVMBuildLoad2(v->l->b, widen_type(v, LLVMTypeOf(x)), d->left, "");
    return d->shape.kind == BY_ROW ? widen_rows(v, d) : splat_value(v, part(v, d, 0));
}

LLVMValueRef value_as(const vectoriser *v, LLVMValueRef x, bool wide)
{
    return wide ? wide_value(v, x) : scalar_value(v, x);
}

bool varies_here(const vectoriser *v, LLVMValueRef x)
{
    return operand_varies(v, x, v->block);
}

/* As it is: wide only if it varies. */
LLVMValueRef own_value(const vectoriser *v, LLVMValueRef x)
{
    return value_as(v, x, varies_here(v, x));
}

/* ---- one lane after the other */
/* Masks are kept in memory as bytes. */
bool is_bit(LLVMTypeRef type)
{
    return element_type(type) == LLVMInt1TypeInContext(LLVMGetTypeContext(type));
}

static LLVMTypeRef stored_type(const vectoriser *v, LLVMTypeRef type)
{
    return is_bit(type) ? is_vector(type) ? LLVMVectorType(v->l->i8, components(type)) : v->l->i8 : type;
}

/* A wide value in memory: where the lane's part of it is. `type`: of one lane's. */
static LLVMValueRef lane_place(const vectoriser *v, LLVMValueRef variable, LLVMTypeRef type, LLVMValueRef lane)
{
    LLVMValueRef at = LLVMBuildMul(v->l->b, lane, number(v->l, components(type)), "");
    return LLVMBuildInBoundsGEP2(v->l->b, element_type(stored_type(v, type)), variable, &at, 1, "");
}

static LLVMValueRef to_memory(const vectoriser *v, LLVMValueRef wide)
{
    LLVMTypeRef type = stored_type(v, LLVMTypeOf(wide));
    LLVMValueRef variable = new_variable(v, type);
    if (type != LLVMTypeOf(wide))
        wide = LLVMBuildZExt(v->l->b, wide, type, "");
    LLVMBuildStore(v->l->b, wide, variable);
    return variable;
}

static LLVMValueRef load_lane(const vectoriser *v, LLVMValueRef variable, LLVMTypeRef type, LLVMValueRef lane)
{
    LLVMTypeRef stored = stored_type(v, type);
    LLVMValueRef x = LLVMBuildLoad2(v->l->b, stored, lane_place(v, variable, type, lane), "");
    LLVMSetAlignment(x, LLVMABIAlignmentOfType(LLVMGetModuleDataLayout(v->l->m), element_type(stored)));
    return stored == type ? x : LLVMBuildTrunc(v->l->b, x, type, "");
}

static void store_lane(const vectoriser *v, LLVMValueRef x, LLVMValueRef variable, LLVMValueRef lane)
{
    LLVMTypeRef type = LLVMTypeOf(x), stored = stored_type(v, type);
    if (stored != type)
        x = LLVMBuildZExt(v->l->b, x, stored, "");
    LLVMValueRef s = LLVMBuildStore(v->l->b, x, lane_place(v, variable, type, lane));
    LLVMSetAlignment(s, LLVMABIAlignmentOfType(LLVMGetModuleDataLayout(v->l->m), element_type(stored)));
}

LLVMValueRef element_at(const vectoriser *v, LLVMValueRef wide, LLVMValueRef lane)
{
    return load_lane(v, to_memory(v, wide), LLVMGetElementType(LLVMTypeOf(wide)), lane);
}

enum { MOST_OPERANDS = 24, MOST_FIELDS = 4 };

/* A loop over the lanes of the mask. */
typedef struct lane_loop {
    LLVMBasicBlockRef start, end;
    LLVMValueRef left, lane;
} lane_loop;

static lane_loop begin_loop(const vectoriser *v)
{
    LLVMBuilderRef b = v->l->b;
    lane_loop loop = {.start = add_block(v, "each"), .end = add_block(v, "each.end")};
    LLVMValueRef all = mask_bits(v, v->mask);
    LLVMBasicBlockRef before = LLVMGetInsertBlock(b);
    LLVMBuildBr(b, loop.start);
    LLVMPositionBuilderAtEnd(b, loop.start);
    loop.left = LLVMBuildPhi(b, v->bits, "left");
    LLVMAddIncoming(loop.left, &all, &before, 1);
    loop.lane = lowest_bit(v, loop.left);
    return loop;
}

static void end_loop(const vectoriser *v, const lane_loop *loop)
{
    LLVMBuilderRef b = v->l->b;
    LLVMValueRef rest = LLVMBuildAnd(b, loop->left, LLVMBuildSub(b, loop->left, LLVMConstInt(v->bits, 1, 0), ""), "");
    LLVMBasicBlockRef latch = LLVMGetInsertBlock(b);
    LLVMAddIncoming(loop->left, &rest, &latch, 1);
    LLVMBuildCondBr(b, LLVMBuildICmp(b, LLVMIntNE, rest, LLVMConstNull(v->bits), ""), loop->start, loop->end);
    LLVMPositionBuilderAtEnd(b, loop->end);
}

static void copy_flags(LLVMValueRef from, LLVMValueRef to)
{
    if (LLVMIsAInstruction(to) && LLVMCanValueUseFastMathFlags(to) && LLVMCanValueUseFastMathFlags(from))
        LLVMSetFastMathFlags(to, LLVMGetFastMathFlags(from));
}

/* The same instruction on other operands, as it stands in the scalar function. */
static LLVMValueRef rebuild(const vectoriser *v, LLVMValueRef i, LLVMValueRef *a, unsigned n)
{
    LLVMBuilderRef b = v->l->b;
    LLVMValueRef r;
    switch (LLVMGetInstructionOpcode(i)) {
    case LLVMCall:
        r = LLVMBuildCall2(b, LLVMGetCalledFunctionType(i), LLVMGetCalledValue(i), a, n, "");
        copy_attributes(i, r);
        break;
    case LLVMLoad:
        r = LLVMBuildLoad2(b, LLVMTypeOf(i), a[0], "");
        LLVMSetAlignment(r, LLVMGetAlignment(i));
        LLVMSetVolatile(r, LLVMGetVolatile(i));
        LLVMSetOrdering(r, LLVMGetOrdering(i));
        break;
    case LLVMStore:
        r = LLVMBuildStore(b, a[0], a[1]);
        LLVMSetAlignment(r, LLVMGetAlignment(i));
        LLVMSetVolatile(r, LLVMGetVolatile(i));
        LLVMSetOrdering(r, LLVMGetOrdering(i));
        break;
    case LLVMAtomicRMW:
        r = LLVMBuildAtomicRMW(b, LLVMGetAtomicRMWBinOp(i), a[0], a[1], LLVMGetOrdering(i), 0);
        LLVMSetAlignment(r, LLVMGetAlignment(i));
        break;
    case LLVMAtomicCmpXchg:
        r = LLVMBuildAtomicCmpXchg(b, a[0], a[1], a[2], LLVMGetCmpXchgSuccessOrdering(i),
                                   LLVMGetCmpXchgFailureOrdering(i), 0);
        LLVMSetAlignment(r, LLVMGetAlignment(i));
        break;
    default:
        r = LLVMInstructionClone(i);
        for (unsigned o = 0; o < n; o++)
            LLVMSetOperand(r, o, a[o]);
        LLVMInsertIntoBuilder(b, r);
        break;
    }
    copy_flags(i, r);
    return r;
}

static unsigned operand_count(LLVMValueRef i)
{
    return LLVMIsACallInst(i) ? LLVMGetNumArgOperands(i) : (unsigned)LLVMGetNumOperands(i);
}

static bool divides(LLVMOpcode opcode)
{
    return opcode == LLVMUDiv || opcode == LLVMSDiv || opcode == LLVMURem || opcode == LLVMSRem;
}

/* Promises that hold for active lanes: a row's first lane may be none, or its number may be that of no lane. */
static void drop_promises(LLVMValueRef i)
{
    if (!LLVMIsAInstruction(i))
        return;
    switch (LLVMGetInstructionOpcode(i)) {
    case LLVMAdd:
    case LLVMSub:
    case LLVMMul:
    case LLVMShl:
        LLVMSetNSW(i, 0);
        LLVMSetNUW(i, 0);
        break;
    case LLVMLShr: LLVMSetExact(i, 0); break;
    case LLVMZExt: LLVMSetNNeg(i, 0); break;
    case LLVMTrunc:
        LLVMSetNSW(i, 0);
        LLVMSetNUW(i, 0);
        break;
    case LLVMICmp: LLVMSetICmpSameSign(i, 0); break;
    case LLVMGetElementPtr: LLVMGEPSetNoWrapFlags(i, 0); break;
    default: break;
    }
}

static bool any_steps(const vectoriser *v, LLVMValueRef i)
{
    for (unsigned o = 0; o < operand_count(i); o++) {
        if (operand_shape(v, LLVMGetOperand(i, o), v->block).step)
            return true;
    }
    return false;
}

static LLVMValueRef row_is_active(const vectoriser *v, unsigned row)
{
    return any_lane(v, LLVMBuildAnd(v->l->b, v->mask, lanes_of_row(v, row), ""));
}

/* The operand for a row. Rows without active lanes get one that does no harm: of a division 1, of a load the address of
 * another row. */
static LLVMValueRef row_operand(const vectoriser *v, LLVMValueRef i, unsigned o, unsigned row)
{
    LLVMBuilderRef b = v->l->b;
    LLVMValueRef x = row_value(v, LLVMGetOperand(i, o), row);
    bool divisor = o == 1 && divides(LLVMGetInstructionOpcode(i));
    if (v->rows == 1 || mask_is_full(v) || !(divisor || LLVMIsALoadInst(i)))
        return x;
    if (divisor && LLVMGetTypeKind(LLVMTypeOf(x)) == LLVMIntegerTypeKind)
        return LLVMBuildSelect(b, row_is_active(v, row), x, LLVMConstInt(LLVMTypeOf(x), 1, 0), "");
    LLVMValueRef other = x;
    for (unsigned r = 0; r < v->rows; r++) /* some row is active */
        other = LLVMBuildSelect(b, row_is_active(v, r), row_value(v, LLVMGetOperand(i, o), r), other, "");
    return LLVMBuildSelect(b, row_is_active(v, row), x, other, "");
}

/* Runs the instruction once, for all lanes, or for those of a row, alike. */
static LLVMValueRef build_once(const vectoriser *v, LLVMValueRef i, unsigned row)
{
    LLVMValueRef a[MOST_OPERANDS];
    unsigned n = operand_count(i);
    if (n > MOST_OPERANDS)
        refuse("a function in it takes %u arguments", n);
    bool by_row = find_value(v, i)->shape.kind == BY_ROW;
    for (unsigned o = 0; o < n; o++)
        a[o] = by_row ? row_operand(v, i, o, row) : scalar_value(v, LLVMGetOperand(i, o));
    bool steps = any_steps(v, i);
    if (steps && LLVMIsABinaryOperator(i) && LLVMGetInstructionOpcode(i) == LLVMOr)
        return LLVMBuildAdd(v->l->b, a[0], a[1], ""); /* of numbers that share no bits */
    LLVMValueRef r = rebuild(v, i, a, n);
    if (steps)
        drop_promises(r);
    return r;
}

void note_scattered(const vectoriser *v)
{
    for (int l = 0; l < v->g.loops; l++) {
        if (v->g.loop[l].in[v->block]) {
            v->l->scattered++;
            return;
        }
    }
}

/* Runs the instruction once for each active lane. */
LLVMValueRef build_each(const vectoriser *v, LLVMValueRef i)
{
    note_scattered(v);
    LLVMValueRef memory[MOST_OPERANDS], a[MOST_OPERANDS], result[MOST_FIELDS] = {NULL};
    LLVMTypeRef type = LLVMTypeOf(i);
    unsigned n = operand_count(i), parts = LLVMGetTypeKind(type) == LLVMVoidTypeKind ? 0 : fields(type);
    if (n > MOST_OPERANDS)
        refuse("a function in it takes %u arguments", n);
    for (unsigned o = 0; o < n; o++) {
        LLVMValueRef x = LLVMGetOperand(i, o);
        bool varies = varies_here(v, x);
        if (varies && fields(LLVMTypeOf(x)))
            refuse("it passes a structure that differs from lane to lane");
        memory[o] = varies ? to_memory(v, wide_value(v, x)) : NULL;
        a[o] = varies ? NULL : scalar_value(v, x);
    }
    if (parts > MOST_FIELDS)
        refuse("a function in it returns a structure of %u", parts);
    bool whole = !parts && LLVMGetTypeKind(type) != LLVMVoidTypeKind;
    for (unsigned p = 0; p < parts + whole; p++) {
        LLVMTypeRef part = whole ? type : LLVMStructGetTypeAtIndex(type, p);
        result[p] = new_variable(v, stored_type(v, widen_type(v, part)));
    }
    lane_loop loop = begin_loop(v);
    for (unsigned o = 0; o < n; o++) {
        if (memory[o])
            a[o] = load_lane(v, memory[o], LLVMTypeOf(LLVMGetOperand(i, o)), loop.lane);
    }
    LLVMValueRef r = rebuild(v, i, a, n);
    for (unsigned p = 0; p < parts + whole; p++)
        store_lane(v, whole ? r : LLVMBuildExtractValue(v->l->b, r, p, ""), result[p], loop.lane);
    end_loop(v, &loop);
    LLVMValueRef all = whole || !parts ? NULL : LLVMGetPoison(widen_type(v, type));
    for (unsigned p = 0; p < parts + whole; p++) {
        LLVMTypeRef wide = widen_type(v, whole ? type : LLVMStructGetTypeAtIndex(type, p));
        LLVMValueRef x = LLVMBuildLoad2(v->l->b, stored_type(v, wide), result[p], "");
        if (LLVMTypeOf(x) != wide)
            x = LLVMBuildTrunc(v->l->b, x, wide, "");
        all = whole ? x : LLVMBuildInsertValue(v->l->b, all, x, p, "");
    }
    return all;
}

/* ---- components */
typedef struct component_choice {
    unsigned n, k;
    LLVMValueRef mask; /* of a shuffle */
    unsigned first;    /* components of its first operand */
} component_choice;

static int choose_one(unsigned lane, unsigned component, unsigned lanes, const void *how)
{
    const component_choice *c = how;
    (void)component, (void)lanes;
    return (int)(lane * c->n + c->k);
}

static int choose_inserted(unsigned lane, unsigned component, unsigned lanes, const void *how)
{
    const component_choice *c = how;
    return (int)(lane * c->n + component + (component == c->k ? lanes * c->n : 0));
}

static int choose_shuffled(unsigned lane, unsigned component, unsigned lanes, const void *how)
{
    const component_choice *c = how;
    int k = LLVMGetMaskValue(c->mask, component);
    if (k == LLVMGetUndefMaskElem())
        return -1;
    unsigned from = (unsigned)k;
    return (int)(from < c->first ? lane * c->first + from : lanes * c->first + lane * c->first + from - c->first);
}

static LLVMValueRef component_of(const vectoriser *v, LLVMValueRef wide, unsigned n, unsigned k)
{
    component_choice how = {.n = n, .k = k};
    return rearrange(v, wide, NULL, 1, choose_one, &how);
}

static LLVMValueRef is_component(const vectoriser *v, LLVMValueRef index, unsigned k)
{
    return LLVMBuildICmp(v->l->b, LLVMIntEQ, index, splat_value(v, LLVMConstInt(element_type(LLVMTypeOf(index)), k, 0)),
                         "");
}

static LLVMValueRef build_extract(const vectoriser *v, LLVMValueRef i)
{
    LLVMValueRef x = wide_value(v, LLVMGetOperand(i, 0)), index = LLVMGetOperand(i, 1);
    unsigned n = components(LLVMTypeOf(LLVMGetOperand(i, 0)));
    if (LLVMIsAConstantInt(index))
        return component_of(v, x, n, (unsigned)LLVMConstIntGetZExtValue(index) % n);
    LLVMValueRef at = wide_value(v, index), r = component_of(v, x, n, 0);
    for (unsigned k = 1; k < n; k++)
        r = LLVMBuildSelect(v->l->b, is_component(v, at, k), component_of(v, x, n, k), r, "");
    return r;
}

static LLVMValueRef insert_component(const vectoriser *v, LLVMValueRef x, LLVMValueRef repeated, unsigned n, unsigned k)
{
    component_choice how = {.n = n, .k = k};
    return rearrange(v, x, repeated, n, choose_inserted, &how);
}

static LLVMValueRef build_insert(const vectoriser *v, LLVMValueRef i)
{
    LLVMValueRef x = wide_value(v, LLVMGetOperand(i, 0)), index = LLVMGetOperand(i, 2);
    unsigned n = components(LLVMTypeOf(i));
    LLVMValueRef repeated = repeat(v, wide_value(v, LLVMGetOperand(i, 1)), n);
    if (LLVMIsAConstantInt(index))
        return insert_component(v, x, repeated, n, (unsigned)LLVMConstIntGetZExtValue(index) % n);
    LLVMValueRef at = wide_value(v, index), r = x;
    for (unsigned k = 0; k < n; k++)
        r = blend(v, is_component(v, at, k), insert_component(v, x, repeated, n, k), r);
    return r;
}

static LLVMValueRef build_shuffle(const vectoriser *v, LLVMValueRef i)
{
    LLVMValueRef x = wide_value(v, LLVMGetOperand(i, 0)), y = wide_value(v, LLVMGetOperand(i, 1));
    component_choice how = {.mask = i, .first = components(LLVMTypeOf(LLVMGetOperand(i, 0)))};
    return rearrange(v, x, y, components(LLVMTypeOf(i)), choose_shuffled, &how);
}

static LLVMValueRef build_field(const vectoriser *v, LLVMValueRef i)
{
    if (LLVMGetNumIndices(i) != 1)
        refuse("it handles nested structures as values");
    unsigned index = *LLVMGetIndices(i);
    LLVMValueRef whole = wide_value(v, LLVMGetOperand(i, 0));
    if (LLVMIsAExtractValueInst(i))
        return LLVMBuildExtractValue(v->l->b, whole, index, "");
    return LLVMBuildInsertValue(v->l->b, whole, wide_value(v, LLVMGetOperand(i, 1)), index, "");
}

/* ---- calls */
/* Intrinsics that LLVM has for vectors, by what decides their type. */
typedef enum { BY_RESULT, BY_OPERAND, BY_BOTH, BY_BOTH_OPERANDS } overloading;
static const struct {
    const char *name;
    overloading by;
    int fixed; /* this operand stays a number; -1: none */
} wide_intrinsics[] = {
    {"llvm.fma.", BY_RESULT, -1},
    {"llvm.fmuladd.", BY_RESULT, -1},
    {"llvm.sqrt.", BY_RESULT, -1},
    {"llvm.fabs.", BY_RESULT, -1},
    {"llvm.copysign.", BY_RESULT, -1},
    {"llvm.floor.", BY_RESULT, -1},
    {"llvm.ceil.", BY_RESULT, -1},
    {"llvm.trunc.", BY_RESULT, -1},
    {"llvm.rint.", BY_RESULT, -1},
    {"llvm.nearbyint.", BY_RESULT, -1},
    {"llvm.roundeven.", BY_RESULT, -1},
    {"llvm.minnum.", BY_RESULT, -1},
    {"llvm.maxnum.", BY_RESULT, -1},
    {"llvm.minimum.", BY_RESULT, -1},
    {"llvm.maximum.", BY_RESULT, -1},
    {"llvm.minimumnum.", BY_RESULT, -1},
    {"llvm.maximumnum.", BY_RESULT, -1},
    {"llvm.canonicalize.", BY_RESULT, -1},
    {"llvm.bswap.", BY_RESULT, -1},
    {"llvm.bitreverse.", BY_RESULT, -1},
    {"llvm.ctpop.", BY_RESULT, -1},
    {"llvm.ctlz.", BY_RESULT, 1},
    {"llvm.cttz.", BY_RESULT, 1},
    {"llvm.abs.", BY_RESULT, 1},
    {"llvm.smin.", BY_RESULT, -1},
    {"llvm.smax.", BY_RESULT, -1},
    {"llvm.umin.", BY_RESULT, -1},
    {"llvm.umax.", BY_RESULT, -1},
    {"llvm.sadd.sat.", BY_RESULT, -1},
    {"llvm.uadd.sat.", BY_RESULT, -1},
    {"llvm.ssub.sat.", BY_RESULT, -1},
    {"llvm.usub.sat.", BY_RESULT, -1},
    {"llvm.fshl.", BY_RESULT, -1},
    {"llvm.fshr.", BY_RESULT, -1},
    {"llvm.scmp.", BY_BOTH, -1},
    {"llvm.ucmp.", BY_BOTH, -1},
    {"llvm.is.fpclass.", BY_OPERAND, 1},
    {"llvm.sadd.with.overflow.", BY_OPERAND, -1},
    {"llvm.uadd.with.overflow.", BY_OPERAND, -1},
    {"llvm.ssub.with.overflow.", BY_OPERAND, -1},
    {"llvm.usub.with.overflow.", BY_OPERAND, -1},
    {"llvm.smul.with.overflow.", BY_OPERAND, -1},
    {"llvm.umul.with.overflow.", BY_OPERAND, -1},
    {"llvm.fptosi.sat.", BY_BOTH, -1},
    {"llvm.fptoui.sat.", BY_BOTH, -1},
    {"llvm.ldexp.", BY_BOTH_OPERANDS, -1},
};

/* Its row in the table, or -1. */
static int find_intrinsic(LLVMValueRef call)
{
    for (size_t row = 0; row < sizeof wide_intrinsics / sizeof *wide_intrinsics; row++) {
        if (is_call_to(call, wide_intrinsics[row].name))
            return (int)row;
    }
    return -1;
}

bool is_wide_intrinsic(LLVMValueRef call)
{
    return find_intrinsic(call) >= 0;
}

static LLVMValueRef build_intrinsic(const vectoriser *v, LLVMValueRef i, size_t row)
{
    LLVMValueRef a[MOST_OPERANDS];
    unsigned n = LLVMGetNumArgOperands(i);
    for (unsigned o = 0; o < n; o++)
        a[o] = value_as(v, LLVMGetOperand(i, o), (int)o != wide_intrinsics[row].fixed);
    LLVMTypeRef result = widen_type(v, LLVMTypeOf(i)), overload[2] = {result, LLVMTypeOf(a[0])};
    size_t overloads = 1;
    switch (wide_intrinsics[row].by) {
    case BY_RESULT: break;
    case BY_OPERAND: overload[0] = LLVMTypeOf(a[0]); break;
    case BY_BOTH_OPERANDS:
        overload[0] = LLVMTypeOf(a[0]);
        overload[1] = LLVMTypeOf(a[1]);
        overloads = 2;
        break;
    case BY_BOTH: overloads = 2; break;
    }
    char *name = format_text("%.*s", (int)strlen(wide_intrinsics[row].name) - 1, wide_intrinsics[row].name);
    LLVMValueRef r = call_llvm(v, name, overload, overloads, a, n);
    free(name);
    copy_flags(i, r);
    return r;
}

/* The widest vector function that computes the same as the runtime's scalar one, and for how many lanes; NULL if there
 * is none. */
static LLVMValueRef find_variant(const vectoriser *v, LLVMValueRef call, unsigned *lanes)
{
    const char *name = callee_name(call), *best = NULL;
    size_t best_length = 0;
    for (size_t i = 0; i < v->l->variants; i++) {
        if (strcmp(v->l->variant[i].name, name) != 0)
            continue;
        for (const char *at = v->l->variant[i].abi; *at;) {
            size_t length = strcspn(at, ",");
            const char *count = memchr(at, 'N', length);
            unsigned n = count ? (unsigned)strtoul(count + 1, NULL, 10) : 0;
            if (n >= 2 && n <= v->width && v->width % n == 0 && (!best || n > *lanes)) {
                best = at;
                best_length = length;
                *lanes = n;
            }
            at += length + (at[length] == ',');
        }
    }
    const char *open = best ? memchr(best, '(', best_length) : NULL;
    if (!open)
        return NULL;
    char *symbol = format_text("%.*s", (int)(best + best_length - 2 - open), open + 1);
    LLVMValueRef f = LLVMGetNamedFunction(v->l->m, symbol);
    if (!f) {
        LLVMTypeRef parameter[8], type = LLVMVectorType(LLVMTypeOf(call), *lanes);
        unsigned n = LLVMGetNumArgOperands(call);
        for (unsigned i = 0; i < n && i < 8; i++)
            parameter[i] = LLVMVectorType(LLVMTypeOf(LLVMGetOperand(call, i)), *lanes);
        f = LLVMAddFunction(v->l->m, symbol, LLVMFunctionType(type, parameter, n, 0));
        add_attribute(v->l, f, "nounwind");
        add_attribute(v->l, f, "willreturn");
        LLVMAddAttributeAtIndex(f, LLVMAttributeFunctionIndex,
                                LLVMCreateEnumAttribute(v->l->c, attribute_kind("memory"), 0));
    }
    free(symbol);
    return f;
}

static LLVMValueRef build_variant(const vectoriser *v, LLVMValueRef i, LLVMValueRef f, unsigned lanes)
{
    LLVMValueRef whole[8], a[8], r[64];
    unsigned n = LLVMGetNumArgOperands(i), parts = v->width / lanes;
    for (unsigned o = 0; o < n && o < 8; o++)
        whole[o] = wide_value(v, LLVMGetOperand(i, o));
    for (unsigned p = 0; p < parts; p++) {
        for (unsigned o = 0; o < n && o < 8; o++)
            a[o] = take_part(v, whole[o], p * lanes, lanes);
        r[p] = LLVMBuildCall2(v->l->b, LLVMGlobalGetValueType(f), f, a, n, "");
    }
    return join_all(v, r, parts);
}

/* Rounds that a loop is charged with: of the lane that takes most. */
static void build_count(const vectoriser *v, LLVMValueRef i)
{
    LLVMValueRef amount = LLVMGetOperand(i, 1), a[] = {v->group, NULL};
    if (varies_here(v, amount)) {
        LLVMTypeRef type = LLVMTypeOf(amount);
        if (LLVMIsAZExtInst(amount) && is_at_hand(v, LLVMGetOperand(amount, 0)))
            amount = LLVMGetOperand(amount, 0); /* narrower vectors */
        LLVMValueRef wide = wide_value(v, amount);
        LLVMTypeRef overload = LLVMTypeOf(wide);
        wide = LLVMBuildSelect(v->l->b, v->mask, wide, LLVMConstNull(overload), "");
        a[1] = call_llvm(v, "llvm.vector.reduce.umax", &overload, 1, &wide, 1);
        a[1] = LLVMBuildIntCast2(v->l->b, a[1], type, 0, "");
    } else {
        a[1] = scalar_value(v, amount);
    }
    LLVMBuildCall2(v->l->b, LLVMGetCalledFunctionType(i), LLVMGetCalledValue(i), a, 2, "");
}

static bool says_nothing(LLVMValueRef call)
{
    static const char *const hints[] = {"llvm.lifetime.", "llvm.experimental.", "llvm.assume",
                                        "llvm.dbg.",      "llvm.invariant.",    "llvm.sideeffect"};
    for (size_t i = 0; i < sizeof hints / sizeof *hints; i++) {
        if (is_call_to(call, hints[i]))
            return true;
    }
    return false;
}

static bool is_reserved_name(const char *name)
{
    return strncmp(name, "llvm.", 5) == 0 || strncmp(name, "__msl_", 6) == 0;
}

static LLVMValueRef build_call(vectoriser *v, LLVMValueRef i)
{
    const char *name = callee_name(i);
    if (is_meeting(i))
        return build_meeting(v, i);
    if (says_nothing(i))
        return NULL;
    if (is_call_to(i, "sm_count_")) {
        build_count(v, i);
        return NULL;
    }
    if (!is_reserved_name(name))
        refuse("it calls a function that is not inlined: recursion, or a function pointer");
    bool varies = false;
    for (unsigned o = 0; o < LLVMGetNumArgOperands(i); o++)
        varies |= varies_here(v, LLVMGetOperand(i, o));
    if (!varies)
        return build_once(v, i, 0);
    if (find_intrinsic(i) >= 0)
        return build_intrinsic(v, i, (size_t)find_intrinsic(i));
    unsigned lanes = 0;
    LLVMValueRef variant = find_variant(v, i, &lanes);
    return variant ? build_variant(v, i, variant, lanes) : build_each(v, i);
}

/* ---- arithmetic */
static void copy_integer_flags(LLVMValueRef from, LLVMValueRef to, LLVMOpcode opcode)
{
    if (!LLVMIsAInstruction(to))
        return;
    if (opcode == LLVMAdd || opcode == LLVMSub || opcode == LLVMMul || opcode == LLVMShl) {
        LLVMSetNUW(to, LLVMGetNUW(from));
        LLVMSetNSW(to, LLVMGetNSW(from));
    } else if (opcode == LLVMUDiv || opcode == LLVMSDiv || opcode == LLVMLShr || opcode == LLVMAShr) {
        LLVMSetExact(to, LLVMGetExact(from));
    } else if (opcode == LLVMOr) {
        LLVMSetIsDisjoint(to, LLVMGetIsDisjoint(from));
    }
}

static LLVMValueRef build_binary(const vectoriser *v, LLVMValueRef i)
{
    LLVMOpcode opcode = LLVMGetInstructionOpcode(i);
    LLVMValueRef x = wide_value(v, LLVMGetOperand(i, 0)), y = wide_value(v, LLVMGetOperand(i, 1));
    if (divides(opcode)) {
        LLVMValueRef one = LLVMConstInt(element_type(LLVMTypeOf(i)), 1, 0);
        unsigned n = components(LLVMTypeOf(i));
        LLVMTypeRef type = LLVMTypeOf(y);
        LLVMValueRef *ones = allocate(LLVMGetVectorSize(type) * sizeof *ones);
        for (unsigned e = 0; e < LLVMGetVectorSize(type); e++)
            ones[e] = one;
        LLVMValueRef neutral = LLVMConstVector(ones, LLVMGetVectorSize(type));
        free(ones);
        y = LLVMBuildSelect(v->l->b, repeat(v, v->mask, n), y, neutral, "");
    }
    LLVMValueRef r = LLVMBuildBinOp(v->l->b, opcode, x, y, "");
    copy_flags(i, r);
    copy_integer_flags(i, r, opcode);
    return r;
}

static LLVMValueRef build_select(const vectoriser *v, LLVMValueRef i)
{
    LLVMValueRef condition = LLVMGetOperand(i, 0), x = wide_value(v, LLVMGetOperand(i, 1)),
                 y = wide_value(v, LLVMGetOperand(i, 2)), r;
    if (is_vector(LLVMTypeOf(condition)))
        r = LLVMBuildSelect(v->l->b, wide_value(v, condition), x, y, "");
    else if (varies_here(v, condition))
        r = blend(v, wide_value(v, condition), x, y);
    else
        r = LLVMBuildSelect(v->l->b, scalar_value(v, condition), x, y, "");
    copy_flags(i, r);
    return r;
}

static LLVMValueRef build_wide(vectoriser *v, LLVMValueRef i)
{
    LLVMOpcode opcode = LLVMGetInstructionOpcode(i);
    LLVMBuilderRef b = v->l->b;
    LLVMValueRef r;
    switch (opcode) {
    case LLVMSelect: return build_select(v, i);
    case LLVMICmp:
        return LLVMBuildICmp(b, LLVMGetICmpPredicate(i), wide_value(v, LLVMGetOperand(i, 0)),
                             wide_value(v, LLVMGetOperand(i, 1)), "");
    case LLVMFCmp:
        r = LLVMBuildFCmp(b, LLVMGetFCmpPredicate(i), wide_value(v, LLVMGetOperand(i, 0)),
                          wide_value(v, LLVMGetOperand(i, 1)), "");
        copy_flags(i, r);
        return r;
    case LLVMFNeg:
        r = LLVMBuildFNeg(b, wide_value(v, LLVMGetOperand(i, 0)), "");
        copy_flags(i, r);
        return r;
    case LLVMFreeze: return LLVMBuildFreeze(b, wide_value(v, LLVMGetOperand(i, 0)), "");
    case LLVMExtractElement: return build_extract(v, i);
    case LLVMInsertElement: return build_insert(v, i);
    case LLVMShuffleVector: return build_shuffle(v, i);
    case LLVMExtractValue:
    case LLVMInsertValue: return build_field(v, i);
    default: break;
    }
    if (LLVMIsACastInst(i)) {
        r = LLVMBuildCast(b, opcode, wide_value(v, LLVMGetOperand(i, 0)), widen_type(v, LLVMTypeOf(i)), "");
        if (opcode == LLVMZExt && LLVMIsAInstruction(r))
            LLVMSetNNeg(r, LLVMGetNNeg(i));
        copy_flags(i, r);
        return r;
    }
    if (LLVMIsABinaryOperator(i))
        return build_binary(v, i);
    refuse("internal: it has an instruction of a kind that is not known: %d", (int)opcode);
}

static bool pointer_varies(const vectoriser *v, LLVMValueRef access)
{
    return varies_here(v, LLVMGetOperand(access, LLVMIsAStoreInst(access) ? 1 : 0));
}

/* What is the same for all lanes, or for those of a row. */
static void build_by_row(const vectoriser *v, LLVMValueRef i, LLVMValueRef parts[MOST_ROWS])
{
    const vector_value *d = find_value(v, i);
    long field = LLVMIsALoadInst(i) ? thread_offset(v, LLVMGetOperand(i, 0)) : -1;
    for (unsigned r = 0; r < parts_of(v, d); r++)
        parts[r] = field >= 0 ? build_thread_field(v, i, field, r) : build_once(v, i, r);
}

static void build_plain_store(const vectoriser *v, LLVMValueRef i)
{
    if (thread_offset(v, LLVMGetOperand(i, 1)) >= 0)
        refuse("internal: it writes to its thread");
    if (pointer_varies(v, i) || varies_here(v, LLVMGetOperand(i, 0)))
        build_store(v, i);
    else
        build_once(v, i, 0);
}

static LLVMValueRef build_varying(vectoriser *v, LLVMValueRef i)
{
    long field;
    switch (LLVMGetInstructionOpcode(i)) {
    case LLVMAlloca: return build_alloca(v, i);
    case LLVMLoad:
        field = thread_offset(v, LLVMGetOperand(i, 0));
        return field >= 0 ? build_thread_field(v, i, field, 0) : build_load(v, i);
    case LLVMGetElementPtr: return build_address(v, i);
    case LLVMAtomicRMW:
    case LLVMAtomicCmpXchg: return build_each(v, i);
    default: return build_wide(v, i);
    }
}

bool build_instruction(vectoriser *v, LLVMValueRef i, LLVMValueRef parts[MOST_ROWS])
{
    switch (LLVMGetInstructionOpcode(i)) {
    case LLVMStore: build_plain_store(v, i); return false;
    case LLVMFence: LLVMBuildFence(v->l->b, LLVMGetOrdering(i), 0, ""); return false;
    case LLVMCall:
        if (find_value(v, i)->shape.kind == BY_ROW)
            break;
        parts[0] = build_call(v, i);
        return parts[0] != NULL;
    case LLVMGetElementPtr:
        if (LLVMGetOperand(i, 0) != LLVMGetParam(v->scalar, 0))
            break;
        parts[0] = LLVMGetPoison(LLVMTypeOf(i)); /* its loads know */
        return true;
    default: break;
    }
    if (find_value(v, i)->shape.kind == VARYING)
        parts[0] = build_varying(v, i);
    else
        build_by_row(v, i, parts);
    return true;
}
