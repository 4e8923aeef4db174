/* constants.c: fills in function constants, and with them every program-scope variable that is computed from one,
 * before anything is optimised: what a constant switches off is then really gone. */
#include "passes.h"
#include <string.h>

static LLVMValueRef constant_of_bytes(LLVMTypeRef type, const uint8_t *bytes, size_t size)
{
    if (LLVMGetTypeKind(type) == LLVMStructTypeKind && LLVMCountStructElementTypes(type) == 1) {
        LLVMValueRef inner = constant_of_bytes(LLVMStructGetTypeAtIndex(type, 0), bytes, size);
        return LLVMConstNamedStruct(type, &inner, 1);
    }
    if (LLVMGetTypeKind(type) == LLVMVectorTypeKind) {
        unsigned n = LLVMGetVectorSize(type);
        size_t each = size / (n == 3 ? 4 : n); /* three take the room of four */
        LLVMValueRef v[4];
        for (unsigned i = 0; i < n && i < 4; i++)
            v[i] = constant_of_bytes(LLVMGetElementType(type), bytes + i * each, each);
        return LLVMConstVector(v, n < 4 ? n : 4);
    }
    uint64_t bits = 0;
    memcpy(&bits, bytes, size < 8 ? size : 8);
    LLVMContextRef c = LLVMGetTypeContext(type);
    switch (LLVMGetTypeKind(type)) {
    case LLVMIntegerTypeKind: return LLVMConstInt(type, bits, 0);
    case LLVMHalfTypeKind:
    case LLVMBFloatTypeKind: return LLVMConstBitCast(LLVMConstInt(LLVMInt16TypeInContext(c), bits, 0), type);
    case LLVMFloatTypeKind: return LLVMConstBitCast(LLVMConstInt(LLVMInt32TypeInContext(c), bits, 0), type);
    default: return LLVMConstNull(type);
    }
}

static const sm_constant_value *value_for(const lowering *l, const sm_constant *constant)
{
    for (size_t i = 0; i < l->values; i++) {
        const sm_constant_value *v = &l->value[i];
        if (v->name && *v->name ? strcmp(v->name, constant->name) == 0 : v->index == constant->index)
            return v;
    }
    return NULL;
}

static bool given(const lowering *l, const constant_variable *c)
{
    return value_for(l, &c->facts) && !faulty(l, SM_FAULT_function_constant_always_undefined);
}

static void require_values(const lowering *l, const program *program)
{
    const function *f = l->function;
    for (size_t i = 0; i < f->constants; i++) {
        const constant_variable *c = &program->constant[f->constant[i]];
        if (c->facts.required && !value_for(l, &c->facts))
            stop("function '%s' needs a value for function constant '%s' (index %u)", f->facts.name, c->facts.name,
                 c->facts.index);
    }
}

static void define(LLVMValueRef variable, LLVMValueRef value)
{
    LLVMSetInitializer(variable, value);
    LLVMSetLinkage(variable, LLVMInternalLinkage);
    LLVMSetGlobalConstant(variable, 1);
    LLVMSetExternallyInitialized(variable, 0);
}

void fill_constants(lowering *l, program *program)
{
    require_values(l, program);
    for (size_t i = 0; i < program->constants; i++) {
        constant_variable *c = &program->constant[i];
        const sm_constant_value *v = faulty(l, SM_FAULT_function_constant_ignored) ? NULL : value_for(l, &c->facts);
        if (c->value) {
            LLVMTypeRef type = LLVMGlobalGetValueType(c->value);
            define(c->value, v ? constant_of_bytes(type, v->bytes, v->size) : LLVMConstNull(type));
        }
        if (c->defined)
            define(c->defined, LLVMConstInt(LLVMGlobalGetValueType(c->defined), given(l, c), 0));
    }
}

/* Whether a condition on a parameter holds: a function constant's name, or an expression that has become a variable. */
static bool holds(const lowering *l, const program *program, const char *condition)
{
    for (size_t i = 0; i < program->constants; i++) {
        const constant_variable *c = &program->constant[i];
        if (strcmp(c->facts.name, condition) != 0)
            continue;
        const sm_constant_value *v = value_for(l, &c->facts);
        bool set = false;
        for (size_t b = 0; v && b < v->size; b++)
            set |= v->bytes[b] != 0;
        return set;
    }
    for (size_t i = 0; i < program->variables; i++) {
        LLVMValueRef value = LLVMGetInitializer(program->variable[i].value);
        if (strcmp(program->variable[i].text, condition) == 0)
            return value && !LLVMIsNull(value);
    }
    return true;
}

/* Whether a shuffle makes the first three components of a vector of `from` ones a vector of `to`. */
static bool keeps_three(LLVMValueRef v, unsigned from, unsigned to)
{
    return LLVMIsAShuffleVectorInst(v) && LLVMGetVectorSize(LLVMTypeOf(LLVMGetOperand(v, 0))) == from &&
           LLVMGetVectorSize(LLVMTypeOf(v)) == to && LLVMGetMaskValue(v, 0) == 0 && LLVMGetMaskValue(v, 1) == 1 &&
           LLVMGetMaskValue(v, 2) == 2;
}

/* Clang loads and stores a vector of three as one of four, which the evaluation of initialisers does not take. */
static void narrow_accesses(const lowering *l, LLVMValueRef f)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b)) {
        for (LLVMValueRef i = LLVMGetFirstInstruction(b), next, access; i; i = next) {
            next = LLVMGetNextInstruction(i);
            LLVMValueRef value = LLVMIsAStoreInst(i) || LLVMIsAShuffleVectorInst(i) ? LLVMGetOperand(i, 0) : NULL;
            LLVMPositionBuilderBefore(l->b, i);
            if (value && LLVMIsAStoreInst(i) && keeps_three(value, 3, 4)) {
                access = LLVMBuildStore(l->b, LLVMGetOperand(value, 0), LLVMGetOperand(i, 1));
            } else if (value && LLVMIsALoadInst(value) && keeps_three(i, 4, 3)) {
                LLVMPositionBuilderBefore(l->b, value);
                access = LLVMBuildLoad2(l->b, LLVMTypeOf(i), LLVMGetOperand(value, 0), "");
                LLVMReplaceAllUsesWith(i, access);
            } else {
                continue;
            }
            LLVMSetAlignment(access, LLVMGetAlignment(LLVMIsAStoreInst(i) ? i : value));
            LLVMInstructionEraseFromParent(i);
        }
    }
}

/* Gives the arguments whose index is a function constant's their places (MSL 5.8.1.4). */
static void place_arguments(const lowering *l)
{
    static const uint32_t limits[] = {[SM_BUFFER] = SM_MAX_BUFFERS,
                                      [SM_THREADGROUP] = SM_MAX_BUFFERS,
                                      [SM_TEXTURE] = SM_MAX_TEXTURES,
                                      [SM_SAMPLER] = SM_MAX_SAMPLERS};
    function *f = l->function;
    for (unsigned i = 0; i < f->parameters; i++) {
        sm_argument *a = &f->parameter[i].argument;
        LLVMValueRef value = f->parameter[i].late ? LLVMGetInitializer(f->parameter[i].late) : NULL;
        if (!value || !LLVMIsAConstantInt(value))
            continue;
        a->index = (uint32_t)LLVMConstIntGetZExtValue(value);
        if (a->active && (a->index >= limits[a->kind] || a->count > limits[a->kind] - a->index))
            stop("%s: the function constants put '%s' at index %u, which the device does not have", f->facts.name,
                 a->name, a->index);
    }
    for (unsigned i = 0; i < f->parameters; i++) {
        for (unsigned j = 0; j < f->parameters; j++) {
            const sm_argument *a = &f->parameter[i].argument, *b = &f->parameter[j].argument;
            if (i != j && f->parameter[i].late && a->active && b->active && a->kind == b->kind &&
                a->index < b->index + b->count && b->index < a->index + a->count)
                stop("%s: the function constants put '%s' at index %u, which '%s' has", f->facts.name, a->name,
                     a->index, b->name);
        }
    }
}

/* Variables whose value depends on function constants are computed by functions listed in llvm.global_ctors. Runs them.
 */
void compute_variables(lowering *l, program *program)
{
    if (LLVMGetNamedGlobal(l->m, "llvm.global_ctors")) {
        for (LLVMValueRef f = LLVMGetFirstFunction(l->m); f; f = LLVMGetNextFunction(f)) {
            const char *name = LLVMGetValueName(f);
            if (!LLVMIsDeclaration(f) &&
                (strncmp(name, "_GLOBAL__", 9) == 0 || strncmp(name, "__cxx_global", 12) == 0)) {
                drop_tokens(l, f);
                narrow_accesses(l, f);
            }
        }
        run_passes(l, "function(sroa,early-cse,instcombine<no-verify-fixpoint>),globalopt");
        LLVMValueRef left = LLVMGetNamedGlobal(l->m, "llvm.global_ctors");
        LLVMValueRef list = left ? LLVMGetInitializer(left) : NULL;
        if (list && LLVMGetNumOperands(list) > 0)
            stop("%s: the value of a program-scope variable cannot be computed before the kernel runs",
                 l->function->facts.name);
    }
    for (unsigned i = 0; i < l->function->parameters; i++) {
        sm_argument *a = &l->function->parameter[i].argument;
        a->active = !*a->condition || holds(l, program, a->condition);
    }
    place_arguments(l);
}
