/* tensor_cores.c: 8 x 8 matrices of SIMD-groups on NVIDIA's tensor cores (PTX ISA 9.7.14: mma.sync).
 *
 * The device library (engine/cuda/device/meet.c) has a product of 8 x 8 matrices as one call. An instruction multiplies
 * 16 x 8 or 16 x 16 by 8 x 8 or 16 x 8, so two products with the same right factor become one, the second below the
 * first; two such pairs of which one adds to the other become one as well. A product without company has zeros below.
 *
 * Products move downwards, to the last one of those that become one: nothing before it may use a result. */
#include "tensor_cores.h"
#include "../../../engine/cuda/launch.h"
#include <stdlib.h>
#include <string.h>

enum { FIRST_WITH_BFLOAT = 80 }; /* compute capability 8.0 */

static bool has_tensor_cores(const lowering *l)
{
    return strncmp(l->target.cpu, "sm_", 3) == 0 && atoi(l->target.cpu + 3) >= FIRST_WITH_BFLOAT;
}

/* Erases the calls of a function and the function. Returns whether there were any. */
static bool drop_calls(LLVMValueRef function)
{
    LLVMUseRef use;
    bool any = false;
    while (function && (use = LLVMGetFirstUse(function))) {
        LLVMInstructionEraseFromParent(LLVMGetUser(use));
        any = true;
    }
    if (function)
        LLVMDeleteFunction(function);
    return any;
}

void place_matrices(lowering *l)
{
    LLVMValueRef told = LLVMGetNamedGlobal(l->m, SM_CUDA_MATRICES);
    bool shown = drop_calls(LLVMGetNamedFunction(l->m, "__msl_show_matrix"));
    if (!told)
        return;
    LLVMSetInitializer(told, number(l, (shown ? SM_MATRICES_SHOWN : 0) | (has_tensor_cores(l) ? SM_TENSOR_CORES : 0)));
    LLVMSetLinkage(told, LLVMInternalLinkage);
}

/* ---- products of a block */

typedef struct numbered {
    LLVMValueRef instruction;
    int at;
} numbered;

typedef struct product {
    LLVMValueRef call, left, right;
    int at, first_use; /* in the block; INT32_MAX: not in it */
    struct product *below, *before,
        *after;  /* with the same right factor; whose result is the sum; the other way round */
    bool joined; /* it is another one's `below` */
} product;

static int by_address(const void *a, const void *b)
{
    uintptr_t x = (uintptr_t)((const numbered *)a)->instruction, y = (uintptr_t)((const numbered *)b)->instruction;
    return (x > y) - (x < y);
}

static numbered *number_block(LLVMBasicBlockRef block, size_t *count)
{
    size_t n = 0;
    for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i))
        n++;
    numbered *all = allocate(n * sizeof *all);
    *count = n;
    n = 0;
    for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i), n++)
        all[n] = (numbered){i, (int)n};
    qsort(all, n, sizeof *all, by_address);
    return all;
}

static int find_first_use(LLVMValueRef call, const numbered *all, size_t count)
{
    int first = INT32_MAX;
    for (LLVMUseRef use = LLVMGetFirstUse(call); use; use = LLVMGetNextUse(use)) {
        const numbered key = {LLVMGetUser(use), 0}, *found = bsearch(&key, all, count, sizeof *all, by_address);
        if (found && !LLVMIsAPHINode(found->instruction) && found->at < first)
            first = found->at;
    }
    return first;
}

static bool is_product(LLVMValueRef i)
{
    return is_call_to(i, "sm_tensor_half") || is_call_to(i, "sm_tensor_bfloat");
}

static product *products_of(LLVMBasicBlockRef block, size_t *count)
{
    size_t instructions, n = 0;
    product *list = NULL;
    numbered *all = number_block(block, &instructions);
    int at = 0;
    for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i), at++) {
        if (!is_product(i))
            continue;
        list = realloc(list, (n + 1) * sizeof *list);
        list[n++] = (product){.call = i,
                              .left = LLVMGetOperand(i, 0),
                              .right = LLVMGetOperand(i, 1),
                              .at = at,
                              .first_use = find_first_use(i, all, instructions)};
    }
    free(all);
    *count = n;
    return list;
}

/* It changes when the product that makes it is replaced. */
static LLVMValueRef sum_of(const product *p)
{
    return LLVMGetOperand(p->call, 2);
}

static bool same_function(const product *x, const product *y)
{
    return LLVMGetCalledValue(x->call) == LLVMGetCalledValue(y->call);
}

static void pair_products(product *list, size_t count)
{
    for (size_t j = 0; j < count; j++) {
        for (size_t i = 0; i < j && !list[j].joined; i++) {
            product *x = &list[i], *y = &list[j];
            if (x->below || x->joined || x->right != y->right || !same_function(x, y) || x->first_use <= y->at)
                continue;
            x->below = y;
            y->joined = true;
        }
    }
}

/* Whether y adds to x and nothing else uses x. */
static bool goes_on(const product *x, const product *y)
{
    LLVMUseRef use = LLVMGetFirstUse(x->call);
    return sum_of(y) == x->call && !LLVMGetNextUse(use) && same_function(x, y);
}

static void chain_pairs(product *list, size_t count)
{
    for (size_t j = 0; j < count; j++) {
        for (size_t i = 0; i < j && list[j].below && !list[j].before; i++) {
            product *x = &list[i], *y = &list[j];
            if (!x->below || x->before || x->after || !goes_on(x, y) || !goes_on(x->below, y->below))
                continue;
            y->before = x;
            x->after = y;
        }
    }
}

/* ---- instructions */

static LLVMValueRef build_assembly(lowering *l, LLVMTypeRef result, const char *text, const char *constraints,
                                   LLVMValueRef *operands, unsigned count)
{
    LLVMTypeRef types[16];
    for (unsigned i = 0; i < count; i++)
        types[i] = LLVMTypeOf(operands[i]);
    LLVMTypeRef type = LLVMFunctionType(result, types, count, 0);
    LLVMValueRef code = LLVMGetInlineAsm(type, text, strlen(text), constraints, strlen(constraints), 0, 0,
                                         LLVMInlineAsmDialectATT, 0),
                 call = LLVMBuildCall2(l->b, type, code, operands, count, "");
    LLVMAddCallSiteAttribute(call, LLVMAttributeFunctionIndex,
                             LLVMCreateEnumAttribute(l->c, attribute_kind("convergent"), 0));
    return call;
}

/* The two sums of a product, from the four of an instruction. */
static void replace_product(lowering *l, const product *p, LLVMValueRef sums, unsigned first)
{
    LLVMValueRef both = LLVMGetPoison(LLVMTypeOf(p->call));
    for (unsigned i = 0; i < 2; i++)
        both = LLVMBuildInsertElement(l->b, both, LLVMBuildExtractValue(l->b, sums, first + i, ""), number(l, i), "");
    LLVMReplaceAllUsesWith(p->call, both);
}

/* Of the product p: alone, with the one below it, or with those before them. */
static void build_product(lowering *l, const product *p)
{
    const product *below = p->below, *before = p->before, *from = before ? before : p;
    LLVMTypeRef real = LLVMFloatTypeInContext(l->c), four[] = {real, real, real, real};
    LLVMValueRef v[10], none = number(l, 0), zero = LLVMConstReal(real, 0);
    unsigned n = 0;
    LLVMPositionBuilderBefore(l->b, below ? below->call : p->call);
    if (before) {
        v[n++] = before->left;
        v[n++] = before->below->left;
    }
    v[n++] = p->left;
    v[n++] = below ? below->left : none;
    if (before)
        v[n++] = before->right;
    v[n++] = p->right;
    for (unsigned i = 0; i < 4; i++) {
        const product *source = i < 2 ? from : from->below;
        v[n++] = source ? LLVMBuildExtractElement(l->b, sum_of(source), number(l, i % 2), "") : zero;
    }
    const char *type = is_call_to(p->call, "sm_tensor_half") ? "f16" : "bf16";
    const char *text = before ? format_text("mma.sync.aligned.m16n8k16.row.col.f32.%s.%s.f32 {$0, $1, $2, $3}, "
                                            "{$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};",
                                            type, type)
                              : format_text("mma.sync.aligned.m16n8k8.row.col.f32.%s.%s.f32 {$0, $1, $2, $3}, "
                                            "{$4, $5}, {$6}, {$7, $8, $9, $10};",
                                            type, type);
    LLVMValueRef sums = build_assembly(l, LLVMStructTypeInContext(l->c, four, 4, 0), text,
                                       before ? "=f,=f,=f,=f,r,r,r,r,r,r,f,f,f,f" : "=f,=f,=f,=f,r,r,r,f,f,f,f", v, n);
    replace_product(l, p, sums, 0);
    if (below)
        replace_product(l, below, sums, 2);
}

static void erase_products(product *list, size_t count)
{
    for (size_t n = count; n > 0; n--)
        LLVMInstructionEraseFromParent(list[n - 1].call);
}

/* ---- what goes between lanes */

static bool is_way(LLVMValueRef i, unsigned way)
{
    return is_call_to(i, "sm_tensor_take") && LLVMConstIntGetZExtValue(LLVMGetOperand(i, 2)) == way;
}

static bool is_movement(LLVMValueRef i)
{
    return is_call_to(i, "sm_tensor_turn") || is_call_to(i, "sm_tensor_take");
}

static bool is_same_movement(LLVMValueRef x, LLVMValueRef y)
{
    if (!is_movement(x) || LLVMGetCalledValue(x) != LLVMGetCalledValue(y))
        return false;
    for (unsigned n = 0; n < (unsigned)LLVMGetNumArgOperands(x); n++) {
        if (LLVMGetOperand(x, n) != LLVMGetOperand(y, n))
            return false;
    }
    return true;
}

/* What a movement is equal to: something earlier in the block, or what came there and goes back; NULL: nothing. */
static LLVMValueRef known_movement(LLVMValueRef i)
{
    LLVMValueRef from = LLVMGetOperand(i, 0);
    if (is_way(i, SM_THERE) && LLVMIsACallInst(from) && is_way(from, SM_BACK))
        return LLVMGetOperand(from, 0);
    for (LLVMValueRef x = LLVMGetPreviousInstruction(i); x; x = LLVMGetPreviousInstruction(x)) {
        if (is_same_movement(x, i))
            return x;
    }
    return NULL;
}

/* LLVM leaves calls alone that all lanes must make. */
static void merge_movements(LLVMBasicBlockRef block)
{
    for (LLVMValueRef i = LLVMGetFirstInstruction(block), next; i; i = next) {
        next = LLVMGetNextInstruction(i);
        LLVMValueRef same = is_movement(i) ? known_movement(i) : NULL;
        if (!same)
            continue;
        LLVMReplaceAllUsesWith(i, same);
        LLVMInstructionEraseFromParent(i);
    }
    for (LLVMValueRef i = LLVMGetLastInstruction(block), before; i; i = before) {
        before = LLVMGetPreviousInstruction(i);
        if (is_movement(i) && !LLVMGetFirstUse(i))
            LLVMInstructionEraseFromParent(i);
    }
}

static bool uses(LLVMValueRef user, LLVMValueRef value)
{
    for (unsigned n = 0; n < (unsigned)LLVMGetNumOperands(user); n++) {
        if (LLVMGetOperand(user, n) == value)
            return true;
    }
    return false;
}

/* What goes back does so when it is wanted: it is the first use of a product, which products cannot pass. */
static void sink_ways_back(lowering *l, LLVMBasicBlockRef block)
{
    for (LLVMValueRef i = LLVMGetLastInstruction(block), before; i; i = before) {
        before = LLVMGetPreviousInstruction(i);
        if (!is_way(i, SM_BACK))
            continue;
        LLVMValueRef user = LLVMGetNextInstruction(i);
        while (LLVMGetNextInstruction(user) && !uses(user, i))
            user = LLVMGetNextInstruction(user);
        LLVMInstructionRemoveFromParent(i);
        LLVMPositionBuilderBefore(l->b, user);
        LLVMInsertIntoBuilder(l->b, i);
    }
}

static LLVMValueRef build_turn(lowering *l, LLVMValueRef call)
{
    LLVMValueRef pair = LLVMGetOperand(call, 0);
    return build_assembly(l, l->i32, "movmatrix.sync.aligned.m8n8.trans.b16 $0, $1;", "=r,r", &pair, 1);
}

static LLVMValueRef build_shuffle(lowering *l, LLVMValueRef value, LLVMValueRef from)
{
    LLVMValueRef v[] = {value, from};
    return build_assembly(l, l->i32, "shfl.sync.idx.b32 $0, $1, $2, 31, -1;", "=r,r,r", v, 2);
}

static LLVMValueRef build_take(lowering *l, LLVMValueRef call)
{
    LLVMValueRef value = LLVMGetOperand(call, 0), from = LLVMGetOperand(call, 1);
    LLVMTypeRef type = LLVMTypeOf(value), integers = with_elements(type, l->i32);
    if (type == l->i32)
        return build_shuffle(l, value, from);
    LLVMValueRef given = LLVMBuildBitCast(l->b, value, integers, ""), taken = LLVMGetPoison(integers);
    for (unsigned i = 0; i < 2; i++) {
        LLVMValueRef one = build_shuffle(l, LLVMBuildExtractElement(l->b, given, number(l, i), ""), from);
        taken = LLVMBuildInsertElement(l->b, taken, one, number(l, i), "");
    }
    return LLVMBuildBitCast(l->b, taken, type, "");
}

static void build_movements(lowering *l, LLVMValueRef function, LLVMValueRef (*build)(lowering *, LLVMValueRef call))
{
    for (LLVMUseRef use; function && (use = LLVMGetFirstUse(function));) {
        LLVMValueRef call = LLVMGetUser(use);
        LLVMPositionBuilderBefore(l->b, call);
        LLVMReplaceAllUsesWith(call, build(l, call));
        LLVMInstructionEraseFromParent(call);
    }
}

static void build_products(lowering *l, LLVMBasicBlockRef block)
{
    size_t count;
    merge_movements(block);
    sink_ways_back(l, block);
    product *list = products_of(block, &count);
    pair_products(list, count);
    chain_pairs(list, count);
    for (size_t n = 0; n < count; n++) {
        if (!list[n].joined && !list[n].after)
            build_product(l, &list[n]);
    }
    erase_products(list, count);
    free(list);
}

void use_tensor_cores(lowering *l)
{
    static const char *const names[] = {"sm_tensor_turn", "sm_tensor_take", "sm_tensor_take_sums", "sm_tensor_half",
                                        "sm_tensor_bfloat"};
    for (LLVMValueRef f = LLVMGetFirstFunction(l->m); f; f = LLVMGetNextFunction(f)) {
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
            build_products(l, b);
    }
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        LLVMValueRef f = LLVMGetNamedFunction(l->m, names[i]);
        build_movements(l, f, i == 0 ? build_turn : build_take); /* products are gone */
        if (f)
            LLVMDeleteFunction(f);
    }
}
