/* memory.c: loads and stores of all lanes, and what their addresses are made from. If lanes' addresses follow
 * each other in each row (shape.c), a load is one of a vector for each row; if nothing is known of them, the
 * code asks whether they do, and otherwise gathers, or goes from lane to lane. Stores alike.
 *
 * Machines differ: AVX-512 loads and stores any lanes of a vector, at any addresses; AVX2 those of 32 and 64 bits that
 * follow each other; others all lanes or one. */
#include "vectoriser.h"

static void set_alignment(const vectoriser *v, LLVMValueRef call, unsigned parameter, unsigned alignment)
{
    LLVMAddCallSiteAttribute(call, parameter,
                             LLVMCreateEnumAttribute(v->l->c, attribute_kind("align"), alignment ? alignment : 1));
}

/* Whether the machine loads and stores elements of the type under a mask. */
static bool has_masks(const vectoriser *v, LLVMTypeRef type)
{
    LLVMTargetDataRef layout = LLVMGetModuleDataLayout(v->l->m);
    return v->masked && LLVMSizeOfTypeInBits(layout, element_type(type)) >= v->masked;
}

static bool gathers(const vectoriser *v)
{
    return v->masked == 8;
}

/* Whether one access can serve all lanes if their addresses follow each other. */
static bool packs(const vectoriser *v, LLVMTypeRef type)
{
    LLVMTargetDataRef layout = LLVMGetModuleDataLayout(v->l->m);
    LLVMTypeRef element = element_type(type);
    LLVMTypeKind kind = LLVMGetTypeKind(element);
    unsigned n = components(type);
    if (kind == LLVMStructTypeKind || kind == LLVMArrayTypeKind || is_bit(element) || n > 4 || (n & (n - 1)))
        return false;
    return LLVMABISizeOfType(layout, type) == n * LLVMABISizeOfType(layout, element) &&
           LLVMStoreSizeOfType(layout, element) * 8 == LLVMSizeOfTypeInBits(layout, element);
}

/* Whether the active lanes' addresses of such values follow each other. *base: lane 0's, or where it would be. */
static LLVMValueRef is_packed(const vectoriser *v, LLVMValueRef address, LLVMTypeRef type, LLVMValueRef *base)
{
    uint64_t size = LLVMABISizeOfType(LLVMGetModuleDataLayout(v->l->m), type);
    LLVMBuilderRef b = v->l->b;
    LLVMTypeRef wide = LLVMVectorType(v->l->i64, v->width);
    LLVMValueRef at = LLVMBuildPtrToInt(b, address, wide, ""), offset[MOST_LANES];
    for (unsigned i = 0; i < v->width; i++)
        offset[i] = LLVMConstInt(v->l->i64, i * size, 0);
    LLVMValueRef start = LLVMBuildSub(b, at, LLVMConstVector(offset, v->width), "");
    LLVMValueRef first = LLVMBuildExtractElement(b, start, first_lane(v), "");
    *base = LLVMBuildIntToPtr(b, first, LLVMGetElementType(LLVMTypeOf(address)), "base");
    LLVMValueRef off = LLVMBuildICmp(b, LLVMIntNE, start, splat_value(v, first), "");
    off = LLVMBuildSelect(b, v->mask, off, LLVMConstNull(v->mask_type), "");
    return LLVMBuildNot(b, any_lane(v, off), "packed");
}

/* One access for `lanes` lanes from lane `first` on, whose addresses follow each other from `base` on. */
static LLVMValueRef load_packed(const vectoriser *v, LLVMValueRef i, LLVMValueRef base, unsigned first, unsigned lanes)
{
    LLVMTypeRef type = LLVMTypeOf(i), wide = LLVMVectorType(element_type(type), lanes * components(type)),
                overload[] = {wide, LLVMTypeOf(base)};
    unsigned alignment = LLVMGetAlignment(i), n = components(type);
    if (!has_masks(v, type) || mask_is_full(v)) {
        LLVMValueRef r = LLVMBuildLoad2(v->l->b, wide, base, "");
        LLVMSetAlignment(r, alignment);
        return r;
    }
    LLVMValueRef a[] = {base, take_part(v, repeat(v, v->mask, n), first * n, lanes * n), LLVMGetPoison(wide)};
    LLVMValueRef r = call_intrinsic(v->l, "llvm.masked.load", overload, 2, a, 3);
    set_alignment(v, r, 1, alignment);
    return r;
}

static LLVMValueRef load_scattered(const vectoriser *v, LLVMValueRef i, LLVMValueRef address)
{
    LLVMTypeRef type = LLVMTypeOf(i), wide = widen_type(v, type), overload[] = {wide, LLVMTypeOf(address)};
    if (!gathers(v) || is_vector(type))
        return build_each(v, i);
    LLVMValueRef a[] = {address, v->mask, LLVMGetPoison(wide)};
    LLVMValueRef r = call_intrinsic(v->l, "llvm.masked.gather", overload, 2, a, 3);
    set_alignment(v, r, 1, LLVMGetAlignment(i));
    return r;
}

static bool is_plain(LLVMValueRef access)
{
    return LLVMGetOrdering(access) == LLVMAtomicOrderingNotAtomic && !LLVMGetVolatile(access);
}

/* Whether the lanes' addresses are known to follow each other in each row. */
static bool follows_by_row(const vectoriser *v, LLVMValueRef pointer, LLVMTypeRef type)
{
    shape s = operand_shape(v, pointer, v->block);
    return s.kind == BY_ROW && s.step == (int64_t)LLVMABISizeOfType(LLVMGetModuleDataLayout(v->l->m), type);
}

bool is_at_hand(const vectoriser *v, LLVMValueRef x)
{
    if (!LLVMIsAInstruction(x))
        return true;
    const vector_value *d = find_value(v, x);
    return (d->block == v->block && d->now[0]) || d->slot[0];
}

/* An address that is VARYING only because nothing shows that its 32-bit index does not wrap in a row: the index. */
static LLVMValueRef row_index(const vectoriser *v, LLVMValueRef pointer, LLVMTypeRef type)
{
    LLVMTargetDataRef layout = LLVMGetModuleDataLayout(v->l->m);
    if (!LLVMIsAGetElementPtrInst(pointer) || LLVMGetNumOperands(pointer) != 2)
        return NULL;
    LLVMValueRef base = LLVMGetOperand(pointer, 0), wide = LLVMGetOperand(pointer, 1);
    if (!LLVMIsAZExtInst(wide) && !LLVMIsASExtInst(wide))
        return NULL;
    LLVMValueRef index = LLVMGetOperand(wide, 0);
    shape from = operand_shape(v, base, v->block), s = operand_shape(v, index, v->block);
    if (from.kind == VARYING || from.step || s.kind != BY_ROW || s.step <= 0 || LLVMTypeOf(index) != v->l->i32)
        return NULL;
    uint64_t each = LLVMABISizeOfType(layout, LLVMGetGEPSourceElementType(pointer));
    bool follows = (uint64_t)s.step * each == LLVMABISizeOfType(layout, type);
    return follows && is_at_hand(v, base) && is_at_hand(v, index) ? index : NULL;
}

/* Whether the index wraps in none of the rows. base[row]: the address of the row's first lane. */
static LLVMValueRef rows_follow(const vectoriser *v, LLVMValueRef pointer, LLVMValueRef index, LLVMValueRef *base)
{
    LLVMBuilderRef b = v->l->b;
    LLVMValueRef all = NULL;
    bool is_signed = LLVMIsASExtInst(LLVMGetOperand(pointer, 1));
    uint64_t extent = (uint64_t)operand_shape(v, index, v->block).step * (v->row - 1);
    LLVMValueRef last = number(v->l, (is_signed ? INT32_MAX : UINT32_MAX) - extent);
    for (unsigned r = 0; r < v->rows; r++) {
        LLVMValueRef x = row_value(v, index, r), wide = LLVMBuildIntCast2(b, x, v->l->i64, is_signed, ""),
                     follows = LLVMBuildICmp(b, is_signed ? LLVMIntSLE : LLVMIntULE, x, last, "");
        base[r] = LLVMBuildGEP2(b, LLVMGetGEPSourceElementType(pointer), row_value(v, LLVMGetOperand(pointer, 0), r),
                                &wide, 1, "");
        all = all ? LLVMBuildAnd(b, all, follows, "") : follows;
    }
    return all;
}

/* Accesses that together serve all lanes: one for each row, or one. */
typedef struct accesses {
    unsigned count; /* 0: there are none such */
    LLVMValueRef base[MOST_ROWS];
    LLVMValueRef provided; /* that this holds; NULL: always */
    bool known;            /* provided or not, addresses are likely to follow each other */
} accesses;

static accesses find_accesses(const vectoriser *v, LLVMValueRef pointer, LLVMTypeRef type)
{
    accesses a = {.count = v->rows, .known = true};
    LLVMValueRef index;
    if (follows_by_row(v, pointer, type)) {
        for (unsigned r = 0; r < v->rows; r++)
            a.base[r] = row_value(v, pointer, r);
    } else if (operand_shape(v, pointer, v->block).kind != VARYING) {
        a.count = 0;
    } else if ((index = row_index(v, pointer, type))) {
        a.provided = rows_follow(v, pointer, index, a.base);
    } else {
        a.count = 1;
        a.known = false;
        a.provided = is_packed(v, wide_value(v, pointer), type, a.base);
    }
    return a;
}

/* Asks of the accesses that, besides, all lanes take part. */
static void require_all(const vectoriser *v, accesses *a)
{
    LLVMValueRef full = LLVMBuildICmp(v->l->b, LLVMIntEQ, mask_bits(v, v->mask), LLVMConstAllOnes(v->bits), "full");
    a->provided = a->provided ? LLVMBuildAnd(v->l->b, a->provided, full, "") : full;
}

static LLVMValueRef load_together(const vectoriser *v, LLVMValueRef i, const accesses *a)
{
    LLVMValueRef r[MOST_ROWS];
    unsigned lanes = v->width / a->count;
    for (unsigned n = 0; n < a->count; n++)
        r[n] = load_packed(v, i, a->base[n], n * lanes, lanes);
    return join_all(v, r, a->count);
}

LLVMValueRef build_load(const vectoriser *v, LLVMValueRef i)
{
    LLVMBuilderRef b = v->l->b;
    LLVMTypeRef type = LLVMTypeOf(i);
    LLVMValueRef pointer = LLVMGetOperand(i, 0), r[2];
    if (!is_plain(i) || !packs(v, type))
        return build_each(v, i);
    accesses a = find_accesses(v, pointer, type);
    bool maskable = has_masks(v, type) || mask_is_full(v);
    if (!a.known || !a.count || !maskable)
        note_scattered(v);
    if (!a.count)
        return load_scattered(v, i, wide_value(v, pointer));
    if (!maskable)
        require_all(v, &a);
    if (!a.provided)
        return load_together(v, i, &a);
    LLVMBasicBlockRef together = add_block(v, "packed"), apart = add_block(v, "scattered"),
                      end = add_block(v, "loaded");
    LLVMBuildCondBr(b, a.provided, together, apart);
    LLVMPositionBuilderAtEnd(b, together);
    r[0] = load_together(v, i, &a);
    LLVMBuildBr(b, end);
    LLVMPositionBuilderAtEnd(b, apart);
    r[1] = load_scattered(v, i, wide_value(v, pointer));
    LLVMBasicBlockRef from[] = {together, LLVMGetInsertBlock(b)};
    LLVMBuildBr(b, end);
    LLVMPositionBuilderAtEnd(b, end);
    LLVMValueRef phi = LLVMBuildPhi(b, LLVMTypeOf(r[0]), "");
    LLVMAddIncoming(phi, r, from, 2);
    return phi;
}

/* `x`: of all lanes. */
static void store_packed(const vectoriser *v, LLVMValueRef i, LLVMValueRef x, LLVMValueRef base, unsigned first,
                         unsigned lanes, bool masked)
{
    unsigned n = LLVMGetVectorSize(LLVMTypeOf(x)) / v->width;
    LLVMValueRef piece = take_part(v, x, first * n, lanes * n);
    LLVMTypeRef overload[] = {LLVMTypeOf(piece), LLVMTypeOf(base)};
    if (!masked) {
        LLVMSetAlignment(LLVMBuildStore(v->l->b, piece, base), LLVMGetAlignment(i));
        return;
    }
    LLVMValueRef a[] = {piece, base, take_part(v, repeat(v, v->mask, n), first * n, lanes * n)};
    set_alignment(v, call_intrinsic(v->l, "llvm.masked.store", overload, 2, a, 3), 2, LLVMGetAlignment(i));
}

static void store_together(const vectoriser *v, LLVMValueRef i, LLVMValueRef x, const accesses *a, bool masked)
{
    unsigned lanes = v->width / a->count;
    for (unsigned n = 0; n < a->count; n++)
        store_packed(v, i, x, a->base[n], n * lanes, lanes, masked);
}

static void store_scattered(const vectoriser *v, LLVMValueRef i, LLVMValueRef x, LLVMValueRef address)
{
    LLVMTypeRef overload[] = {LLVMTypeOf(x), LLVMTypeOf(address)};
    if (!gathers(v) || is_vector(LLVMTypeOf(LLVMGetOperand(i, 0)))) {
        build_each(v, i);
        return;
    }
    LLVMValueRef a[] = {x, address, v->mask};
    set_alignment(v, call_intrinsic(v->l, "llvm.masked.scatter", overload, 2, a, 3), 2, LLVMGetAlignment(i));
}

void build_store(const vectoriser *v, LLVMValueRef i)
{
    LLVMBuilderRef b = v->l->b;
    LLVMValueRef stored = LLVMGetOperand(i, 0), pointer = LLVMGetOperand(i, 1);
    LLVMTypeRef type = LLVMTypeOf(stored);
    if (!is_plain(i) || !packs(v, type) || !varies_here(v, pointer)) {
        build_each(v, i);
        return;
    }
    LLVMValueRef x = wide_value(v, stored);
    accesses a = find_accesses(v, pointer, type);
    bool masks = has_masks(v, type), full = mask_is_full(v), always = !a.provided;
    if (!a.known || !a.count || (!masks && !full))
        note_scattered(v);
    if (!a.count) {
        store_scattered(v, i, x, wide_value(v, pointer));
        return;
    }
    bool masked = masks && !full && (gathers(v) || !always);
    if (!masked && !full) /* also on machines whose store under a mask is slow */
        require_all(v, &a);
    if (!a.provided) {
        store_together(v, i, x, &a, masked);
        return;
    }
    LLVMBasicBlockRef together = add_block(v, "packed"), apart = add_block(v, "scattered"),
                      end = add_block(v, "stored");
    LLVMBuildCondBr(b, a.provided, together, apart);
    LLVMPositionBuilderAtEnd(b, together);
    store_together(v, i, x, &a, masked);
    LLVMBuildBr(b, end);
    LLVMPositionBuilderAtEnd(b, apart);
    if (always && masks)
        store_together(v, i, x, &a, true);
    else
        store_scattered(v, i, x, wide_value(v, pointer));
    LLVMBuildBr(b, end);
    LLVMPositionBuilderAtEnd(b, end);
}

/* A field of the thread: its place in the grid. For lanes of a row, if they are known by their row (field_shape in
 * shape.c); otherwise for all. */
LLVMValueRef build_thread_field(const vectoriser *v, LLVMValueRef i, engine_field field, unsigned row)
{
    lowering *l = v->l;
    LLVMTypeRef wide = LLVMVectorType(l->i32, v->width);
    if (field == THREAD_GROUP)
        return v->group;
    if (LLVMTypeOf(i) != l->i32)
        refuse("internal: it reads its thread as %s", LLVMPrintTypeToString(LLVMTypeOf(i)));
    if (field == THREAD_SIMDGROUP)
        return is_wide(v) ? number(l, row * v->row / v->simd_width)
                          : load_field(l, LANES_SIMDGROUP, v->lanes, 0, "simdgroup");
    if (field == THREAD_LANE)
        return number(l, row * v->row % v->simd_width);
    if (field == THREAD_INDEX) {
        LLVMValueRef first = is_wide(v) ? number(l, 0) : load_field(l, LANES_FIRST, v->lanes, 0, "first");
        return LLVMBuildAdd(l->b, first, number(l, row * v->row), "index");
    }
    if (field != THREAD_X && field != THREAD_Y && field != THREAD_Z)
        refuse("internal: it reads a field of its thread that lanes do not have");
    unsigned axis = field - THREAD_X;
    if (find_value(v, i)->shape.kind == VARYING) {
        LLVMValueRef r = LLVMBuildLoad2(l->b, wide, field_address(l, LANES_X + axis, v->lanes, 0), "position");
        LLVMSetAlignment(r, 64);
        return r;
    }
    if (is_wide(v)) {
        unsigned place = row * v->row;
        return number(l, axis == 0 ? place % l->row : axis == 1 ? place / l->row : 0);
    }
    if (axis == 0 && v->rows > 1) /* whole rows of the threadgroup */
        return number(l, 0);
    LLVMValueRef first = load_field(l, LANES_X + axis, v->lanes, 0, "position");
    return axis == 1 ? LLVMBuildAdd(l->b, first, number(l, row), "") : first;
}

/* An array of what each lane has. */
LLVMValueRef build_alloca(const vectoriser *v, LLVMValueRef i)
{
    LLVMTypeRef type = LLVMGetAllocatedType(i);
    if (!LLVMIsConstant(LLVMGetOperand(i, 0)) || LLVMConstIntGetZExtValue(LLVMGetOperand(i, 0)) != 1)
        refuse("it has a variable of varying size");
    LLVMTargetDataRef layout = LLVMGetModuleDataLayout(v->l->m);
    uint64_t alignment = LLVMGetAlignment(i), size = LLVMABISizeOfType(layout, type);
    size = (size + alignment - 1) / alignment * alignment;
    LLVMValueRef base = LLVMBuildAlloca(v->variables, LLVMArrayType2(v->l->i8, size * v->width), "");
    LLVMSetAlignment(base, alignment > 64 ? (unsigned)alignment : 64);
    LLVMValueRef offset[MOST_LANES];
    for (unsigned lane = 0; lane < v->width; lane++)
        offset[lane] = LLVMConstInt(v->l->i64, lane * size, 0);
    LLVMValueRef at = LLVMConstVector(offset, v->width);
    return LLVMBuildInBoundsGEP2(v->l->b, v->l->i8, base, &at, 1, "");
}

LLVMValueRef build_address(const vectoriser *v, LLVMValueRef i)
{
    LLVMValueRef index[16];
    unsigned n = LLVMGetNumIndices(i);
    if (n > 16 || is_vector(LLVMTypeOf(i)))
        refuse("internal: an address it computes");
    for (unsigned o = 0; o < n; o++)
        index[o] = own_value(v, LLVMGetOperand(i, o + 1));
    return LLVMBuildGEPWithNoWrapFlags(v->l->b, LLVMGetGEPSourceElementType(i), own_value(v, LLVMGetOperand(i, 0)),
                                       index, n, "", LLVMGEPGetNoWrapFlags(i));
}
