/* entry.c: the function that the engine calls. It gathers a thread's buffers, threadgroup memory, textures and grid
 * values from the engine's structs (engine/thread.h), calls the kernel, and is then all that is left: the kernel and
 * everything it calls is inlined.
 *
 *   entry  void sm_entry(sm_thread *)                          one thread, for fibers
 *   range  void sm_range(sm_threadgroup *, x, y, z, count)     count threads along x, a loop that LLVM may vectorise */
#include "passes.h"
#include <llvm-c/Comdat.h>
#include <stdlib.h>
#include <string.h>

static const char *const foreign_attributes[] = {
    "target-features",         "target-cpu",      "tune-cpu", "min-legal-vector-width", "stack-protector-buffer-size",
    "uniform-work-group-size", "no-trapping-math"};
static const char *const hindering_attributes[] = {"noinline", "optnone", "mustprogress", "willreturn"};

/* Clang compiled for an abstract machine: makes everything internal to this module, of the host's calling convention,
 * and inlined. `mustprogress` goes because an endless loop must stay one. */
void prepare_functions(lowering *l)
{
    for (LLVMValueRef f = LLVMGetFirstFunction(l->m); f; f = LLVMGetNextFunction(f)) {
        LLVMSetFunctionCallConv(f, LLVMCCallConv);
        for (size_t i = 0; i < sizeof foreign_attributes / sizeof *foreign_attributes; i++)
            LLVMRemoveStringAttributeAtIndex(f, LLVMAttributeFunctionIndex, foreign_attributes[i],
                                             (unsigned)strlen(foreign_attributes[i]));
        if (LLVMIsDeclaration(f))
            continue;
        LLVMSetComdat(f, NULL);
        LLVMSetLinkage(f, LLVMInternalLinkage);
        for (size_t i = 0; i < sizeof hindering_attributes / sizeof *hindering_attributes; i++)
            LLVMRemoveEnumAttributeAtIndex(f, LLVMAttributeFunctionIndex, attribute_kind(hindering_attributes[i]));
        add_attribute(l, f, "alwaysinline");
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b)) {
            for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
                if (LLVMIsACallInst(i))
                    LLVMSetInstructionCallConv(i, LLVMCCallConv);
            }
        }
    }
}

/* Whether the kernel takes anything out of a table of visible functions. */
static bool reads_tables(const lowering *l)
{
    for (LLVMValueRef f = LLVMGetFirstFunction(l->m); f; f = LLVMGetNextFunction(f)) {
        if (strstr(LLVMGetValueName(f), "22visible_function_table"))
            return true;
    }
    return false;
}

/* Keeps the linked functions, and tells where they are. Those that are only called by name are inlined. */
void list_linked_functions(lowering *l)
{
    if (!l->linked_count || !reads_tables(l))
        return;
    LLVMValueRef *address = allocate(l->linked_count * sizeof *address);
    for (size_t i = 0; i < l->linked_count; i++) {
        address[i] = LLVMGetNamedFunction(l->m, l->linked[i]);
        if (!address[i])
            stop("internal error: the program has no function %s", l->linked[i]);
    }
    LLVMValueRef list = LLVMAddGlobal(l->m, LLVMArrayType2(l->pointer, l->linked_count), SM_LINKED_SYMBOL);
    LLVMSetInitializer(list, LLVMConstArray2(l->pointer, address, l->linked_count));
    LLVMSetGlobalConstant(list, 1);
    free(address);
}

typedef struct entry {
    LLVMValueRef group, thread; /* thread: NULL in a range */
    LLVMValueRef step, x, y, z; /* of a range */
    LLVMBuilderRef before;      /* where what is the same for all threads is put */
} entry;

/* Values that are the same for all threads of a threadgroup. */
static const struct {
    const char *name;
    engine_field field;
} group_inputs[] = {
    {"threadgroup_position_in_grid", GROUP_POSITION},
    {"threads_per_threadgroup", GROUP_SIZE},
    {"dispatch_threads_per_threadgroup", GROUP_DISPATCH_SIZE},
    {"threads_per_grid", GROUP_GRID},
    {"grid_size", GROUP_STAGE_SIZE},
    {"threadgroups_per_grid", GROUP_GROUPS},
    {"simdgroups_per_threadgroup", GROUP_SIMDGROUPS},
    {"dispatch_simdgroups_per_threadgroup", GROUP_DISPATCH_SIMDGROUPS},
    {"quadgroups_per_threadgroup", GROUP_QUADGROUPS},
    {"dispatch_quadgroups_per_threadgroup", GROUP_DISPATCH_QUADGROUPS},
    {"threads_per_simdgroup", GROUP_SIMD_WIDTH},
    {"thread_execution_width", GROUP_SIMD_WIDTH},
};

static LLVMValueRef group_value(lowering *l, entry *e, engine_field field, unsigned axis, const char *name)
{
    LLVMBuilderRef saved = l->b;
    l->b = e->before;
    LLVMValueRef v = load_field(l, field, e->group, axis, name);
    l->b = saved;
    return v;
}

/* Position in the threadgroup along an axis. */
static LLVMValueRef local_position(lowering *l, entry *e, unsigned axis)
{
    if (e->thread)
        return load_field(l, THREAD_X + axis, e->thread, 0, "position");
    if (axis == 0)
        return LLVMBuildAdd(l->b, e->x, e->step, "x");
    return axis == 1 ? e->y : e->z;
}

static LLVMValueRef grid_position(lowering *l, entry *e, unsigned axis)
{
    return LLVMBuildAdd(l->b, local_position(l, e, axis), group_value(l, e, GROUP_ORIGIN, axis, "origin"),
                        "position_in_grid");
}

static LLVMValueRef index_in_threadgroup(lowering *l, entry *e)
{
    if (e->thread)
        return load_field(l, THREAD_INDEX, e->thread, 0, "index");
    LLVMBuilderRef saved = l->b;
    l->b = e->before;
    LLVMValueRef width = load_field(l, GROUP_SIZE, e->group, 0, ""),
                 height = load_field(l, GROUP_SIZE, e->group, 1, "");
    LLVMValueRef row = LLVMBuildAdd(l->b, LLVMBuildMul(l->b, e->z, height, ""), e->y, "");
    LLVMValueRef first = LLVMBuildAdd(l->b, LLVMBuildMul(l->b, row, width, ""), e->x, "first");
    l->b = saved;
    return LLVMBuildAdd(l->b, first, e->step, "index");
}

/* The value of a grid attribute as an i32, or NULL if there is none of this name. */
static LLVMValueRef input_value(lowering *l, entry *e, const char *name, unsigned axis)
{
    if (strcmp(name, "thread_position_in_grid") != 0 && strcmp(name, "threads_per_grid") != 0)
        l->grid_only = false;
    for (size_t i = 0; i < sizeof group_inputs / sizeof *group_inputs; i++) {
        if (strcmp(name, group_inputs[i].name) == 0)
            return group_value(l, e, group_inputs[i].field, axis, name);
    }
    uint32_t width = l->target.simd_width;
    if (strcmp(name, "thread_position_in_grid") == 0)
        return grid_position(l, e, faulty(l, SM_FAULT_grid_y_z_swapped) && axis ? 3 - axis : axis);
    if (strcmp(name, "thread_position_in_threadgroup") == 0)
        return local_position(l, e, axis);
    if (strcmp(name, "thread_index_in_threadgroup") == 0)
        return index_in_threadgroup(l, e);
    if (e->thread && strcmp(name, "thread_index_in_simdgroup") == 0)
        return load_field(l, THREAD_LANE, e->thread, 0, "lane");
    if (strcmp(name, "thread_index_in_simdgroup") == 0)
        return LLVMBuildAnd(l->b, index_in_threadgroup(l, e), number(l, width - 1), "lane");
    if (strcmp(name, "simdgroup_index_in_threadgroup") == 0) {
        LLVMValueRef index = e->thread ? load_field(l, THREAD_SIMDGROUP, e->thread, 0, "simdgroup")
                                       : LLVMBuildUDiv(l->b, index_in_threadgroup(l, e), number(l, width), "simdgroup");
        if (!faulty(l, SM_FAULT_simdgroup_index_reversed))
            return index;
        LLVMValueRef last = LLVMBuildSub(l->b, group_value(l, e, GROUP_SIMDGROUPS, 0, ""), number(l, 1), "");
        return LLVMBuildSub(l->b, last, index, "");
    }
    if (strcmp(name, "thread_index_in_quadgroup") == 0)
        return LLVMBuildAnd(l->b, index_in_threadgroup(l, e), number(l, 3), "quad_lane");
    if (strcmp(name, "quadgroup_index_in_threadgroup") == 0)
        return LLVMBuildUDiv(l->b, index_in_threadgroup(l, e), number(l, 4), "quad");
    if (strcmp(name, "grid_origin") == 0)
        return number(l, 0);
    return NULL;
}

/* The value of grid attribute `attribute` in the shape of type `held`; `name` is what the program calls it. */
static LLVMValueRef build_input(lowering *l, entry *e, const char *attribute, const char *name, LLVMTypeRef held)
{
    LLVMTypeRef scalar = held;
    while (LLVMGetTypeKind(scalar) == LLVMStructTypeKind && LLVMCountStructElementTypes(scalar))
        scalar = LLVMStructGetTypeAtIndex(scalar, 0);
    bool vector = LLVMGetTypeKind(scalar) == LLVMVectorTypeKind;
    LLVMTypeRef element = vector ? LLVMGetElementType(scalar) : scalar;
    if (LLVMGetTypeKind(element) != LLVMIntegerTypeKind)
        stop("%s: '%s' must be of an integer type for [[%s]]", l->function->facts.name, name, attribute);
    LLVMValueRef result = vector ? LLVMGetPoison(scalar) : NULL;
    for (unsigned axis = 0; axis < (vector ? LLVMGetVectorSize(scalar) : 1) && axis < 3; axis++) {
        LLVMValueRef v = input_value(l, e, attribute, axis);
        if (!v)
            stop(SM_LOG_GAP "%s: '%s' has the attribute [[%s]], which softmetal does not have", l->function->facts.name,
                 name, attribute);
        v = LLVMBuildIntCast2(l->b, v, element, 0, "");
        result = vector ? LLVMBuildInsertElement(l->b, result, v, number(l, axis), "") : v;
    }
    return result;
}

/* Loads, before the loop of a range, a pointer out of the dispatch. */
static LLVMValueRef dispatch_pointer(lowering *l, entry *e, LLVMTypeRef type, engine_field field, size_t n)
{
    LLVMBuilderRef saved = l->b;
    l->b = e->before;
    LLVMValueRef dispatch = load_field(l, GROUP_DISPATCH, e->group, 0, "dispatch");
    LLVMValueRef v = LLVMBuildLoad2(l->b, type, field_address(l, field, dispatch, n), "bound");
    l->b = saved;
    return v;
}

static LLVMValueRef threadgroup_pointer(lowering *l, entry *e, LLVMTypeRef type, uint32_t index)
{
    l->grid_only = false;
    LLVMBuilderRef saved = l->b;
    l->b = e->before;
    LLVMValueRef p = load_field(l, GROUP_ARGUMENT, e->group, index, "threadgroup");
    p = LLVMBuildAddrSpaceCast(l->b, p, type, "");
    l->b = saved;
    return p;
}

/* The engine fetches what stage-in gives the thread. */
static void fetch_stage_in(lowering *l, entry *e, LLVMValueRef slot, LLVMTypeRef held)
{
    LLVMTypeRef parameters[] = {l->pointer, l->i32, l->i32, l->i32, l->pointer};
    LLVMTypeRef type = LLVMFunctionType(l->nothing, parameters, 5, 0);
    LLVMValueRef f = LLVMGetNamedFunction(l->m, "sm_stage_in_fetch");
    if (!f) {
        f = LLVMAddFunction(l->m, "sm_stage_in_fetch", type);
        add_attribute(l, f, "nounwind");
    }
    LLVMBuildStore(l->b, LLVMConstNull(held), slot);
    LLVMValueRef v[] = {e->group, grid_position(l, e, 0), grid_position(l, e, 1), grid_position(l, e, 2), slot};
    LLVMBuildCall2(l->b, type, f, v, 5, "");
}

/* The storage of an argument passed by value, filled in. */
static LLVMValueRef build_by_value(lowering *l, entry *e, const parameter *p, LLVMTypeRef held)
{
    LLVMTargetDataRef layout = LLVMGetModuleDataLayout(l->m);
    LLVMValueRef slot =
        LLVMBuildAlloca(e->before, held, ""); /* outside the loop of a range: one inside would grow the stack */
    LLVMSetAlignment(slot, 16);
    if (p->argument.stage_in) {
        fetch_stage_in(l, e, slot, held);
        return slot;
    }
    if (p->argument.kind == SM_INPUT) {
        LLVMBuildStore(l->b, build_input(l, e, p->input, p->argument.name, held), slot);
        return slot;
    }
    if (p->argument.kind == SM_BUFFER) { /* a table of visible functions */
        LLVMBuildStore(l->b, dispatch_pointer(l, e, l->pointer, DISPATCH_BUFFER, p->argument.index), slot);
        return slot;
    }
    bool texture = p->argument.kind == SM_TEXTURE;
    engine_field field = texture ? DISPATCH_TEXTURE : DISPATCH_SAMPLER;
    uint32_t limit = texture ? SM_MAX_TEXTURES : SM_MAX_SAMPLERS;
    uint64_t count = LLVMABISizeOfType(layout, held) / 8;
    for (uint64_t i = 0; i < count && p->argument.index + i < limit; i++) {
        LLVMValueRef v = dispatch_pointer(l, e, l->pointer, field, p->argument.index + i);
        LLVMValueRef at = LLVMConstInt(l->i64, 8 * i, 0);
        LLVMBuildStore(l->b, v, LLVMBuildInBoundsGEP2(l->b, l->i8, slot, &at, 1, ""));
    }
    return slot;
}

static LLVMValueRef build_argument(lowering *l, entry *e, unsigned n)
{
    LLVMValueRef kernel = l->function->value;
    const parameter *p = &l->function->parameter[n];
    LLVMTypeRef type = LLVMTypeOf(LLVMGetParam(kernel, n));
    LLVMAttributeRef by_value = LLVMGetEnumAttributeAtIndex(kernel, n + 1, attribute_kind("byval"));
    if (!p->argument.active && p->argument.kind != SM_INPUT && !by_value)
        return LLVMConstNull(type);
    if (by_value)
        return build_by_value(l, e, p, LLVMGetTypeAttributeValue(by_value));
    switch (p->argument.kind) {
    case SM_BUFFER: return dispatch_pointer(l, e, type, DISPATCH_BUFFER, p->argument.index);
    case SM_THREADGROUP: return threadgroup_pointer(l, e, type, p->argument.index);
    case SM_INPUT: return build_input(l, e, p->input, p->argument.name, type);
    default: stop("%s: parameter '%s' cannot be passed", l->function->facts.name, p->argument.name);
    }
}

static LLVMValueRef convergence_token(lowering *l, const char *which, LLVMValueRef parent)
{
    LLVMValueRef f = LLVMGetIntrinsicDeclaration(l->m, LLVMLookupIntrinsicID(which, strlen(which)), NULL, 0);
    return call_with_token(l, f, NULL, 0, parent);
}

static bool has_token(LLVMValueRef function)
{
    for (LLVMValueRef i = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(function)); i; i = LLVMGetNextInstruction(i)) {
        if (is_call_to(i, "llvm.experimental.convergence.entry"))
            return true;
    }
    return false;
}

static void call_kernel(lowering *l, entry *e, LLVMValueRef token)
{
    LLVMValueRef kernel = l->function->value, *v = allocate((l->function->parameters + 1) * sizeof *v);
    for (unsigned n = 0; n < l->function->parameters; n++)
        v[n] = build_argument(l, e, n);
    LLVMValueRef call = call_with_token(l, kernel, v, l->function->parameters, token);
    for (unsigned n = 0; n < l->function->parameters; n++) {
        LLVMAttributeRef by_value = LLVMGetEnumAttributeAtIndex(kernel, n + 1, attribute_kind("byval"));
        if (by_value)
            LLVMAddCallSiteAttribute(call, n + 1, by_value);
    }
    free(v);
}

/* ---- program-scope inputs: `msl.input.ATTRIBUTE.NAME` and `msl.binding.KIND.INDEX.NAME` */
static const char input_prefix[] = "msl.input.", binding_prefix[] = "msl.binding.", slot_marker[] = "sm_input_slot";

static bool is_input(LLVMValueRef global)
{
    size_t n;
    const char *name = LLVMGetValueName2(global, &n);
    return strncmp(name, input_prefix, sizeof input_prefix - 1) == 0 ||
           strncmp(name, binding_prefix, sizeof binding_prefix - 1) == 0;
}

static LLVMValueRef build_binding(lowering *l, entry *e, const char *text, LLVMTypeRef held)
{
    static const struct {
        const char *kind;
        engine_field field;
    } kinds[] = {{"buffer.", DISPATCH_BUFFER}, {"texture.", DISPATCH_TEXTURE}, {"sampler.", DISPATCH_SAMPLER}};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        size_t n = strlen(kinds[i].kind);
        if (strncmp(text, kinds[i].kind, n) == 0)
            return dispatch_pointer(l, e, LLVMGetTypeKind(held) == LLVMPointerTypeKind ? held : l->pointer,
                                    kinds[i].field, strtoul(text + n, NULL, 10));
    }
    stop(SM_LOG_GAP "softmetal does not have program-scope bindings of this kind: %s", text);
}

/* A variable of the thread's own that holds the value of the global. */
static LLVMValueRef build_slot(lowering *l, entry *e, LLVMValueRef global)
{
    LLVMTypeRef held = LLVMGlobalGetValueType(global);
    size_t length;
    const char *name = LLVMGetValueName2(global, &length);
    LLVMValueRef slot = LLVMBuildAlloca(e->before, held, ""), value;
    LLVMSetAlignment(slot, 16);
    if (strncmp(name, input_prefix, sizeof input_prefix - 1) == 0) {
        const char *attribute = name + sizeof input_prefix - 1, *dot = strchr(attribute, '.');
        value = build_input(l, e,
                            format_text("%.*s", (int)(dot ? (size_t)(dot - attribute) : strlen(attribute)), attribute),
                            dot ? dot + 1 : attribute, held);
    } else {
        value = build_binding(l, e, name + sizeof binding_prefix - 1, held);
    }
    LLVMBuildStore(l->b, value, slot);
    return slot;
}

/* In the entry: slots are filled where the thread starts, and marked so that they are found again once the kernel is
 * inlined. */
static void build_slots(lowering *l, entry *e)
{
    uint32_t n = 0;
    LLVMTypeRef parameters[] = {l->pointer, l->i32}, type = LLVMFunctionType(l->nothing, parameters, 2, 0);
    for (LLVMValueRef g = LLVMGetFirstGlobal(l->m); g; g = LLVMGetNextGlobal(g), n++) {
        if (!is_input(g) || !LLVMGetFirstUse(g))
            continue;
        LLVMValueRef f = LLVMGetNamedFunction(l->m, slot_marker), v[] = {build_slot(l, e, g), number(l, n)};
        LLVMBuildCall2(l->b, type, f ? f : LLVMAddFunction(l->m, slot_marker, type), v, 2, "");
    }
}

/* `v`, a constant expression over `global`, over the slot instead; NULL if it is another value. */
static LLVMValueRef over_slot(lowering *l, LLVMValueRef v, LLVMValueRef global, LLVMValueRef slot)
{
    if (v == global)
        return LLVMBuildAddrSpaceCast(l->b, slot, LLVMTypeOf(global), "");
    if (!LLVMIsAConstantExpr(v))
        return NULL;
    LLVMValueRef base = over_slot(l, LLVMGetOperand(v, 0), global, slot);
    if (!base)
        return NULL;
    if (LLVMGetConstOpcode(v) == LLVMAddrSpaceCast)
        return LLVMBuildAddrSpaceCast(l->b, base, LLVMTypeOf(v), "");
    if (LLVMGetConstOpcode(v) != LLVMGetElementPtr)
        stop("internal error: an input is used in an unexpected way");
    unsigned n = (unsigned)LLVMGetNumOperands(v) - 1;
    LLVMValueRef *index = allocate((n + 1) * sizeof *index);
    for (unsigned i = 0; i < n; i++)
        index[i] = LLVMGetOperand(v, i + 1);
    return LLVMBuildGEP2(l->b, LLVMGetGEPSourceElementType(v), base, index, n, "");
}

static void replace_in(lowering *l, LLVMValueRef function, LLVMValueRef global, LLVMValueRef slot)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b)) {
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
            bool phi = LLVMIsAPHINode(i);
            for (unsigned o = 0; !phi && o < (unsigned)LLVMGetNumOperands(i); o++) {
                LLVMPositionBuilderBefore(l->b, i);
                LLVMValueRef v = over_slot(l, LLVMGetOperand(i, o), global, slot);
                if (v)
                    LLVMSetOperand(i, o, v);
            }
        }
    }
}

static LLVMValueRef find_marker(LLVMValueRef function, uint32_t n)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b)) {
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
            if (is_call_to(i, slot_marker) && LLVMConstIntGetZExtValue(LLVMGetOperand(i, 1)) == n)
                return i;
        }
    }
    return NULL;
}

/* For a function that is not inlined: a slot of its own, filled at its start. */
static LLVMValueRef slot_in(lowering *l, LLVMValueRef function, LLVMValueRef global)
{
    LLVMValueRef thread = thread_of(l, function), first = LLVMGetNextInstruction(thread);
    entry e = {.thread = thread, .before = LLVMCreateBuilderInContext(l->c)};
    LLVMPositionBuilderBefore(l->b, first);
    LLVMPositionBuilderBefore(e.before, first);
    e.group = load_field(l, THREAD_GROUP, thread, 0, "group");
    LLVMValueRef slot = build_slot(l, &e, global);
    LLVMDisposeBuilder(e.before);
    return slot;
}

static bool uses(LLVMValueRef function, LLVMValueRef global)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b)) {
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
            for (unsigned o = 0; o < (unsigned)LLVMGetNumOperands(i); o++) {
                LLVMValueRef v = LLVMGetOperand(i, o);
                while (LLVMIsAConstantExpr(v))
                    v = LLVMGetOperand(v, 0);
                if (v == global)
                    return true;
            }
        }
    }
    return false;
}

void replace_inputs(lowering *l)
{
    uint32_t n = 0;
    for (LLVMValueRef g = LLVMGetFirstGlobal(l->m); g; g = LLVMGetNextGlobal(g), n++) {
        if (!is_input(g) || !LLVMGetFirstUse(g))
            continue;
        for (LLVMValueRef f = LLVMGetFirstFunction(l->m); f; f = LLVMGetNextFunction(f)) {
            if (LLVMIsDeclaration(f) || f == l->entry || !uses(f, g))
                continue;
            if (l->is_range)
                stop(SM_LOG_GAP "softmetal does not have program-scope inputs in recursive functions");
            replace_in(l, f, g, slot_in(l, f, g));
        }
        LLVMValueRef marker = find_marker(l->entry, n);
        if (!marker)
            continue;
        replace_in(l, l->entry, g, LLVMGetOperand(marker, 0));
        LLVMInstructionEraseFromParent(marker);
    }
}

static LLVMValueRef add_function(lowering *l, bool range)
{
    LLVMTypeRef parameters[] = {l->pointer, l->i32, l->i32, l->i32, l->i32};
    LLVMTypeRef type = LLVMFunctionType(l->nothing, parameters, range ? 5 : 1, 0);
    LLVMValueRef f = LLVMAddFunction(l->m, range ? SM_RANGE_SYMBOL : SM_ENTRY_SYMBOL, type);
    if (range)
        prefer_long_vectors(l, f);
    add_attribute(l, f, "nounwind");
    add_attribute(l, f, "convergent");
    LLVMAddAttributeAtIndex(f, 1, LLVMCreateEnumAttribute(l->c, attribute_kind("noalias"), 0));
    return f;
}

void build_entry(lowering *l, bool range)
{
    l->grid_only = range;
    LLVMValueRef f = add_function(l, range);
    LLVMBasicBlockRef first = LLVMAppendBasicBlockInContext(l->c, f, "entry"), loop = NULL, end = NULL;
    entry e = {.before = LLVMCreateBuilderInContext(l->c)};
    LLVMPositionBuilderAtEnd(l->b, first);
    LLVMValueRef token =
        has_token(l->function->value) ? convergence_token(l, "llvm.experimental.convergence.entry", NULL) : NULL;
    LLVMValueRef zero = number(l, 0);
    if (range) {
        e.group = LLVMGetParam(f, 0);
        e.x = LLVMGetParam(f, 1);
        e.y = LLVMGetParam(f, 2);
        e.z = LLVMGetParam(f, 3);
        loop = LLVMAppendBasicBlockInContext(l->c, f, "thread");
        end = LLVMAppendBasicBlockInContext(l->c, f, "end");
        LLVMPositionBuilderBefore(e.before, LLVMBuildBr(l->b, loop));
        LLVMPositionBuilderAtEnd(l->b, loop);
        e.step = LLVMBuildPhi(l->b, l->i32, "step");
        LLVMAddIncoming(e.step, &zero, &first, 1);
        if (token) /* a call in a loop needs the loop's token */
            token = convergence_token(l, "llvm.experimental.convergence.loop", token);
    } else {
        e.thread = LLVMGetParam(f, 0);
        e.group = load_field(l, THREAD_GROUP, e.thread, 0, "group");
        LLVMValueRef mark = LLVMBuildAlloca(l->b, l->i32, "mark");
        LLVMPositionBuilderBefore(e.before, mark);
    }
    build_slots(l, &e);
    call_kernel(l, &e, token);
    if (range) {
        LLVMValueRef next = LLVMBuildNUWAdd(l->b, e.step, number(l, 1), "");
        LLVMBasicBlockRef latch = LLVMGetInsertBlock(l->b);
        LLVMAddIncoming(e.step, &next, &latch, 1);
        LLVMBuildCondBr(l->b, LLVMBuildICmp(l->b, LLVMIntULT, next, LLVMGetParam(f, 4), ""), loop, end);
        LLVMPositionBuilderAtEnd(l->b, end);
    }
    LLVMBuildRetVoid(l->b);
    LLVMDisposeBuilder(e.before);
}
