/* instruction.c: single instructions for all lanes of a SIMD-group. What has no form for values of all lanes (values.c)
 * is left to each.c.
 *
 * Lanes that are not in the mask hold anything: they may be computed with, but never store, load, divide, or decide. */
#include "vectoriser.h"
#include <stdlib.h>
#include <string.h>

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

static LLVMValueRef build_intrinsic(const vectoriser *v, LLVMValueRef i, const wide_intrinsic *row)
{
    LLVMValueRef a[MOST_OPERANDS];
    unsigned n = LLVMGetNumArgOperands(i);
    for (unsigned o = 0; o < n; o++)
        a[o] = value_as(v, LLVMGetOperand(i, o), (int)o != row->fixed);
    LLVMTypeRef result = widen_type(v, LLVMTypeOf(i)), overload[2] = {result, LLVMTypeOf(a[0])};
    size_t overloads = 1;
    switch (row->by) {
    case BY_RESULT: break;
    case BY_OPERAND: overload[0] = LLVMTypeOf(a[0]); break;
    case BY_BOTH_OPERANDS:
        overload[0] = LLVMTypeOf(a[0]);
        overload[1] = LLVMTypeOf(a[1]);
        overloads = 2;
        break;
    case BY_BOTH: overloads = 2; break;
    }
    char *name = format_text("%.*s", (int)strlen(row->name) - 1, row->name);
    LLVMValueRef r = call_intrinsic(v->l, name, overload, overloads, a, n);
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
    LLVMValueRef whole[8], a[8], r[MOST_LANES];
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

/* Charges a loop with the largest iteration count of any active lane. */
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
        a[1] = call_intrinsic(v->l, "llvm.vector.reduce.umax", &overload, 1, &wide, 1);
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
    if (find_intrinsic(i))
        return build_intrinsic(v, i, find_intrinsic(i));
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
    engine_field field = LLVMIsALoadInst(i) ? thread_field(v, LLVMGetOperand(i, 0)) : NO_FIELD;
    for (unsigned r = 0; r < parts_of(v, d); r++)
        parts[r] = field != NO_FIELD ? build_thread_field(v, i, field, r) : build_once(v, i, r);
}

static void build_plain_store(const vectoriser *v, LLVMValueRef i)
{
    if (thread_field(v, LLVMGetOperand(i, 1)) != NO_FIELD)
        refuse("internal: it writes to its thread");
    if (pointer_varies(v, i) || varies_here(v, LLVMGetOperand(i, 0)))
        build_store(v, i);
    else
        build_once(v, i, 0);
}

static LLVMValueRef build_varying(vectoriser *v, LLVMValueRef i)
{
    engine_field field;
    switch (LLVMGetInstructionOpcode(i)) {
    case LLVMAlloca: return build_alloca(v, i);
    case LLVMLoad:
        field = thread_field(v, LLVMGetOperand(i, 0));
        return field != NO_FIELD ? build_thread_field(v, i, field, 0) : build_load(v, i);
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
        if (is_meeting(i) && is_wide(v) && reduces(v, i)) {
            build_reductions(v, i, parts);
            return true;
        }
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
