/* values.c: values for all lanes of a SIMD-group. A value of type T becomes <width x T>; of type <n x T>, which the
 * scalarizer leaves only around memory and calls, <width * n x T> with the components of a lane side by side; a
 * structure becomes a structure of such. */
#include "vectoriser.h"
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

unsigned fields(LLVMTypeRef type)
{
    switch (LLVMGetTypeKind(type)) {
    case LLVMStructTypeKind: return LLVMCountStructElementTypes(type);
    case LLVMArrayTypeKind: return (unsigned)LLVMGetArrayLength2(type);
    default: return 0;
    }
}

/* Lanes of the result, by lane and component, from elements of a and b; b's count on from a's. */

LLVMValueRef rearrange(const vectoriser *v, LLVMValueRef a, LLVMValueRef b, unsigned result, choice *choose,
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

LLVMValueRef lowest_bit(const vectoriser *v, LLVMValueRef bits)
{
    LLVMTypeRef type = LLVMTypeOf(bits);
    LLVMValueRef a[] = {bits, LLVMConstInt(v->l->i1, 1, 0)};
    return LLVMBuildIntCast2(v->l->b, call_intrinsic(v->l, "llvm.cttz", &type, 1, a, 2), v->l->i32, 0, "first");
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
    LLVMValueRef n[MOST_LANES];
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

LLVMValueRef lanes_of_row(const vectoriser *v, unsigned row)
{
    LLVMValueRef bit[MOST_LANES];
    for (unsigned i = 0; i < v->width; i++)
        bit[i] = LLVMConstInt(v->l->i1, i / v->row == row, 0);
    return LLVMConstVector(bit, v->width);
}

/* From a number for each row the vector. */
static LLVMValueRef widen_rows(const vectoriser *v, const vector_value *d)
{
    LLVMBuilderRef b = v->l->b;
    LLVMValueRef wide = NULL, offset[MOST_LANES];
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

LLVMTypeRef stored_type(const vectoriser *v, LLVMTypeRef type)
{
    return is_bit(type) ? is_vector(type) ? LLVMVectorType(v->l->i8, components(type)) : v->l->i8 : type;
}

/* A wide value in memory: where the lane's part of it is. `type`: of one lane's. */
static LLVMValueRef lane_place(const vectoriser *v, LLVMValueRef variable, LLVMTypeRef type, LLVMValueRef lane)
{
    LLVMValueRef at = LLVMBuildMul(v->l->b, lane, number(v->l, components(type)), "");
    return LLVMBuildInBoundsGEP2(v->l->b, element_type(stored_type(v, type)), variable, &at, 1, "");
}

LLVMValueRef to_memory(const vectoriser *v, LLVMValueRef wide)
{
    LLVMTypeRef type = stored_type(v, LLVMTypeOf(wide));
    LLVMValueRef variable = new_variable(v, type);
    if (type != LLVMTypeOf(wide))
        wide = LLVMBuildZExt(v->l->b, wide, type, "");
    LLVMBuildStore(v->l->b, wide, variable);
    return variable;
}

LLVMValueRef load_lane(const vectoriser *v, LLVMValueRef variable, LLVMTypeRef type, LLVMValueRef lane)
{
    LLVMTypeRef stored = stored_type(v, type);
    LLVMValueRef x = LLVMBuildLoad2(v->l->b, stored, lane_place(v, variable, type, lane), "");
    LLVMSetAlignment(x, LLVMABIAlignmentOfType(LLVMGetModuleDataLayout(v->l->m), element_type(stored)));
    return stored == type ? x : LLVMBuildTrunc(v->l->b, x, type, "");
}

void store_lane(const vectoriser *v, LLVMValueRef x, LLVMValueRef variable, LLVMValueRef lane)
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
