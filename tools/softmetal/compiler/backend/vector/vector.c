/* vector.c: code for the vector engine: from a kernel for one thread, one for the 32 lanes of a SIMD-group at once.
 *
 * The idea. Where lanes go different ways, a processor can still go only one; so each block of the function is executed
 * for a set of lanes, its mask, and all values are vectors with an element for each lane. A block's mask collects the
 * lanes that wait to enter it. Blocks are laid out in an order in which every edge leads onwards, loops in one piece:
 *
 *     for each block in that order:
 *         if any lane waits here:
 *             the mask is those lanes, and nobody waits any more
 *             the block's instructions, for the lanes of the mask
 *             each lane goes to wait at the successor that it chooses
 *         if this is the last block of a loop, and lanes wait at its header: back there
 *
 * So the earliest block at which lanes wait always runs next, and when it does, every lane that can come there in this
 * iteration has come. That is softmetal's rule of reconvergence (engine/threads/fiber.c serves instances by the same
 * order), and an operation of the SIMD-group simply works on the mask. Source loops decide which blocks belong to a
 * loop; clang's convergence tokens tell them (shape.c).
 *
 * For example, `if (x > 0) y = 1; else y = 2; z = simd_sum(y);` for four lanes whose x are 5, -1, 3 and -2:
 *
 *     block   its mask: lanes   does                            then there wait
 *     entry   0 1 2 3           compares                        0 2 at `then`, 1 3 at `else`
 *     then    0   2             nothing                         0 2 at `end`, where their y is 1; 1 3 at `else`
 *     else      1   3           nothing                         0 1 2 3 at `end`; y is 1 2 1 2
 *     end     0 1 2 3           adds y of its mask's lanes: 6
 *
 * So a phi is a variable in which each edge replaces the elements of the lanes that take it. Lanes outside the mask are
 * computed with all the same, whatever they hold; only what could be noticed (stores, loads, traps) asks for the mask.
 *
 * What makes it fast: values and branches that cannot differ between lanes are found beforehand (shape.c) and
 * stay scalar, and so do positions and addresses that go up evenly from lane to lane, one number for each row of the
 * threadgroup; after a branch that all lanes take alike control goes straight on wherever no other lane can be waiting;
 * and a block that all of an earlier one's lanes come to has that one's mask, where all lanes exist often a full one.
 * Masks, and values that blocks read from others, are written as variables; LLVM turns those into registers. */
#include "vectoriser.h"
#include "../targets/target.h"
#include <stdlib.h>
#include <string.h>

enum { MOST_THREAD_MEMORY = 1 << 20 }; /* bytes for all lanes of a SIMD-group */

static bool has_value(LLVMValueRef i)
{
    LLVMTypeKind kind = LLVMGetTypeKind(LLVMTypeOf(i));
    return kind != LLVMVoidTypeKind && kind != LLVMTokenTypeKind;
}

static void number_values(vectoriser *v)
{
    size_t n = 0;
    for (int pass = 0; pass < 2; pass++) {
        for (int b = 0; b < v->g.blocks; b++) {
            for (LLVMValueRef i = LLVMGetFirstInstruction(v->g.block[b]); i; i = LLVMGetNextInstruction(i), n++) {
                if (pass)
                    *find_value(v, i) = (vector_value){.key = i, .block = b};
            }
        }
        if (!pass) {
            for (v->map_size = 64; v->map_size < 3 * n;)
                v->map_size *= 2;
            v->map = allocate(v->map_size * sizeof *v->map);
        }
    }
}

/* ---- variables for what crosses blocks */
static void find_readers(const vectoriser *v, LLVMValueRef i, int block, bool *elsewhere, bool *left)
{
    for (LLVMUseRef u = LLVMGetFirstUse(i); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        int at = cfg_index(&v->g, LLVMGetInstructionParent(user));
        if (at < 0)
            continue;
        if (!LLVMIsAPHINode(user)) {
            *elsewhere |= at != block;
            *left |= leaves_varying_loop(v, block, at);
            continue;
        }
        for (unsigned n = 0; n < LLVMCountIncoming(user); n++) {
            int from = cfg_index(&v->g, LLVMGetIncomingBlock(user, n));
            if (LLVMGetIncomingValue(user, n) != i || from < 0)
                continue;
            *elsewhere |= from != block;
            *left |= leaves_varying_loop(v, block, from);
        }
    }
}

static void make_variables(vectoriser *v)
{
    for (int b = 0; b < v->g.blocks; b++) {
        for (LLVMValueRef i = LLVMGetFirstInstruction(v->g.block[b]); i; i = LLVMGetNextInstruction(i)) {
            if (!has_value(i))
                continue;
            vector_value *d = find_value(v, i);
            bool elsewhere = false, left = false;
            find_readers(v, i, b, &elsewhere, &left);
            for (unsigned p = 0; p < parts_of(v, d); p++) {
                if (LLVMIsAPHINode(i)) /* a back edge may come before the phi's readers have read: two variables */
                    d->incoming[p] = new_variable(v, own_type(v, d));
                if (elsewhere)
                    d->slot[p] = new_variable(v, own_type(v, d));
            }
            if (left)
                d->left = d->shape.kind == VARYING ? d->slot[0] : new_variable(v, widen_type(v, LLVMTypeOf(i)));
        }
    }
}

/* Lanes that have left the loop keep what they had. */
static void keep_for_leavers(const vectoriser *v, const vector_value *d)
{
    LLVMValueRef wide = wide_value(v, d->key);
    LLVMValueRef old = LLVMBuildLoad2(v->l->b, LLVMTypeOf(wide), d->left, "");
    LLVMBuildStore(v->l->b, blend(v, v->mask, wide, old), d->left);
}

static void define(const vectoriser *v, LLVMValueRef i, LLVMValueRef parts[MOST_ROWS])
{
    vector_value *d = find_value(v, i);
    for (unsigned p = 0; p < parts_of(v, d); p++) {
        d->now[p] = parts[p];
        if (d->slot[p] && d->slot[p] != d->left)
            LLVMBuildStore(v->l->b, parts[p], d->slot[p]);
    }
    if (d->left)
        keep_for_leavers(v, d);
}

/* ---- edges */
static LLVMValueRef incoming_value(LLVMValueRef phi, LLVMBasicBlockRef from)
{
    for (unsigned n = 0; n < LLVMCountIncoming(phi); n++) {
        if (LLVMGetIncomingBlock(phi, n) == from)
            return LLVMGetIncomingValue(phi, n);
    }
    return NULL;
}

/* What the phi receives from the block being built, for lanes `m`. */
static void store_incoming(const vectoriser *v, LLVMValueRef phi, LLVMValueRef m, bool all)
{
    LLVMBuilderRef b = v->l->b;
    const vector_value *d = find_value(v, phi);
    LLVMValueRef x = incoming_value(phi, v->g.block[v->block]);
    for (unsigned p = 0; p < parts_of(v, d); p++) {
        LLVMValueRef part = d->shape.kind == VARYING ? wide_value(v, x) : row_value(v, x, p);
        if (!all || d->shape.kind == VARYING) {
            LLVMValueRef old = LLVMBuildLoad2(b, LLVMTypeOf(part), d->incoming[p], "");
            part =
                d->shape.kind == VARYING ? blend(v, m, part, old) : LLVMBuildSelect(b, any_lane(v, m), part, old, "");
        }
        LLVMBuildStore(b, part, d->incoming[p]);
    }
}

/* Lanes `m` of the block go to wait at block `to`, with what its phis receive. `all`: they are the whole mask. */
static void arrive(const vectoriser *v, int to, LLVMValueRef m, bool all)
{
    LLVMBuilderRef b = v->l->b;
    LLVMValueRef others = LLVMBuildLoad2(b, v->mask_type, v->waiting[to], "");
    LLVMBuildStore(b, LLVMBuildOr(b, others, m, ""), v->waiting[to]);
    for (LLVMValueRef phi = LLVMGetFirstInstruction(v->g.block[to]); phi && LLVMIsAPHINode(phi);
         phi = LLVMGetNextInstruction(phi)) {
        if (has_value(phi))
            store_incoming(v, phi, m, all);
    }
}

/* A block that carries all lanes to block `to` and goes on there. */
static LLVMBasicBlockRef build_edge(const vectoriser *v, int to)
{
    LLVMBasicBlockRef here = LLVMGetInsertBlock(v->l->b), edge = add_block(v, "edge");
    LLVMPositionBuilderAtEnd(v->l->b, edge);
    arrive(v, to, v->mask, true);
    LLVMBuildBr(v->l->b, goes_straight(v, v->block, to) ? v->body[v->rank[to]] : v->skip[v->rank[v->block]]);
    LLVMPositionBuilderAtEnd(v->l->b, here);
    return edge;
}

/* All lanes go the same way. */
static void leave_together(const vectoriser *v, LLVMValueRef t)
{
    LLVMBuilderRef b = v->l->b;
    unsigned n = LLVMGetNumSuccessors(t);
    LLVMBasicBlockRef *edge = allocate((n + 1) * sizeof *edge);
    for (unsigned s = 0; s < n; s++)
        edge[s] = build_edge(v, cfg_index(&v->g, LLVMGetSuccessor(t, s)));
    if (n == 0) {
        LLVMBuildBr(b, v->skip[v->rank[v->block]]);
    } else if (n == 1) {
        LLVMBuildBr(b, edge[0]);
    } else if (LLVMIsASwitchInst(t)) {
        LLVMValueRef go = LLVMBuildSwitch(b, scalar_value(v, LLVMGetOperand(t, 0)), edge[0], n - 1);
        for (unsigned s = 1; s < n; s++)
            LLVMAddCase(go, LLVMGetSwitchCaseValue(t, s), edge[s]);
    } else {
        LLVMBuildCondBr(b, scalar_value(v, LLVMGetCondition(t)), edge[0], edge[1]);
    }
    free(edge);
}

/* The lanes of the mask for which the condition holds. Its other lanes hold anything, even poison: select, not and. */
static LLVMValueRef lanes_where(const vectoriser *v, LLVMValueRef condition)
{
    return LLVMBuildSelect(v->l->b, v->mask, condition, LLVMConstNull(v->mask_type), "");
}

static void leave_apart(const vectoriser *v, LLVMValueRef t)
{
    LLVMBuilderRef b = v->l->b;
    if (LLVMIsASwitchInst(t)) {
        LLVMValueRef x = wide_value(v, LLVMGetOperand(t, 0)), rest = v->mask;
        for (unsigned s = 1; s < LLVMGetNumSuccessors(t); s++) {
            LLVMValueRef is_case = splat_value(v, LLVMGetSwitchCaseValue(t, s));
            LLVMValueRef m = lanes_where(v, LLVMBuildICmp(b, LLVMIntEQ, x, is_case, ""));
            arrive(v, cfg_index(&v->g, LLVMGetSuccessor(t, s)), m, false);
            rest = LLVMBuildAnd(b, rest, LLVMBuildNot(b, m, ""), "");
        }
        arrive(v, cfg_index(&v->g, LLVMGetSuccessor(t, 0)), rest, false);
    } else {
        LLVMValueRef c = wide_value(v, LLVMGetCondition(t)), yes = lanes_where(v, c),
                     no = lanes_where(v, LLVMBuildNot(b, c, ""));
        arrive(v, cfg_index(&v->g, LLVMGetSuccessor(t, 0)), yes, false);
        arrive(v, cfg_index(&v->g, LLVMGetSuccessor(t, 1)), no, false);
    }
    LLVMBuildBr(b, v->skip[v->rank[v->block]]);
}

/* ---- blocks */
static void build_body(vectoriser *v, int rank)
{
    LLVMBuilderRef b = v->l->b;
    v->block = v->order[rank];
    LLVMPositionBuilderAtEnd(b, v->body[rank]);
    int same = v->same[v->block];
    v->mask = LLVMBuildLoad2(b, v->mask_type, same == v->block ? v->waiting[same] : v->ran[same], "mask");
    if (v->whole && same == 0)
        v->mask = LLVMConstAllOnes(v->mask_type);
    LLVMBuildStore(b, LLVMConstNull(v->mask_type), v->waiting[v->block]);
    if (same == v->block)
        LLVMBuildStore(b, v->mask, v->ran[same]);
    LLVMValueRef t = LLVMGetBasicBlockTerminator(v->g.block[v->block]);
    for (LLVMValueRef i = LLVMGetFirstInstruction(v->g.block[v->block]); i != t; i = LLVMGetNextInstruction(i)) {
        LLVMValueRef parts[MOST_ROWS] = {NULL};
        bool built = false;
        if (LLVMIsAPHINode(i) && has_value(i)) {
            const vector_value *d = find_value(v, i);
            for (unsigned p = 0; p < parts_of(v, d); p++)
                parts[p] = LLVMBuildLoad2(b, own_type(v, d), d->incoming[p], "");
            built = true;
        } else if (LLVMGetTypeKind(LLVMTypeOf(i)) != LLVMTokenTypeKind) {
            built = build_instruction(v, i, parts);
        }
        if (built && has_value(i))
            define(v, i, parts);
    }
    if (!LLVMIsABranchInst(t) && !LLVMIsASwitchInst(t) && !LLVMIsAReturnInst(t) && !LLVMIsAUnreachableInst(t))
        refuse("internal: a block of it ends in a way that is not known");
    if (LLVMGetNumSuccessors(t) > 1 && v->branch_varies[v->block])
        leave_apart(v, t);
    else
        leave_together(v, t);
    for (LLVMValueRef i = LLVMGetFirstInstruction(v->g.block[v->block]); i; i = LLVMGetNextInstruction(i))
        find_value(v, i)->now[0] = NULL;
}

/* Behind the last block of loops: back to their headers, the innermost first, while lanes wait there. */
static void build_skip(vectoriser *v, int rank)
{
    LLVMBuilderRef b = v->l->b;
    int block = v->order[rank];
    LLVMPositionBuilderAtEnd(b, v->skip[rank]);
    for (int n = v->g.loops - 1; n >= 0; n--) {
        const cfg_loop *loop = &v->g.loop[n];
        if (!loop->in[block] || (rank + 1 < v->g.blocks && loop->in[v->order[rank + 1]]))
            continue;
        LLVMBasicBlockRef on = add_block(v, "on");
        LLVMValueRef wait = LLVMBuildLoad2(b, v->mask_type, v->waiting[loop->header], "");
        LLVMBuildCondBr(b, any_lane(v, wait), v->body[v->rank[loop->header]], on);
        LLVMPositionBuilderAtEnd(b, on);
    }
    LLVMBuildBr(b, v->test[rank + 1]);
}

static void build_test(vectoriser *v, int rank)
{
    LLVMBuilderRef b = v->l->b;
    LLVMBasicBlockRef nobody = add_block(v, "nobody");
    LLVMPositionBuilderAtEnd(b, v->test[rank]);
    LLVMValueRef wait = LLVMBuildLoad2(b, v->mask_type, v->waiting[v->order[rank]], "");
    LLVMBuildCondBr(b, any_lane(v, wait), v->body[rank], nobody);
    LLVMPositionBuilderAtEnd(b, nobody); /* says what LLVM does not see, lest it keep the mask */
    LLVMBuildStore(b, LLVMConstNull(v->mask_type), v->waiting[v->order[rank]]);
    LLVMBuildBr(b, v->skip[rank]);
}

/* ---- the function */
static void check_memory(const vectoriser *v)
{
    LLVMTargetDataRef layout = LLVMGetModuleDataLayout(v->l->m);
    uint64_t bytes = 0;
    for (int b = 0; b < v->g.blocks; b++) {
        for (LLVMValueRef i = LLVMGetFirstInstruction(v->g.block[b]); i; i = LLVMGetNextInstruction(i)) {
            if (!LLVMIsAAllocaInst(i))
                continue;
            if (b != 0)
                refuse("it has a variable that is not made where the kernel starts");
            bytes += LLVMABISizeOfType(layout, LLVMGetAllocatedType(i));
        }
    }
    if (bytes * v->width > MOST_THREAD_MEMORY)
        refuse("it needs %llu bytes of thread memory, more than %u for a lane", (unsigned long long)bytes,
               MOST_THREAD_MEMORY / v->width);
}

static void check_loops(const vectoriser *v)
{
    for (int n = 0; n < v->g.loops && is_wide(v); n++) {
        if (v->loop_varies[n])
            refuse("not all of %u lanes leave a loop together", v->width);
    }
}

static void add_function(vectoriser *v)
{
    lowering *l = v->l;
    LLVMTypeRef parameter[] = {l->pointer, l->i64};
    v->function = LLVMAddFunction(l->m, SM_VECTOR_SYMBOL, LLVMFunctionType(l->nothing, parameter, 2, 0));
    add_attribute(l, v->function, "nounwind");
    prefer_long_vectors(l, v->function);
    LLVMAddAttributeAtIndex(v->function, 1, LLVMCreateEnumAttribute(l->c, attribute_kind("noalias"), 0));
    v->lanes = LLVMGetParam(v->function, 0);
}

static void build_function(vectoriser *v)
{
    lowering *l = v->l;
    int n = v->g.blocks;
    add_function(v);
    LLVMBasicBlockRef entry = add_block(v, "entry"), end;
    LLVMPositionBuilderAtEnd(l->b, entry);
    LLVMValueRef mark = LLVMBuildAlloca(l->b, l->i32, "mark");
    LLVMPositionBuilderBefore(v->variables, mark);
    v->group = load_field(l, LANES_GROUP, v->lanes, 0, "group");
    LLVMValueRef bits = LLVMBuildIntCast2(l->b, LLVMGetParam(v->function, 1), v->bits, 0, "");
    LLVMValueRef all = LLVMBuildBitCast(l->b, bits, v->mask_type, "all");
    make_variables(v);
    if (v->whole)
        all = LLVMConstAllOnes(v->mask_type);
    v->waiting = allocate((size_t)n * sizeof *v->waiting);
    v->ran = allocate((size_t)n * sizeof *v->ran);
    v->test = allocate(((size_t)n + 1) * sizeof(LLVMBasicBlockRef));
    v->body = allocate((size_t)n * sizeof(LLVMBasicBlockRef));
    v->skip = allocate((size_t)n * sizeof(LLVMBasicBlockRef));
    for (int r = 0; r < n; r++) {
        v->waiting[v->order[r]] = new_variable(v, v->mask_type);
        v->ran[v->order[r]] = new_variable(v, v->mask_type);
        LLVMBuildStore(l->b, r ? LLVMConstNull(v->mask_type) : all, v->waiting[v->order[r]]);
        v->test[r] = add_block(v, "test");
        v->body[r] = add_block(v, "body");
        v->skip[r] = add_block(v, "skip");
    }
    v->test[n] = end = add_block(v, "end");
    LLVMBuildBr(l->b, v->body[0]);
    for (int r = 0; r < n; r++) {
        build_test(v, r);
        build_body(v, r);
        build_skip(v, r);
    }
    LLVMPositionBuilderAtEnd(l->b, end);
    LLVMBuildRetVoid(l->b);
}

void vectorise(lowering *l)
{
    vectoriser v = {.l = l, .scalar = l->entry, .simd_width = l->target.simd_width};
    v.width = l->lanes ? l->lanes : v.simd_width;
    v.bits = LLVMIntTypeInContext(l->c, v.width);
    v.mask_type = LLVMVectorType(l->i1, v.width);
    v.masked = masked_memory(l);
    v.whole = l->row != 0;
    v.row = is_wide(&v) ? wide_row(&v) : l->row >= LEAST_ROW ? l->row : v.width;
    v.rows = v.width / v.row;
    v.variables = LLVMCreateBuilderInContext(l->c);
    cfg_build(&v.g, v.scalar);
    number_values(&v);
    check_memory(&v);
    lay_out_blocks(&v);
    find_varying(&v);
    find_same_masks(&v);
    check_loops(&v);
    build_function(&v);
    if (!is_wide(&v))
        l->most_lanes = worthwhile_lanes(&v);
    else if (l->scattered)
        refuse("%u lanes of it at once would access memory lane by lane", v.width);
    LLVMDisposeBuilder(v.variables);
    cfg_free(&v.g);
    free(v.order);
    free(v.rank);
    free(v.branch_varies);
    free(v.loop_varies);
    free(v.same);
    free(v.map);
    free(v.waiting);
    free(v.ran);
    free(v.test);
    free(v.body);
    free(v.skip);
    LLVMDeleteFunction(l->entry);
    l->entry = v.function;
}
