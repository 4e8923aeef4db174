/* shape.c: what the vector code generator has to know of values before it writes anything: how they differ
 * between the lanes that are active.
 *
 * A value may be the same for all lanes (UNIFORM), or anything (VARYING). Between the two lies what makes memory fast:
 * a value that goes up by a fixed step from lane to lane, like a thread's position and the addresses that follow from
 * it. It is known by one number, and a load from such addresses is one load of a vector. In a threadgroup 16 threads
 * wide, though, a SIMD-group is two rows of 16: the position along x begins again half-way, along y it is one number
 * for the first half and one for the second. So values are kept BY_ROW, a number for each row of lanes; a threadgroup
 * whose width is a multiple of the SIMD-group's has one row.
 *
 * Code knows that its lanes are rows of the threadgroup only if it was made for threadgroups of that shape (l->row),
 * where also all lanes exist; other code has one row, by which it knows the lane's number, but no positions.
 *
 * Numbers wrap: the 64 bits of a 32-bit index that goes up from lane to lane need not. It does not wrap in a row if
 * the row's first number is a multiple of the row's extent (a power of two), or small enough, which is why `aligned`
 * and `bits` are kept. */
#include "vectoriser.h"
#include <stdlib.h>
#include <string.h>

/* ---- what varies */
vector_value *find_value(const vectoriser *v, LLVMValueRef key)
{
    size_t i = ((uintptr_t)key >> 4) * UINT64_C(0x9E3779B97F4A7C15) & (v->map_size - 1);
    while (v->map[i].key && v->map[i].key != key)
        i = (i + 1) & (v->map_size - 1);
    return &v->map[i];
}

engine_field thread_field(const vectoriser *v, LLVMValueRef pointer)
{
    return find_field(v->l, THREAD_GROUP, LLVMGetParam(v->scalar, 0), pointer);
}

bool leaves_varying_loop(const vectoriser *v, int from, int to)
{
    for (int l = 0; l < v->g.loops; l++) {
        if (v->loop_varies[l] && v->g.loop[l].in[from] && !v->g.loop[l].in[to])
            return true;
    }
    return false;
}

static unsigned log2_of(uint64_t power)
{
    return (unsigned)__builtin_ctzll(power);
}

/* How often 2 divides a constant. */
static unsigned alignment_of(LLVMValueRef x)
{
    if (!LLVMIsAConstantInt(x) || LLVMGetIntTypeWidth(LLVMTypeOf(x)) > 64)
        return 0;
    uint64_t n = LLVMConstIntGetZExtValue(x);
    return n ? log2_of(n & -n) : 63;
}

/* Bits that a value of the type has, if it is a number. */
static unsigned width_of(LLVMTypeRef type)
{
    return LLVMGetTypeKind(type) == LLVMIntegerTypeKind ? LLVMGetIntTypeWidth(type) : 64;
}

static unsigned bits_of_constant(LLVMValueRef x)
{
    if (!LLVMIsAConstantInt(x) || width_of(LLVMTypeOf(x)) > 64)
        return width_of(LLVMTypeOf(x));
    uint64_t n = LLVMConstIntGetZExtValue(x);
    return n ? 64 - (unsigned)__builtin_clzll(n) : 0;
}

shape operand_shape(const vectoriser *v, LLVMValueRef x, int block)
{
    if (!LLVMIsAInstruction(x))
        return (shape){UNIFORM, 0, alignment_of(x), bits_of_constant(x)};
    const vector_value *d = find_value(v, x);
    bool apart = leaves_varying_loop(v, d->block, block) && !faulty(v->l, SM_FAULT_vector_left_together);
    return apart ? (shape){.kind = VARYING} : d->shape;
}

bool operand_varies(const vectoriser *v, LLVMValueRef x, int block)
{
    return operand_shape(v, x, block).kind > UNIFORM;
}

const sm_site *site_of(const vectoriser *v, LLVMValueRef call)
{
    return &v->l->site[LLVMConstIntGetZExtValue(LLVMGetOperand(call, 0))]; /* by lower_for_vectors */
}

bool is_wide(const vectoriser *v)
{
    return v->width > v->simd_width;
}

bool reduces(const vectoriser *v, LLVMValueRef call)
{
    const sm_site *site = site_of(v, call);
    if (site->operation < __MSL_SUM || site->operation > __MSL_XOR)
        return false;
    if (!sm_element_is_real(site->type))
        return site->type != __MSL_BOOL;
    return site->type == __MSL_F32 && site->operation != __MSL_PRODUCT;
}

static bool is_permutation(uint32_t operation)
{
    return operation >= __MSL_SHUFFLE && operation <= __MSL_ROTATE_DOWN;
}

bool permutes(const vectoriser *v, LLVMValueRef call)
{
    return is_permutation(site_of(v, call)->operation & ~(uint32_t)__MSL_QUAD) &&
           LLVMIsAConstantInt(LLVMGetOperand(call, 4));
}

bool operation_varies(const vectoriser *v, LLVMValueRef call, int block)
{
    const sm_site *site = site_of(v, call);
    switch (site->operation) {
    case 0: /* a barrier */
    case __MSL_BROADCAST_FIRST:
    case __MSL_SUM:
    case __MSL_PRODUCT:
    case __MSL_MINIMUM:
    case __MSL_MAXIMUM:
    case __MSL_AND:
    case __MSL_OR:
    case __MSL_XOR:
    case __MSL_ALL:
    case __MSL_ANY:
    case __MSL_BALLOT:
    case __MSL_ACTIVE_MASK: return false;
    case __MSL_BROADCAST: return operand_varies(v, LLVMGetOperand(call, 4), block);
    default: return true;
    }
}

static bool varies_inside(const vectoriser *v, const cfg_loop *loop)
{
    for (int b = 0; b < v->g.blocks; b++) {
        if (loop->in[b] && v->branch_varies[b])
            return true;
    }
    return false;
}

static int entries_from_inside(const vectoriser *v, const cfg_loop *loop)
{
    int n = 0;
    for (int e = 0; e < v->g.edges; e++)
        n += v->g.edge[e].to == loop->header && loop->in[v->g.edge[e].from];
    return n;
}

/* Whether lanes that are together in the block may have come to it by different edges. */
static bool arrivals_vary(const vectoriser *v, int block)
{
    bool one = faulty(v->l, SM_FAULT_vector_one_branch);
    for (int x = 0; x < v->g.blocks; x++) {
        if (v->branch_varies[x] && v->rank[x] < v->rank[block] && cfg_dominates(&v->g, v->g.idom[block], x) &&
            !(one && x != v->g.idom[block]))
            return true;
    }
    for (int l = 0; l < v->g.loops; l++) {
        const cfg_loop *loop = &v->g.loop[l];
        if (loop->header == block && varies_inside(v, loop) && entries_from_inside(v, loop) > 1)
            return true;
    }
    return false;
}

enum { MOST_STEP = 1 << 20 };

static const shape uniform = {.kind = UNIFORM}, varying = {.kind = VARYING};

static unsigned least(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

static variation most(variation a, variation b)
{
    return a > b ? a : b;
}

/* Of a number for each row, or one for all. */
static shape stepping(const vectoriser *v, variation kind, int64_t step, unsigned aligned)
{
    if (kind == VARYING || step > MOST_STEP || step < -MOST_STEP)
        return varying;
    if (step && kind != UNKNOWN)
        kind = BY_ROW;
    if (v->rows == 1 && !step && kind == BY_ROW)
        kind = UNIFORM;
    return (shape){.kind = kind, .step = step, .aligned = aligned};
}

/* The bits in which the lanes of a row differ, if its first number is aligned to them. */
static unsigned row_bits(const vectoriser *v, int64_t step)
{
    uint64_t extent = (uint64_t)step * v->row;
    return 64 - (unsigned)__builtin_clzll(extent - 1);
}

/* Whether, in each row, only the low bits that row_bits says change. */
static bool stays_aligned(const vectoriser *v, shape s)
{
    return s.step == 0 || (s.step > 0 && s.aligned >= row_bits(v, s.step));
}

static shape add_shapes(const vectoriser *v, shape a, shape b, int sign)
{
    return stepping(v, most(a.kind, b.kind), a.step + sign * b.step, least(a.aligned, b.aligned));
}

static shape multiply_shape(const vectoriser *v, shape a, shape b, LLVMValueRef by)
{
    unsigned aligned = least(a.aligned + b.aligned, 63);
    if (!a.step && !b.step)
        return stepping(v, most(a.kind, b.kind), 0, aligned);
    if (!a.step || !LLVMIsAConstantInt(by) || LLVMGetIntTypeWidth(LLVMTypeOf(by)) > 64)
        return varying;
    int64_t n = LLVMConstIntGetSExtValue(by);
    return n > MOST_STEP || n < -MOST_STEP ? varying : stepping(v, a.kind, a.step * n, aligned);
}

static shape shift_left_shape(const vectoriser *v, shape a, LLVMValueRef by)
{
    if (!LLVMIsAConstantInt(by) || LLVMConstIntGetZExtValue(by) > 20)
        return a.step ? varying : stepping(v, a.kind, 0, a.aligned);
    unsigned n = (unsigned)LLVMConstIntGetZExtValue(by);
    return stepping(v, a.kind, a.step * (INT64_C(1) << n), least(a.aligned + n, 63));
}

/* A right shift, or the bits of a mask: of the bits in which lanes differ they keep all, none, or (varying) some. */
static shape shift_right_shape(const vectoriser *v, shape a, LLVMValueRef by)
{
    if (!LLVMIsAConstantInt(by) || !stays_aligned(v, a))
        return a.step ? varying : stepping(v, a.kind, 0, 0);
    uint64_t n = LLVMConstIntGetZExtValue(by);
    if (n > 63 || !a.step || n >= row_bits(v, a.step))
        return stepping(v, a.kind, 0, n < a.aligned ? a.aligned - (unsigned)n : 0);
    return a.step & ((INT64_C(1) << n) - 1) ? varying : stepping(v, a.kind, a.step >> n, a.aligned - (unsigned)n);
}

static shape mask_shape(const vectoriser *v, shape a, shape b, LLVMValueRef with)
{
    if (!a.step && !b.step)
        return stepping(v, most(a.kind, b.kind), 0, a.aligned > b.aligned ? a.aligned : b.aligned);
    if (b.step || !LLVMIsAConstantInt(with) || LLVMGetIntTypeWidth(LLVMTypeOf(with)) > 64 || !stays_aligned(v, a))
        return varying;
    uint64_t low = (UINT64_C(1) << row_bits(v, a.step)) - 1, kept = LLVMConstIntGetZExtValue(with) & low;
    return kept == low ? a : kept == 0 ? stepping(v, a.kind, 0, b.aligned) : varying;
}

/* A wider number of the same value: no lane of a row is beyond the `width` bits that it had. */
static shape extend_shape(const vectoriser *v, shape a, unsigned width)
{
    bool small = a.step > 0 && a.bits < width && width <= 64 &&
                 (uint64_t)a.step * v->row <= (UINT64_C(1) << (width - 1)) - (a.bits ? UINT64_C(1) << (a.bits - 1) : 0);
    bool fits = !a.step || row_bits(v, a.step) <= width; /* a row of char in steps of 8 has both signs */
    return small || (fits && stays_aligned(v, a)) ? a : varying;
}

static shape address_shape(const vectoriser *v, LLVMValueRef i, int block)
{
    LLVMTargetDataRef layout = LLVMGetModuleDataLayout(v->l->m);
    LLVMTypeRef type = LLVMGetGEPSourceElementType(i);
    shape sum = operand_shape(v, LLVMGetOperand(i, 0), block);
    for (unsigned o = 1; o < (unsigned)LLVMGetNumOperands(i); o++) {
        LLVMValueRef index = LLVMGetOperand(i, o);
        shape s = operand_shape(v, index, block);
        if (o > 1 && LLVMGetTypeKind(type) == LLVMStructTypeKind) {
            type = LLVMStructGetTypeAtIndex(type, (unsigned)LLVMConstIntGetZExtValue(index));
            continue;
        }
        if (o > 1)
            type = LLVMGetElementType(type);
        if (LLVMTypeOf(index) != v->l->i64)
            s = s.kind == VARYING ? s : extend_shape(v, s, width_of(LLVMTypeOf(index)) - 1);
        uint64_t size = LLVMABISizeOfType(layout, type);
        if (s.step && size > MOST_STEP)
            return varying;
        s.step *= (int64_t)(s.step ? size : 1);
        sum = add_shapes(v, sum, s, 1);
    }
    sum.aligned = 0;
    return sum;
}

/* The order of a row's numbers and another one is that of its first number, if that is in none of the rows. */
static bool compares_by_row(const vectoriser *v, shape a, shape b, LLVMIntPredicate p, LLVMValueRef with)
{
    if (b.step || !stays_aligned(v, a) || p == LLVMIntEQ || p == LLVMIntNE ||
        row_bits(v, a.step) >= width_of(LLVMTypeOf(with)))
        return false;
    unsigned aligned = b.aligned;
    if (p == LLVMIntUGT || p == LLVMIntSGT || p == LLVMIntULE || p == LLVMIntSLE) { /* with the number behind it */
        if (!LLVMIsAConstantInt(with) || LLVMGetIntTypeWidth(LLVMTypeOf(with)) > 64)
            return false;
        uint64_t next = LLVMConstIntGetZExtValue(with) + 1;
        aligned = next ? log2_of(next & -next) : 63;
    }
    return aligned >= row_bits(v, a.step);
}

static shape comparison_shape(const vectoriser *v, LLVMValueRef i, int block)
{
    LLVMValueRef x = LLVMGetOperand(i, 0), y = LLVMGetOperand(i, 1);
    shape a = operand_shape(v, x, block), b = operand_shape(v, y, block);
    variation kind = most(a.kind, b.kind);
    if (kind == VARYING || (!a.step && !b.step))
        return stepping(v, kind, 0, 0);
    return LLVMGetTypeKind(LLVMTypeOf(x)) == LLVMIntegerTypeKind && compares_by_row(v, a, b, LLVMGetICmpPredicate(i), y)
               ? stepping(v, BY_ROW, 0, 0)
               : varying;
}

static shape choice_shape(const vectoriser *v, LLVMValueRef i, int block)
{
    shape c = operand_shape(v, LLVMGetOperand(i, 0), block), a = operand_shape(v, LLVMGetOperand(i, 1), block),
          b = operand_shape(v, LLVMGetOperand(i, 2), block);
    if (c.kind == VARYING || c.step || a.step != b.step)
        return varying;
    return stepping(v, most(c.kind, most(a.kind, b.kind)), a.step, least(a.aligned, b.aligned));
}

static shape phi_shape(const vectoriser *v, LLVMValueRef phi, int block)
{
    shape all = {.kind = UNKNOWN};
    for (unsigned n = 0; n < LLVMCountIncoming(phi); n++) {
        LLVMValueRef x = LLVMGetIncomingValue(phi, n);
        int from = cfg_index(&v->g, LLVMGetIncomingBlock(phi, n));
        if (from < 0)
            continue;
        shape s = operand_shape(v, x, from);
        /* the edge itself may leave a loop */
        if (operand_shape(v, x, block).kind == VARYING ||
            (LLVMCountIncoming(phi) > 1 && leaves_varying_loop(v, from, block)))
            return varying;
        if (s.kind == UNKNOWN)
            continue;
        if (s.kind == VARYING || (all.kind != UNKNOWN && all.step != s.step))
            return varying;
        all = all.kind == UNKNOWN ? s : stepping(v, most(all.kind, s.kind), s.step, least(all.aligned, s.aligned));
    }
    return LLVMCountIncoming(phi) > 1 && arrivals_vary(v, block) ? varying : all;
}

/* Where the lanes are (build_thread_field). */
static shape field_shape(const vectoriser *v, engine_field field)
{
    bool row_is_x = v->whole && v->l->row >= LEAST_ROW;
    unsigned aligned = log2_of(v->row);
    switch (field) {
    case THREAD_GROUP: return uniform;
    case THREAD_SIMDGROUP: return is_wide(v) ? stepping(v, BY_ROW, 0, 0) : uniform;
    case THREAD_LANE:
    case THREAD_INDEX: return stepping(v, BY_ROW, 1, aligned);
    case THREAD_X: return row_is_x ? stepping(v, BY_ROW, 1, aligned) : varying;
    case THREAD_Y: return row_is_x ? stepping(v, BY_ROW, 0, 0) : varying;
    case THREAD_Z: return row_is_x ? uniform : varying;
    default: return varying;
    }
}

/* Along x threadgroups begin, and extend, by whole rows. */
static unsigned group_field_alignment(const vectoriser *v, LLVMValueRef address)
{
    LLVMValueRef group = LLVMIsAGetElementPtrInst(address) ? LLVMGetOperand(address, 0) : NULL;
    if (!v->whole || v->l->row < LEAST_ROW || !group || !LLVMIsALoadInst(group) ||
        thread_field(v, LLVMGetOperand(group, 0)) != THREAD_GROUP)
        return 0;
    switch (find_field(v->l, GROUP_ORIGIN, group, address)) {
    case GROUP_ORIGIN:
    case GROUP_SIZE:
    case GROUP_DISPATCH_SIZE: return log2_of(v->row);
    default: return 0;
    }
}

static shape load_shape(const vectoriser *v, LLVMValueRef load, int block)
{
    LLVMValueRef address = LLVMGetOperand(load, 0);
    engine_field field = thread_field(v, address);
    if (field != NO_FIELD)
        return field_shape(v, field);
    shape s = operand_shape(v, address, block);
    if (s.kind == BY_ROW && (s.step || LLVMGetOrdering(load) != LLVMAtomicOrderingNotAtomic || LLVMGetVolatile(load)))
        return varying;
    s.aligned = s.kind == UNIFORM ? group_field_alignment(v, address) : 0;
    return s;
}

/* Whether the instruction can be carried out for a row as it is for a thread. */
static bool works_by_row(LLVMValueRef i)
{
    switch (LLVMGetInstructionOpcode(i)) {
    case LLVMFCmp:
    case LLVMFNeg:
    case LLVMFreeze:
    case LLVMExtractElement:
    case LLVMInsertElement:
    case LLVMShuffleVector:
    case LLVMExtractValue:
    case LLVMInsertValue: return true;
    case LLVMCall: return find_intrinsic(i) != NULL;
    default: return LLVMIsABinaryOperator(i) || LLVMIsACastInst(i);
    }
}

/* What has no rule of its own: as its operands, if they are the same for a row. */
static shape common_shape(const vectoriser *v, LLVMValueRef i, int block)
{
    unsigned n = LLVMIsACallInst(i) ? LLVMGetNumArgOperands(i) : (unsigned)LLVMGetNumOperands(i);
    variation kind = UNIFORM;
    for (unsigned o = 0; o < n; o++) {
        LLVMValueRef x = LLVMGetOperand(i, o);
        if (LLVMValueIsBasicBlock(x))
            continue;
        shape s = operand_shape(v, x, block);
        if (s.kind == VARYING || s.step)
            return varying;
        kind = most(kind, s.kind);
    }
    return kind == BY_ROW && !works_by_row(i) ? varying : stepping(v, kind, 0, 0);
}

static shape integer_shape(const vectoriser *v, LLVMValueRef i, int block)
{
    LLVMValueRef x = LLVMGetOperand(i, 0), y = LLVMGetOperand(i, 1);
    shape a = operand_shape(v, x, block), b = operand_shape(v, y, block);
    if (LLVMGetTypeKind(LLVMTypeOf(i)) != LLVMIntegerTypeKind || a.kind == VARYING || b.kind == VARYING)
        return common_shape(v, i, block);
    switch (LLVMGetInstructionOpcode(i)) {
    case LLVMAdd: return add_shapes(v, a, b, 1);
    case LLVMSub: return add_shapes(v, a, b, -1);
    case LLVMMul: return a.step || !b.step ? multiply_shape(v, a, b, y) : multiply_shape(v, b, a, x);
    case LLVMShl: return b.kind == UNIFORM ? shift_left_shape(v, a, y) : common_shape(v, i, block);
    case LLVMLShr: return b.kind == UNIFORM ? shift_right_shape(v, a, y) : common_shape(v, i, block);
    case LLVMAnd: return a.step || !b.step ? mask_shape(v, a, b, y) : mask_shape(v, b, a, x);
    case LLVMOr:
        if (LLVMGetIsDisjoint(i))
            return add_shapes(v, a, b, 1);
        break;
    default: break;
    }
    return common_shape(v, i, block);
}

static shape cast_shape(const vectoriser *v, LLVMValueRef i, int block)
{
    shape a = operand_shape(v, LLVMGetOperand(i, 0), block);
    LLVMTypeKind from = LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(i, 0)));
    bool scalar = from == LLVMIntegerTypeKind || from == LLVMPointerTypeKind;
    switch (LLVMGetInstructionOpcode(i)) {
    case LLVMZExt:
    case LLVMSExt:
        if (!scalar || a.kind == VARYING)
            break;
        return extend_shape(v, a,
                            width_of(LLVMTypeOf(LLVMGetOperand(i, 0))) - (LLVMGetInstructionOpcode(i) == LLVMSExt));
    case LLVMTrunc: return scalar ? a : common_shape(v, i, block);
    case LLVMPtrToInt:
    case LLVMIntToPtr: a.aligned = 0; return scalar && LLVMTypeOf(i) == v->l->i64 ? a : common_shape(v, i, block);
    case LLVMAddrSpaceCast: return scalar ? a : common_shape(v, i, block);
    default: break;
    }
    return common_shape(v, i, block);
}

static shape own_shape(const vectoriser *v, LLVMValueRef i, int block)
{
    switch (LLVMGetInstructionOpcode(i)) {
    case LLVMAlloca: /* each lane has its own */
    case LLVMAtomicRMW:
    case LLVMAtomicCmpXchg: return varying;
    case LLVMLoad: return load_shape(v, i, block);
    case LLVMPHI: return phi_shape(v, i, block);
    case LLVMGetElementPtr: return address_shape(v, i, block);
    case LLVMICmp: return comparison_shape(v, i, block);
    case LLVMSelect: return choice_shape(v, i, block);
    case LLVMCall:
        if (is_meeting(i) && is_wide(v))
            return reduces(v, i) ? stepping(v, BY_ROW, 0, 0) : varying;
        if (is_meeting(i))
            return operation_varies(v, i, block) ? varying : uniform;
        break;
    default: break;
    }
    if (LLVMIsACastInst(i))
        return cast_shape(v, i, block);
    return LLVMIsABinaryOperator(i) ? integer_shape(v, i, block) : common_shape(v, i, block);
}

static unsigned bits_of_field(engine_field field)
{
    switch (field) {
    case THREAD_LANE:
    case THREAD_SIMDGROUP: return 6;
    case THREAD_X:
    case THREAD_Y:
    case THREAD_Z:
    case THREAD_INDEX: return 10; /* of SM_MAX_THREADS */
    default: return 64;
    }
}

static unsigned bits_of_phi(const vectoriser *v, LLVMValueRef phi, int block)
{
    unsigned bits = 0;
    for (unsigned n = 0; n < LLVMCountIncoming(phi); n++) {
        shape s = operand_shape(v, LLVMGetIncomingValue(phi, n), block);
        bits = s.kind != UNKNOWN && s.bits > bits ? s.bits : bits;
    }
    return bits;
}

/* A bound for the result of an integer instruction, from those of its operands. */
static unsigned bits_of_result(const vectoriser *v, LLVMValueRef i, int block)
{
    unsigned width = width_of(LLVMTypeOf(i)), a = 64, b = 64;
    if (LLVMIsAPHINode(i))
        return least(width, bits_of_phi(v, i, block));
    if (LLVMIsALoadInst(i))
        return least(width, bits_of_field(thread_field(v, LLVMGetOperand(i, 0))));
    if (LLVMIsABinaryOperator(i) || LLVMIsASelectInst(i) || LLVMIsACastInst(i)) {
        a = operand_shape(v, LLVMGetOperand(i, LLVMIsASelectInst(i) ? 1 : 0), block).bits;
        b = LLVMIsACastInst(i) ? 0 : operand_shape(v, LLVMGetOperand(i, LLVMIsASelectInst(i) ? 2 : 1), block).bits;
    }
    unsigned larger = a > b ? a : b;
    LLVMValueRef by = LLVMIsABinaryOperator(i) ? LLVMGetOperand(i, 1) : NULL;
    uint64_t shift = by && LLVMIsAConstantInt(by) && width <= 64 ? LLVMConstIntGetZExtValue(by) : 64;
    switch (LLVMGetInstructionOpcode(i)) {
    case LLVMAdd: return least(width, larger + 1);
    case LLVMMul: return least(width, a + b);
    case LLVMShl: return least(width, shift < 64 ? a + (unsigned)shift : 64);
    case LLVMLShr: return shift < 64 ? (a > shift ? a - (unsigned)shift : 0) : least(width, a);
    case LLVMAnd: return least(a, b);
    case LLVMOr:
    case LLVMXor:
    case LLVMSelect: return least(width, larger);
    case LLVMUDiv:
    case LLVMURem: return least(width, a);
    case LLVMZExt:
    case LLVMTrunc: return least(width, a);
    default: return width;
    }
}

static shape shape_of(const vectoriser *v, LLVMValueRef i, int block)
{
    shape s = own_shape(v, i, block);
    if (s.kind == VARYING)
        return varying;
    s.bits = LLVMGetTypeKind(LLVMTypeOf(i)) == LLVMIntegerTypeKind ? bits_of_result(v, i, block) : 64;
    bool number = LLVMGetTypeKind(LLVMTypeOf(i)) == LLVMIntegerTypeKind;
    if (s.kind == BY_ROW && s.step && number && LLVMGetIntTypeWidth(LLVMTypeOf(i)) < 32) {
        uint64_t step = (uint64_t)(s.step < 0 ? -s.step : s.step);
        if (step * v->row > UINT64_C(1) << LLVMGetIntTypeWidth(LLVMTypeOf(i))) /* wraps in any row */
            return varying;
    }
    return s;
}

/* What is known after one more look. A bound that grows, as of what a loop counts up, would grow for long: none then.
 */
static shape refine(const vectoriser *v, LLVMValueRef i, shape old, shape now)
{
    if (old.kind == UNKNOWN)
        return now;
    if (old.kind == VARYING || now.kind == VARYING || old.step != now.step)
        return varying;
    shape s = stepping(v, most(old.kind, now.kind), now.step, least(old.aligned, now.aligned));
    s.bits = now.bits <= old.bits ? old.bits : LLVMIsAPHINode(i) ? width_of(LLVMTypeOf(i)) : now.bits;
    return s;
}

/* Whether, from the block, control stays in the loop (if there is one) and off its header until it comes to `target`.
 */
bool always_reaches(const vectoriser *v, const cfg_loop *loop, int block, int target, bool *seen)
{
    if (block == target || seen[block])
        return true;
    seen[block] = true;
    bool ends = true;
    for (int e = 0; e < v->g.edges; e++) {
        int to = v->g.edge[e].to;
        if (v->g.edge[e].from != block)
            continue;
        ends = false;
        if (to == target)
            continue;
        if ((loop && (!loop->in[to] || to == loop->header)) || !always_reaches(v, loop, to, target, seen))
            return false;
    }
    return !ends;
}

/* Whether lanes may leave the loop in different iterations: by a varying branch, or because not all of an iteration's
 * lanes come to a uniform one. */
static bool may_vary(const vectoriser *v, const cfg_loop *loop)
{
    bool *seen = allocate((size_t)v->g.blocks), varies = false;
    for (int e = 0; e < v->g.edges && !varies; e++) {
        int leaving = v->g.edge[e].from;
        if (!loop->in[leaving] || loop->in[v->g.edge[e].to])
            continue;
        varies = v->branch_varies[leaving];
        for (int x = 0; x < v->g.blocks && !varies; x++) {
            memset(seen, 0, (size_t)v->g.blocks);
            varies = leaving != loop->header && x != leaving && loop->in[x] && v->branch_varies[x] &&
                     !always_reaches(v, loop, x, leaving, seen);
        }
    }
    free(seen);
    return varies;
}

/* Starts with nothing known and nothing varying, and adds until nothing changes. */
void find_varying(vectoriser *v)
{
    v->branch_varies = allocate((size_t)v->g.blocks);
    v->loop_varies = allocate((size_t)v->g.loops + 1);
    for (bool changed = true; changed;) {
        changed = false;
        for (int r = 0; r < v->g.blocks; r++) {
            int b = v->order[r];
            for (LLVMValueRef i = LLVMGetFirstInstruction(v->g.block[b]); i; i = LLVMGetNextInstruction(i)) {
                vector_value *d = find_value(v, i);
                shape old = d->shape;
                d->shape = refine(v, i, old, shape_of(v, i, b));
                changed |= old.kind != d->shape.kind || old.step != d->shape.step || old.aligned != d->shape.aligned ||
                           old.bits != d->shape.bits;
            }
            LLVMValueRef t = LLVMGetBasicBlockTerminator(v->g.block[b]);
            if (!v->branch_varies[b] && LLVMGetNumSuccessors(t) > 1 && operand_varies(v, LLVMGetOperand(t, 0), b))
                v->branch_varies[b] = changed = true;
        }
        for (int l = 0; l < v->g.loops; l++) {
            if (!v->loop_varies[l] && may_vary(v, &v->g.loop[l]))
                v->loop_varies[l] = changed = true;
        }
    }
}
