/* lower.c: replaces the calls that MSL's headers make (include/__msl/operations.h) by what the engine understands. A
 * convergent call becomes: operands into the thread, sm_meet(thread, site), result out of the thread. Sites and the
 * source loops around them are numbered in program order; Clang's convergence tokens say which source loop a call
 * belongs to, even where the call lies outside the natural loop (`if (c) { simd_sum(x); break; }`). Each loop with a
 * site inside gets a counter in the thread. */
#include "passes.h"
#include <llvm-c/DebugInfo.h>
#include <stdlib.h>
#include <string.h>

/* ---- atomics and memory */
static LLVMAtomicOrdering ordering(uint64_t order)
{
    switch (order) {
    case __MSL_ACQUIRE: return LLVMAtomicOrderingAcquire;
    case __MSL_RELEASE: return LLVMAtomicOrderingRelease;
    case __MSL_ACQ_REL: return LLVMAtomicOrderingAcquireRelease;
    case __MSL_SEQ_CST: return LLVMAtomicOrderingSequentiallyConsistent;
    default: return LLVMAtomicOrderingMonotonic;
    }
}

static LLVMAtomicOrdering load_ordering(LLVMAtomicOrdering o)
{
    if (o == LLVMAtomicOrderingAcquireRelease)
        return LLVMAtomicOrderingAcquire;
    return o == LLVMAtomicOrderingRelease ? LLVMAtomicOrderingMonotonic : o;
}

static LLVMAtomicOrdering store_ordering(LLVMAtomicOrdering o)
{
    if (o == LLVMAtomicOrderingAcquireRelease)
        return LLVMAtomicOrderingRelease;
    return o == LLVMAtomicOrderingAcquire ? LLVMAtomicOrderingMonotonic : o;
}

static LLVMValueRef atomic_load(lowering *l, LLVMTypeRef type, LLVMValueRef p, LLVMAtomicOrdering order, unsigned bytes)
{
    LLVMValueRef v = LLVMBuildLoad2(l->b, type, p, "");
    LLVMSetOrdering(v, load_ordering(order));
    LLVMSetAlignment(v, bytes);
    return v;
}

static void atomic_store(lowering *l, LLVMValueRef value, LLVMValueRef p, LLVMAtomicOrdering order, unsigned bytes)
{
    LLVMValueRef s = LLVMBuildStore(l->b, value, p);
    LLVMSetOrdering(s, store_ordering(order));
    LLVMSetAlignment(s, bytes);
}

static LLVMAtomicRMWBinOp integer_operation(const lowering *l, uint64_t operation, uint64_t type)
{
    bool compare_signed = sm_element_is_signed(type) && !faulty(l, SM_FAULT_atomic_max_unsigned);
    switch (operation) {
    case __MSL_ATOMIC_ADD: return LLVMAtomicRMWBinOpAdd;
    case __MSL_ATOMIC_SUB: return faulty(l, SM_FAULT_atomic_sub_adds) ? LLVMAtomicRMWBinOpAdd : LLVMAtomicRMWBinOpSub;
    case __MSL_ATOMIC_AND: return LLVMAtomicRMWBinOpAnd;
    case __MSL_ATOMIC_OR: return LLVMAtomicRMWBinOpOr;
    case __MSL_ATOMIC_XOR: return LLVMAtomicRMWBinOpXor;
    case __MSL_ATOMIC_MIN: return compare_signed ? LLVMAtomicRMWBinOpMin : LLVMAtomicRMWBinOpUMin;
    case __MSL_ATOMIC_MAX: return compare_signed ? LLVMAtomicRMWBinOpMax : LLVMAtomicRMWBinOpUMax;
    default: return LLVMAtomicRMWBinOpXchg;
    }
}

static LLVMAtomicRMWBinOp real_operation(uint64_t operation)
{
    switch (operation) {
    case __MSL_ATOMIC_ADD: return LLVMAtomicRMWBinOpFAdd;
    case __MSL_ATOMIC_SUB: return LLVMAtomicRMWBinOpFSub;
    case __MSL_ATOMIC_MIN: return LLVMAtomicRMWBinOpFMin;
    case __MSL_ATOMIC_MAX: return LLVMAtomicRMWBinOpFMax;
    default: stop("a floating-point atomic has no such operation");
    }
}

static LLVMTypeRef real_type(const lowering *l, uint64_t type)
{
    if (type == __MSL_F32)
        return LLVMFloatTypeInContext(l->c);
    return type == __MSL_F16 ? LLVMHalfTypeInContext(l->c) : LLVMBFloatTypeInContext(l->c);
}

/* Where a fault loses an addition, others have their turn in between: otherwise it would hardly ever show. */
static void let_others_run(lowering *l)
{
    LLVMTypeRef type = LLVMFunctionType(l->nothing, &l->pointer, 1, 0);
    LLVMValueRef group = current_group(l), f = LLVMGetNamedFunction(l->m, "sm_spin");
    if (!f)
        f = LLVMAddFunction(l->m, "sm_spin", type);
    LLVMBuildCall2(l->b, type, f, &group, 1, "");
}

static LLVMValueRef read_modify_write(lowering *l, uint64_t operation, uint64_t type, LLVMValueRef p,
                                      LLVMValueRef value, LLVMAtomicOrdering order)
{
    LLVMTypeRef bits = LLVMTypeOf(value);
    if (operation == __MSL_ATOMIC_EXCHANGE && faulty(l, SM_FAULT_atomic_exchange_no_store))
        return atomic_load(l, bits, p, order, sm_element_bits(type) / 8);
    if (operation == __MSL_ATOMIC_ADD && faulty(l, SM_FAULT_atomic_add_lost) && !sm_element_is_real(type)) {
        LLVMValueRef old = atomic_load(l, bits, p, LLVMAtomicOrderingMonotonic, sm_element_bits(type) / 8);
        let_others_run(l);
        atomic_store(l, LLVMBuildAdd(l->b, old, value, ""), p, LLVMAtomicOrderingMonotonic, sm_element_bits(type) / 8);
        return old;
    }
    bool real = sm_element_is_real(type) && operation >= __MSL_ATOMIC_ADD;
    LLVMAtomicRMWBinOp op = real ? real_operation(operation) : integer_operation(l, operation, type);
    LLVMValueRef operand = real ? LLVMBuildBitCast(l->b, value, real_type(l, type), "") : value;
    LLVMValueRef old = LLVMBuildAtomicRMW(l->b, op, p, operand, order, 0);
    LLVMSetAlignment(old, sm_element_bits(type) / 8);
    if (faulty(l, SM_FAULT_atomic_returns_new) && operation == __MSL_ATOMIC_ADD)
        old = real ? LLVMBuildFAdd(l->b, old, operand, "") : LLVMBuildAdd(l->b, old, operand, "");
    return real ? LLVMBuildBitCast(l->b, old, bits, "") : old;
}

static void need_family(lowering *l, uint32_t family)
{
    if (l->family < family)
        l->family = family;
}

static void lower_atomic(lowering *l, LLVMValueRef call)
{
    LLVMPositionBuilderBefore(l->b, call);
    uint64_t operation = constant_operand(call, 0), type = constant_operand(call, 1);
    LLVMTypeRef bits = LLVMIntTypeInContext(l->c, sm_element_bits(type));
    LLVMValueRef p = LLVMGetOperand(call, 2), value = LLVMBuildTrunc(l->b, LLVMGetOperand(call, 3), bits, ""), old;
    LLVMAtomicOrdering order = ordering(constant_operand(call, 4));
    if (sm_element_bits(type) == 64) /* Metal Feature Set Tables: 64-bit atomics; on Macs Apple8 has two of them */
        need_family(l, operation == __MSL_ATOMIC_MIN || operation == __MSL_ATOMIC_MAX ? 8 : 9);
    if (operation == __MSL_ATOMIC_LOAD) {
        old = atomic_load(l, bits, p, order, sm_element_bits(type) / 8);
    } else if (operation == __MSL_ATOMIC_STORE) {
        atomic_store(l, value, p, order, sm_element_bits(type) / 8);
        old = value;
    } else {
        old = read_modify_write(l, operation, type, p, value, order);
    }
    LLVMReplaceAllUsesWith(call, LLVMBuildZExt(l->b, old, l->i64, "old"));
}

static void lower_compare_exchange(lowering *l, LLVMValueRef call)
{
    LLVMPositionBuilderBefore(l->b, call);
    uint64_t type = constant_operand(call, 0);
    LLVMTypeRef bits = LLVMIntTypeInContext(l->c, sm_element_bits(type));
    LLVMValueRef expected = LLVMBuildTrunc(l->b, LLVMGetOperand(call, 2), bits, "");
    LLVMValueRef desired = LLVMBuildTrunc(l->b, LLVMGetOperand(call, 3), bits, "");
    LLVMAtomicOrdering success = ordering(constant_operand(call, 4)),
                       failure = load_ordering(ordering(constant_operand(call, 5)));
    LLVMValueRef fails = l->target.weak ? weak_failure(l) : LLVMConstNull(LLVMInt1TypeInContext(l->c));
    desired = LLVMBuildSelect(l->b, fails, expected, desired, "");
    LLVMValueRef pair = LLVMBuildAtomicCmpXchg(l->b, LLVMGetOperand(call, 1), expected, desired, success, failure, 0);
    LLVMSetAlignment(pair, sm_element_bits(type) / 8);
    LLVMValueRef old = LLVMBuildZExt(l->b, LLVMBuildExtractValue(l->b, pair, 0, ""), l->i64, "old");
    LLVMValueRef failed =
        LLVMBuildOr(l->b, fails, LLVMBuildNot(l->b, LLVMBuildExtractValue(l->b, pair, 1, ""), ""), "");
    LLVMValueRef flag =
        LLVMBuildSelect(l->b, failed, LLVMConstInt(l->i64, __MSL_EXCHANGE_FAILED, 0), LLVMConstNull(l->i64), "");
    LLVMReplaceAllUsesWith(call, LLVMBuildOr(l->b, old, flag, ""));
}

static void lower_fence(lowering *l, LLVMValueRef call)
{
    LLVMPositionBuilderBefore(l->b, call);
    LLVMAtomicOrdering order = ordering(constant_operand(call, 1));
    if (l->target.checked)
        check_fence(l, constant_operand(call, 0), constant_operand(call, 1), constant_operand(call, 2));
    if (l->target.weak)
        weaken_fence(l, constant_operand(call, 0), constant_operand(call, 1), constant_operand(call, 2));
    if (constant_operand(call, 0) != __MSL_MEM_NONE && order != LLVMAtomicOrderingMonotonic)
        LLVMBuildFence(l->b, order, 0, "");
}

/* Checked mode leaves as much room before the next variable as this one has, within reason, so that what is past its
 * end is nowhere. Multiples of LINE keep every alignment. */
static uint32_t gap_before_next(const lowering *l)
{
    enum { LINE = 128, LARGEST = 4096, ALL = 3 * SM_MAX_THREADGROUP_MEMORY / 4 };
    if (!l->target.checked || !l->places)
        return 0;
    uint32_t size = (l->place[l->places - 1].size + LINE - 1) / LINE * LINE;
    size = size > LARGEST ? LARGEST : size;
    return l->gaps + size <= ALL ? size : 0;
}

static uint32_t place_variable(lowering *l, uint32_t id, uint32_t size, uint32_t align)
{
    for (uint32_t i = 0; i < l->places; i++) {
        if (l->place[i].id == id)
            return l->place[i].lies;
    }
    align = align ? align : 1;
    l->grid_only = false;
    uint32_t offset = (l->static_memory + align - 1) / align * align;
    l->gaps += gap_before_next(l);
    l->place = realloc(l->place, (l->places + 1) * sizeof *l->place);
    l->place[l->places++] = (struct place){id, offset, offset + l->gaps, size};
    l->static_memory = offset + size;
    if (l->static_memory > SM_MAX_THREADGROUP_MEMORY || size > SM_MAX_THREADGROUP_MEMORY)
        stop("threadgroup memory size (%u) of function '%s' exceeds the maximum threadgroup memory allowed (%u)",
             l->static_memory, l->function->facts.name, (unsigned)SM_MAX_THREADGROUP_MEMORY);
    return offset + l->gaps;
}

static void lower_threadgroup_variable(lowering *l, LLVMValueRef call, LLVMValueRef group)
{
    LLVMPositionBuilderBefore(l->b, call);
    uint32_t offset = place_variable(l, (uint32_t)constant_operand(call, 0), (uint32_t)constant_operand(call, 1),
                                     (uint32_t)constant_operand(call, 2));
    LLVMValueRef base = load_field(l, GROUP_MEMORY, group, 0, "memory");
    LLVMReplaceAllUsesWith(call, LLVMBuildAddrSpaceCast(l->b, byte_address(l, base, offset), LLVMTypeOf(call), ""));
}

/* The caller's index in its SIMD-group; never in a range (pass_list.c). */
static void lower_place(lowering *l, LLVMValueRef call, LLVMValueRef thread, engine_field field, const char *name)
{
    LLVMPositionBuilderBefore(l->b, call);
    LLVMReplaceAllUsesWith(call, load_field(l, field, thread, 0, name));
}

/* ---- sites */
typedef struct source_loop {
    LLVMValueRef heart; /* its convergence.loop token */
    int parent, slot;   /* slot: of its counter, -1 if it has none */
    uint32_t position;
} source_loop;

typedef struct found_site {
    LLVMValueRef call;
    int loop;
    uint32_t position;
} found_site;

typedef struct sites {
    LLVMValueRef thread;
    source_loop *loop;
    int loops;
    found_site *site;
    int count;
} sites;

static int loop_of_token(const sites *s, LLVMValueRef token)
{
    for (int i = 0; token && i < s->loops; i++) {
        if (s->loop[i].heart == token)
            return i;
    }
    return -1;
}

static void give_counters(lowering *l, sites *s, int loop)
{
    for (; loop >= 0; loop = s->loop[loop].parent) {
        if (s->loop[loop].slot < 0)
            s->loop[loop].slot = (int)l->counters++;
    }
}

static LLVMValueRef counter(lowering *l, const sites *s, int slot)
{
    return field_address(l, THREAD_COUNTER, s->thread, (size_t)slot);
}

/* Counts an iteration of `loop` (-1: the function itself, which has no counter) and restarts the loops directly inside
 * it. */
static void build_heart(lowering *l, const sites *s, int loop)
{
    if (loop >= 0) {
        LLVMValueRef p = counter(l, s, s->loop[loop].slot);
        LLVMBuildStore(l->b, LLVMBuildAdd(l->b, LLVMBuildLoad2(l->b, l->i32, p, ""), number(l, 1), "iteration"), p);
    }
    for (int i = 0; i < s->loops; i++) {
        if (s->loop[i].parent == loop && s->loop[i].slot >= 0)
            LLVMBuildStore(l->b, number(l, 0), counter(l, s, s->loop[i].slot));
    }
}

static bool is_barrier(LLVMValueRef call)
{
    return is_call_to(call, "__msl_barrier");
}

static void record_site(lowering *l, const sites *s, const found_site *f)
{
    l->site = realloc(l->site, (l->sites + 1) * sizeof *l->site);
    sm_site *site = &l->site[l->sites++];
    *site = (sm_site){.position = f->position, .first_loop = l->site_loops};
    if (!is_meeting(f->call)) {
        site->operation = SM_SITE_CALL;
    } else if (is_barrier(f->call)) {
        site->type = (uint32_t)constant_operand(f->call, 0);
        site->flags = (uint32_t)(constant_operand(f->call, 1) | constant_operand(f->call, 2) << 8 |
                                 constant_operand(f->call, 3) << 16);
    } else {
        site->operation = (uint32_t)constant_operand(f->call, 0);
        if ((site->operation & ~(uint32_t)__MSL_QUAD) == __MSL_FILL_UP ||
            (site->operation & ~(uint32_t)__MSL_QUAD) == __MSL_FILL_DOWN)
            need_family(l, 8);
        site->type = (uint32_t)constant_operand(f->call, 1);
    }
    source_position(l, f->call, &site->line, &site->column);
    for (int i = f->loop; i >= 0; i = s->loop[i].parent)
        site->depth++;
    l->site_loops += site->depth;
    l->site_loop = realloc(l->site_loop, (l->site_loops + 1) * sizeof *l->site_loop);
    uint32_t at = l->site_loops;
    for (int i = f->loop; i >= 0; i = s->loop[i].parent)
        l->site_loop[--at] = (sm_site_loop){s->loop[i].position, (uint32_t)s->loop[i].slot};
}

static void call_engine(lowering *l, const char *name, LLVMValueRef thread, uint32_t site)
{
    LLVMTypeRef parameters[] = {l->pointer, l->i32}, type = LLVMFunctionType(l->nothing, parameters, 2, 0);
    LLVMValueRef f = LLVMGetNamedFunction(l->m, name), v[] = {thread, number(l, site)};
    if (!f) {
        f = LLVMAddFunction(l->m, name, type);
        add_attribute(l, f, "nounwind");
    }
    LLVMBuildCall2(l->b, type, f, v, 2, "");
}

/* Operations whose operand is an address. */
static bool accesses_memory(uint32_t operation)
{
    return operation == __MSL_MATRIX_MULTIPLY_ACCUMULATE || operation == __MSL_MATMUL || operation == __MSL_REDUCE;
}

static void lower_site(lowering *l, const sites *s, const found_site *f)
{
    record_site(l, s, f);
    LLVMPositionBuilderBefore(l->b, f->call);
    if (!is_meeting(f->call)) { /* a call of a function in which threads may meet: part of the path to that meeting */
        uint32_t site = l->sites - 1;
        call_engine(l, "sm_enter", s->thread, site);
        LLVMPositionBuilderBefore(l->b, LLVMGetNextInstruction(f->call));
        call_engine(l, "sm_leave", s->thread, site);
        return;
    }
    bool barrier = is_barrier(f->call);
    if (!barrier) {
        LLVMBuildStore(l->b, LLVMGetOperand(f->call, 2), field_address(l, THREAD_A, s->thread, 0));
        LLVMBuildStore(l->b, LLVMGetOperand(f->call, 3), field_address(l, THREAD_B, s->thread, 0));
        LLVMBuildStore(l->b, LLVMGetOperand(f->call, 4), field_address(l, THREAD_C, s->thread, 0));
    }
    LLVMTypeRef parameters[] = {l->pointer, l->i32}, type = LLVMFunctionType(l->nothing, parameters, 2, 0);
    LLVMValueRef meet = LLVMGetNamedFunction(l->m, "sm_meet"), v[] = {s->thread, number(l, l->sites - 1)};
    if (!meet) {
        meet = LLVMAddFunction(l->m, "sm_meet", type);
        add_attribute(l, meet, "nounwind");
    }
    LLVMValueRef call = LLVMBuildCall2(l->b, type, meet, v, 2, "");
    if (!barrier && !accesses_memory(l->site[l->sites - 1].operation))
        /* memory(argmem: readwrite, inaccessiblemem: readwrite): no fence */
        LLVMAddCallSiteAttribute(call, LLVMAttributeFunctionIndex,
                                 LLVMCreateEnumAttribute(l->c, attribute_kind("memory"), 15));
    if (!barrier)
        LLVMReplaceAllUsesWith(f->call, load_field(l, THREAD_RESULT, s->thread, 0, "result"));
    LLVMInstructionEraseFromParent(f->call);
}

/* ---- all of a function */
static void find_site(sites *s, LLVMValueRef call, uint32_t position)
{
    s->site = realloc(s->site, ((size_t)s->count + 1) * sizeof *s->site);
    s->site[s->count++] = (found_site){call, loop_of_token(s, token_of(call)), position};
}

static void find_loop(sites *s, LLVMValueRef heart, uint32_t position)
{
    s->loop = realloc(s->loop, ((size_t)s->loops + 1) * sizeof *s->loop);
    s->loop[s->loops++] = (source_loop){heart, loop_of_token(s, token_of(heart)), -1, position};
}

static void mark_invariant(lowering *l, LLVMValueRef load)
{
    LLVMValueRef none = LLVMMetadataAsValue(l->c, LLVMMDNodeInContext2(l->c, NULL, 0));
    LLVMSetMetadata(load, LLVMGetMDKindIDInContext(l->c, "invariant.load", 14), none);
}

/* Replaces an instruction that is not a site. Returns whether it is to be erased. */
static bool lower_instruction(lowering *l, LLVMValueRef i, LLVMValueRef thread, LLVMValueRef group)
{
    if (LLVMIsALoadInst(i) && LLVMGetPointerAddressSpace(LLVMTypeOf(LLVMGetOperand(i, 0))) == 2)
        mark_invariant(l, i);
    if (!is_call_to(i, "__msl_"))
        return false;
    const char *name = callee_name(i);
    if (strcmp(name, "__msl_atomic") == 0)
        lower_atomic(l, i);
    else if (strcmp(name, "__msl_atomic_compare_exchange") == 0)
        lower_compare_exchange(l, i);
    else if (strcmp(name, "__msl_fence") == 0)
        lower_fence(l, i);
    else if (strcmp(name, "__msl_lane") == 0)
        lower_place(l, i, thread, THREAD_LANE, "lane");
    else if (strcmp(name, "__msl_group_of_lanes") == 0)
        lower_place(l, i, thread, THREAD_SIMDGROUP, "simdgroup");
    else if (strcmp(name, "__msl_threadgroup_alloc") == 0)
        lower_threadgroup_variable(l, i, group);
    else
        return false;
    return true;
}

/* The fault: a block belongs to the innermost natural loop around it that has a source loop's heart, so that a way out
 * of a loop (`if (c) { simd_sum(x); break; }`) lies outside of it. */
static int natural_loop(const cfg *g, const sites *s, LLVMBasicBlockRef block, int loop)
{
    int at = cfg_index(g, block);
    for (; loop >= 0; loop = s->loop[loop].parent) {
        int heart = cfg_index(g, LLVMGetInstructionParent(s->loop[loop].heart));
        for (int i = 0; i < g->loops; i++) {
            if (g->loop[i].in[heart] && g->loop[i].in[at])
                return loop;
        }
    }
    return -1;
}

static void number_sites(lowering *l, cfg *g, sites *s, value_list *replaced, LLVMValueRef group)
{
    for (int x = 0; x < g->blocks; x++) {
        for (LLVMValueRef i = LLVMGetFirstInstruction(g->block[x]); i; i = LLVMGetNextInstruction(i)) {
            if (is_call_to(i, "llvm.experimental.convergence.loop")) {
                find_loop(s, i, ++l->position);
            } else if (is_meeting(i) || may_meet(l, i)) {
                find_site(s, i, ++l->position);
                found_site *found = &s->site[s->count - 1];
                if (faulty(l, SM_FAULT_reconvergence_natural_loops))
                    found->loop = natural_loop(g, s, g->block[x], found->loop);
            } else if (lower_instruction(l, i, s->thread, group)) {
                push_value(replaced, i);
            }
        }
    }
}

void lower_operations(lowering *l, LLVMValueRef function)
{
    cfg g;
    value_list replaced = {0};
    sites s = {.thread = thread_of(l, function)};
    LLVMValueRef group = group_of(l, function, s.thread);
    cfg_build(&g, function);
    number_sites(l, &g, &s, &replaced, group);
    for (int i = 0; i < s.count; i++)
        give_counters(l, &s, s.site[i].loop);
    if (s.count) {
        LLVMPositionBuilderBefore(l->b, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(function)));
        if (LLVMIsAInstruction(s.thread)) /* asked of the engine: counters come after it is known */
            LLVMPositionBuilderBefore(l->b, LLVMGetNextInstruction(s.thread));
        build_heart(l, &s, -1);
        for (int i = 0; i < s.loops; i++) {
            if (s.loop[i].slot < 0)
                continue;
            LLVMPositionBuilderBefore(l->b, s.loop[i].heart);
            build_heart(l, &s, i);
        }
    }
    for (int i = 0; i < s.count; i++)
        lower_site(l, &s, &s.site[i]);
    for (size_t i = 0; i < replaced.count; i++)
        LLVMInstructionEraseFromParent(replaced.item[i]);
    drop_tokens(l, function);
    free(replaced.item);
    free(s.loop);
    free(s.site);
    cfg_free(&g);
}

/* For vector code (vector.c): everything but the meetings is lowered as always; those stay calls, with tokens, whose
 * first operand becomes the number of their site. */
void lower_for_vectors(lowering *l)
{
    cfg g;
    value_list replaced = {0};
    sites s = {.thread = thread_of(l, l->entry)};
    LLVMValueRef group = group_of(l, l->entry, s.thread);
    cfg_build(&g, l->entry);
    for (int x = 0; x < g.blocks; x++) {
        for (LLVMValueRef i = LLVMGetFirstInstruction(g.block[x]); i; i = LLVMGetNextInstruction(i)) {
            if (is_meeting(i)) {
                record_site(l, &s, &(found_site){i, -1, ++l->position});
                LLVMSetOperand(i, 0, number(l, l->sites - 1));
            } else if (lower_instruction(l, i, s.thread, group)) {
                push_value(&replaced, i);
            }
        }
    }
    for (size_t i = 0; i < replaced.count; i++)
        LLVMInstructionEraseFromParent(replaced.item[i]);
    free(replaced.item);
    cfg_free(&g);
}

/* ---- for a GPU: meetings stay calls, of engine/cuda/device/meet.c */

/* The whole device's; of a threadgroup's own memory, that of its threads. Atomic functions take generic pointers, so
 * casts are looked through. */
static unsigned sync_scope_of(lowering *l, LLVMValueRef i)
{
    LLVMValueRef p = LLVMGetOperand(i, LLVMIsAStoreInst(i) ? 1 : 0);
    bool own = LLVMGetPointerAddressSpace(LLVMTypeOf(p)) == 3;
    while (!own && LLVMIsAAddrSpaceCastInst(p)) {
        p = LLVMGetOperand(p, 0);
        own = LLVMGetPointerAddressSpace(LLVMTypeOf(p)) == 3;
    }
    return LLVMGetSyncScopeID(l->c, own ? "block" : "device", own ? 5 : 6);
}

/* LLVM writes `atom` without an order, whatever the update's is (reports/findings.md): fences around a relaxed one make
 * the patterns of release and acquire (PTX ISA 8.9.2). Those of compare-exchange, loads and stores it writes. */
static void order_update(lowering *l, LLVMValueRef i, unsigned scope)
{
    const LLVMAtomicOrdering order = LLVMGetOrdering(i);
    const bool consistent = order == LLVMAtomicOrderingSequentiallyConsistent;
    const LLVMAtomicOrdering strength = consistent ? order : LLVMAtomicOrderingAcquireRelease;
    LLVMSetOrdering(i, LLVMAtomicOrderingMonotonic);
    if (consistent || order == LLVMAtomicOrderingRelease || order == LLVMAtomicOrderingAcquireRelease) {
        LLVMPositionBuilderBefore(l->b, i);
        LLVMBuildFenceSyncScope(l->b, strength, scope, "");
    }
    if (consistent || order == LLVMAtomicOrderingAcquire || order == LLVMAtomicOrderingAcquireRelease) {
        LLVMPositionBuilderBefore(l->b, LLVMGetNextInstruction(i));
        LLVMBuildFenceSyncScope(l->b, strength, scope, "");
    }
}

static void set_order(lowering *l, LLVMValueRef i)
{
    const unsigned scope = sync_scope_of(l, i);
    LLVMSetAtomicSyncScopeID(i, scope);
    if (LLVMIsAAtomicRMWInst(i))
        order_update(l, i, scope);
}

/* A call of what engine/cuda/device has, with these arguments. */
static void call_library(lowering *l, const char *name, LLVMValueRef *v, unsigned count)
{
    enum { MOST = 8 };
    LLVMTypeRef types[MOST];
    for (unsigned n = 0; n < count; n++)
        types[n] = LLVMTypeOf(v[n]);
    LLVMTypeRef type = LLVMFunctionType(l->nothing, types, count, 0);
    LLVMValueRef f = LLVMGetNamedFunction(l->m, name);
    if (!f) {
        f = LLVMAddFunction(l->m, name, type);
        add_attribute(l, f, "convergent");
    }
    LLVMBuildCall2(l->b, type, f, v, count, "");
}

/* Whether the call was an operation on tensors; they have functions of their own, since each is long. */
static bool lower_tensor_operation(lowering *l, LLVMValueRef meeting)
{
    uint64_t operation = is_barrier(meeting) ? 0 : constant_operand(meeting, 0);
    if (operation != __MSL_MATMUL && operation != __MSL_REDUCE)
        return false;
    LLVMPositionBuilderBefore(l->b, meeting);
    LLVMValueRef record = LLVMBuildIntToPtr(l->b, LLVMGetOperand(meeting, 2), l->pointer, "record");
    call_library(l, operation == __MSL_MATMUL ? "sm_cuda_matmul" : "sm_cuda_reduce", &record, 1);
    LLVMReplaceAllUsesWith(meeting, LLVMConstNull(l->i64));
    return true;
}

/* The GPU's library finds the launch by the threadgroup. */
static void lower_message(lowering *l, LLVMValueRef call, LLVMValueRef group)
{
    enum { PARAMETERS = 7 };
    LLVMValueRef v[PARAMETERS] = {group};
    LLVMPositionBuilderBefore(l->b, call);
    for (unsigned n = 1; n < PARAMETERS; n++) {
        v[n] = LLVMGetOperand(call, n - 1);
        if (LLVMGetTypeKind(LLVMTypeOf(v[n])) == LLVMPointerTypeKind && LLVMTypeOf(v[n]) != l->pointer)
            v[n] = LLVMBuildAddrSpaceCast(l->b, v[n], l->pointer, "");
    }
    call_library(l, "sm_cuda_log_message", v, PARAMETERS);
}

/* Whether the instruction has been replaced and is to be erased. Fences stay calls, too. */
static bool lower_gpu_instruction(lowering *l, LLVMValueRef i, LLVMValueRef thread, LLVMValueRef group)
{
    if (is_meeting(i))
        return lower_tensor_operation(l, i);
    if (is_call_to(i, "__msl_log_message")) {
        lower_message(l, i, group);
        return true;
    }
    return !is_call_to(i, "__msl_fence") && lower_instruction(l, i, thread, group);
}

void lower_for_gpu(lowering *l, LLVMValueRef function)
{
    value_list replaced = {0};
    LLVMValueRef thread = thread_of(l, function), group = group_of(l, function, thread);
    size_t count;
    LLVMValueRef *all = instructions_of(function, &count);
    for (size_t n = 0; n < count; n++) {
        if (lower_gpu_instruction(l, all[n], thread, group))
            push_value(&replaced, all[n]);
    }
    free(all);
    for (size_t i = 0; i < replaced.count; i++)
        LLVMInstructionEraseFromParent(replaced.item[i]);
    free(replaced.item);
    drop_tokens(l, function);
    all = instructions_of(function, &count);
    for (size_t n = 0; n < count; n++) {
        if (is_atomic(all[n]) && !LLVMIsAFenceInst(all[n]))
            set_order(l, all[n]);
    }
    free(all);
}
