/* verify.c: what MSL forbids and clang let pass, told from the IR: declarations whose meaning only a Metal compiler
 * knows. */
#include "reflect.h"
#include <llvm-c/DebugInfo.h>
#include "types.h"
#include <stdlib.h>
#include <string.h>

typedef struct complaints {
    char *text;
    unsigned count;
} complaints;

/* `name` is what the complaint is about, which diagnose.c looks up in that line; or NULL. */
static void complain(complaints *c, origin at, const char *name, const char *text)
{
    char *all = format_text("%s%s:%u:%u: error: %s%s%s\n", c->text ? c->text : "",
                            at.file && *at.file ? at.file : SM_PROGRAM_NAME, at.line ? at.line : 1,
                            at.column ? at.column : 1, text, name ? SM_COMPLAINT_ABOUT : "", name ? name : "");
    free(c->text);
    c->text = all;
    c->count++;
}

static origin origin_of_function(LLVMValueRef f)
{
    LLVMMetadataRef subprogram = LLVMGetSubprogram(f), file = subprogram ? LLVMDIScopeGetFile(subprogram) : NULL;
    unsigned n;
    return (origin){.file = file ? LLVMDIFileGetFilename(file, &n) : NULL,
                    .line = subprogram ? LLVMDISubprogramGetLine(subprogram) : 0};
}

static void complain_function(complaints *c, const function *f, const char *text)
{
    complain(c, origin_of_function(f->value), f->facts.name, text);
}

static void complain_parameter(complaints *c, const function *f, const parameter *p, const char *text)
{
    if (p->line)
        complain(c, (origin){.file = p->file, .line = p->line}, p->argument.name, text);
    else
        complain_function(c, f, text);
}

static void check_locations(complaints *c, const function *f)
{
    static const char *const kinds[] = {"buffer", "threadgroup", "texture", "sampler"};
    for (unsigned i = 0; i < f->parameters; i++) {
        const sm_argument *a = &f->parameter[i].argument;
        if (a->kind == SM_INPUT || f->parameter[i].late)
            continue;
        uint32_t limit = a->kind == SM_TEXTURE   ? SM_MAX_TEXTURES
                         : a->kind == SM_SAMPLER ? SM_MAX_SAMPLERS
                                                 : SM_MAX_BUFFERS;
        if ((uint64_t)a->index + a->count > limit)
            complain_parameter(c, f, &f->parameter[i],
                               format_text("'%s' attribute parameter is out of bounds: must be between 0 and %u",
                                           kinds[a->kind], limit - 1));
        for (unsigned j = 0; j < i; j++) {
            const sm_argument *b = &f->parameter[j].argument;
            if (b->kind != a->kind || f->parameter[j].late || *a->condition || *b->condition ||
                a->index >= b->index + b->count || b->index >= a->index + a->count)
                continue;
            complain_parameter(
                c, f, &f->parameter[i],
                format_text("cannot reserve '%s' resource location at index %u: it is taken by parameter '%s'",
                            kinds[a->kind], a->index, b->name));
        }
    }
}

/* Grid values: positions and sizes are all scalars, or all vectors of the same number of components, as Apple's
 * compiler reads MSL 5.2.3.6; some must be of one type. */
static const struct {
    const char *name;
    bool vector;
    int alike; /* inputs of equal number, if not 0, have equal types */
} inputs[] = {
    {"thread_position_in_grid", true, 1},
    {"threads_per_grid", true, 1},
    {"thread_position_in_threadgroup", true, 2},
    {"threads_per_threadgroup", true, 2},
    {"dispatch_threads_per_threadgroup", true, 2},
    {"threadgroup_position_in_grid", true, 0},
    {"threadgroups_per_grid", true, 0},
    {"thread_index_in_threadgroup", false, 0},
    {"thread_index_in_simdgroup", false, 3},
    {"threads_per_simdgroup", false, 3},
    {"thread_execution_width", false, 3},
    {"simdgroup_index_in_threadgroup", false, 3},
    {"simdgroups_per_threadgroup", false, 3},
    {"dispatch_simdgroups_per_threadgroup", false, 3},
    {"quadgroup_index_in_threadgroup", false, 3},
    {"quadgroups_per_threadgroup", false, 3},
    {"dispatch_quadgroups_per_threadgroup", false, 3},
    {"thread_index_in_quadgroup", false, 3},
};
/* Others that a kernel can have. */
static const char *const other_inputs[] = {"grid_origin", "grid_size", "stage_in"};
enum { OTHERS = sizeof other_inputs / sizeof *other_inputs };
enum { INPUTS = sizeof inputs / sizeof *inputs, DATA_UINT = 33, DATA_USHORT = 41 }; /* MTLDataType; vectors follow */

static size_t input_number(const parameter *p)
{
    size_t i = 0;
    while (i < INPUTS && (!p->input || strcmp(p->input, inputs[i].name) != 0))
        i++;
    return i;
}

static bool is_input(const parameter *p)
{
    for (size_t i = 0; i < OTHERS; i++)
        if (strcmp(p->input, other_inputs[i]) == 0)
            return true;
    return input_number(p) < INPUTS;
}

static uint32_t components_of(uint32_t data_type)
{
    return data_type >= DATA_USHORT ? data_type - DATA_USHORT + 1 : data_type - DATA_UINT + 1;
}

static const parameter *find_input(const function *f, const char *name)
{
    for (unsigned i = 0; i < f->parameters; i++)
        if (f->parameter[i].input && strcmp(f->parameter[i].input, name) == 0)
            return &f->parameter[i];
    return NULL;
}

/* The index is a uint where the position is of uint (MSL 5.2.3.6). */
static void check_index(complaints *c, const function *f)
{
    const parameter *position = find_input(f, "thread_position_in_threadgroup"),
                    *index = find_input(f, "thread_index_in_threadgroup");
    if (position && index && index->argument.data_type == DATA_USHORT && position->argument.data_type >= DATA_UINT &&
        position->argument.data_type <= DATA_UINT + 2)
        complain_parameter(
            c, f, index,
            "'thread_index_in_threadgroup' must be a uint where 'thread_position_in_threadgroup' is of uint");
}

static void check_inputs(complaints *c, const function *f)
{
    const parameter *first = NULL, *alike[4] = {NULL};
    for (unsigned i = 0; i < f->parameters; i++) {
        const parameter *p = &f->parameter[i];
        size_t n = input_number(p);
        uint32_t type = p->argument.data_type;
        if (n == INPUTS || type == 0)
            continue;
        if (find_input(f, p->input) != p)
            complain_parameter(c, f, p,
                               format_text("declaration with attribute '%s' already specified", inputs[n].name));
        bool is_uint = type >= DATA_UINT && type <= DATA_UINT + 2,
             is_ushort = type >= DATA_USHORT && type <= DATA_USHORT + 2;
        if ((!is_uint && !is_ushort) || (!inputs[n].vector && components_of(type) > 1)) {
            complain_parameter(
                c, f, &f->parameter[i],
                format_text("type '%s' is not valid for attribute '%s'", p->argument.type_name, inputs[n].name));
            continue;
        }
        if (inputs[n].vector) {
            if (first && components_of(first->argument.data_type) != components_of(type))
                complain_parameter(c, f, &f->parameter[i],
                                   format_text("'%s' and '%s' must both be scalars, or vectors of the same number of "
                                               "components",
                                               first->input, p->input));
            first = p;
        }
        const parameter **other = &alike[inputs[n].alike];
        if (inputs[n].alike && *other && (((*other)->argument.data_type >= DATA_USHORT) != is_ushort))
            complain_parameter(c, f, &f->parameter[i],
                               format_text("types of '%s' and '%s' must match", (*other)->input, p->input));
        *other = p;
    }
    check_index(c, f);
}

/* Whether a buffer is in threadgroup memory, or what has the attribute `threadgroup` elsewhere. */
static bool is_misplaced(const parameter *p, unsigned space)
{
    enum { THREADGROUP = 3 };
    return p->argument.kind == SM_BUFFER        ? space == THREADGROUP
           : p->argument.kind == SM_THREADGROUP ? space != THREADGROUP
                                                : false;
}

static void check_kernel(complaints *c, const function *f)
{
    LLVMTypeRef type = LLVMGlobalGetValueType(f->value);
    bool returns = LLVMGetTypeKind(LLVMGetReturnType(type)) != LLVMVoidTypeKind ||
                   (f->parameters && LLVMGetEnumAttributeAtIndex(f->value, 1, attribute_kind("sret")));
    if (returns)
        complain_function(c, f, "kernel function must have a void return type");
    for (unsigned i = 0; i < f->parameters; i++) {
        const parameter *p = &f->parameter[i];
        LLVMTypeRef t = LLVMTypeOf(LLVMGetParam(f->value, i));
        bool pointer = LLVMGetTypeKind(t) == LLVMPointerTypeKind;
        bool by_value = LLVMGetEnumAttributeAtIndex(f->value, i + 1, attribute_kind("byval")) || returns;
        unsigned space = pointer ? LLVMGetPointerAddressSpace(t) : 0;
        if (pointer && !by_value && (space == 4 || space == 0))
            complain_parameter(
                c, f, &f->parameter[i],
                format_text(
                    "parameter '%s' of a kernel must point to the device, constant or threadgroup address space",
                    f->parameter[i].argument.name));
        else if (p->input && !is_input(p))
            complain_parameter(c, f, p, format_text("attribute '%s' is not one of a kernel's parameters", p->input));
        else if (pointer && !by_value && !p->input && is_misplaced(p, space))
            complain_parameter(c, f, p,
                               format_text("invalid address space qualification of parameter '%s' for attribute '%s'",
                                           p->argument.name, p->argument.kind == SM_BUFFER ? "buffer" : "threadgroup"));
        else if (p->argument.kind == SM_TEXTURE && pointer && !by_value && space)
            complain_parameter(
                c, f, p, format_text("parameter '%s' has the attribute 'texture', but is none", p->argument.name));
        else if (!p->input && (!pointer || by_value) && p->argument.kind != SM_TEXTURE &&
                 p->argument.kind != SM_SAMPLER && p->argument.data_type != SM_DATA_FUNCTION_TABLE &&
                 p->argument.data_type != SM_DATA_TENSOR && !returns)
            complain_parameter(
                c, f, &f->parameter[i],
                format_text("invalid type for parameter '%s' of a kernel: it must have an attribute, or be a "
                            "pointer or reference to device, constant or threadgroup memory, a texture or a sampler",
                            p->argument.name));
    }
    check_locations(c, f);
    check_inputs(c, f);
}

static void check_names(complaints *c, const program *p)
{
    for (size_t i = 0; i < p->functions; i++) {
        for (size_t j = 0; j < i; j++) {
            const function *a = &p->function[i], *b = &p->function[j];
            if (a->facts.kind == SM_FUNCTION_KERNEL && b->facts.kind == SM_FUNCTION_KERNEL &&
                strcmp(a->facts.name, b->facts.name) == 0)
                complain(c, origin_of_function(a->value), plain_name(a->symbol),
                         format_text(a->named || b->named
                                         ? "'%s' names two functions"
                                         : "conflicting declarations of kernel '%s': kernels cannot be overloaded",
                                     a->facts.name));
        }
    }
}

static bool is_kernel(const program *p, LLVMValueRef f)
{
    for (size_t i = 0; i < p->functions; i++) {
        if (p->function[i].value == f)
            return p->function[i].facts.kind == SM_FUNCTION_KERNEL;
    }
    return false;
}

/* A threadgroup variable is an instance of the template __msl_threadgroup_variable, called where it is declared. */
static void check_threadgroup_variables(complaints *c, const program *p)
{
    for (LLVMValueRef f = LLVMGetFirstFunction(p->module); f; f = LLVMGetNextFunction(f)) {
        if (LLVMIsDeclaration(f) || is_kernel(p, f) || strstr(LLVMGetValueName(f), "__msl_threadgroup_variable"))
            continue;
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b)) {
            for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
                if (!LLVMIsACallInst(i) || !strstr(callee_name(i), "__msl_threadgroup_variable"))
                    continue;
                complain(c, find_origin(i), NULL,
                         "variable in the threadgroup address space can only be declared in a kernel function");
            }
        }
    }
}

static void check_calls(complaints *c, const function *f)
{
    for (LLVMUseRef u = LLVMGetFirstUse(f->value); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        if (LLVMIsACallInst(user))
            complain(c, find_origin(user), NULL, format_text("kernel function '%s' cannot be called", f->facts.name));
    }
}

/* What is constexpr needs no address space: samplers and arrays of them (MSL 2.10). */
static void check_variables(complaints *c, const program *p)
{
    for (LLVMValueRef g = LLVMGetFirstGlobal(p->module); g; g = LLVMGetNextGlobal(g)) {
        size_t n;
        const char *name = LLVMGetValueName2(g, &n);
        unsigned space = LLVMGetPointerAddressSpace(LLVMTypeOf(g));
        if (space != 1 || LLVMIsDeclaration(g) || LLVMIsGlobalConstant(g) || strncmp(name, "llvm.", 5) == 0)
            continue;
        char *demangled = strncmp(name, "_Z", 2) == 0 ? demangle(name) : NULL;
        complain(c, (origin){0}, NULL,
                 format_text("program scope variable '%s' must reside in constant address space",
                             demangled ? demangled : name));
    }
}

/* Whether a function is mathematics of the library's (MSL 6.6), which is not constexpr, or leads to such. */
static bool does_mathematics(LLVMValueRef f, int depth)
{
    const char *name = LLVMGetValueName(f);
    if (strstr(name, "5metal4fast") || strstr(name, "5metal7precise"))
        return true;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b && depth < 6; b = LLVMGetNextBasicBlock(b)) {
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
            LLVMValueRef called = LLVMIsACallInst(i) ? LLVMGetCalledValue(i) : NULL;
            if (called && LLVMIsAFunction(called) && does_mathematics(called, depth + 1))
                return true;
        }
    }
    return false;
}

/* Whether a call is one that clang would have evaluated, were the function constexpr: of mathematics, or of a function
 * of the program with nothing but constants. Others of the library, and those in namespaces and classes of the
 * program's, are given the benefit of the doubt: the library's are not constexpr here although Metal's may be. */
static bool is_call_at_start(LLVMValueRef i)
{
    LLVMValueRef called = LLVMIsACallInst(i) ? LLVMGetCalledValue(i) : NULL;
    const char *name = called && LLVMIsAFunction(called) ? LLVMGetValueName(called) : "";
    if (strstr(name, "__msl"))
        return false;
    if (*name && does_mathematics(called, 0))
        return true;
    if (strncmp(name, "_Z", 2) != 0 || !(name[2] == 'L' || (name[2] >= '0' && name[2] <= '9')))
        return false;
    for (unsigned n = 0; n < LLVMGetNumArgOperands(i); n++)
        if (!LLVMIsConstant(LLVMGetArgOperand(i, n)))
            return false;
    return true;
}

/* Whether it calls a function of the library that makes no vector: what is around that is evaluated later, too. Or it
 * reads a function constant. */
static bool is_computed_later(LLVMValueRef f)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b)) {
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
            const char *name = LLVMIsACallInst(i) ? callee_name(i) : "";
            if (strstr(name, "5metal") && !strstr(name, "C1E") && !strstr(name, "C2E") &&
                !does_mathematics(LLVMGetCalledValue(i), 0))
                return true;
            LLVMValueRef read = LLVMIsALoadInst(i) ? LLVMGetOperand(i, 0) : NULL;
            if (read && LLVMIsAGlobalVariable(read) && LLVMIsDeclaration(read))
                return true;
        }
    }
    return false;
}

/* A program-scope constant is a constant expression (MSL 4.2). Function constants are none, so what depends on one is
 * computed when a kernel is made; else the program calls nothing. */
static void check_initializers(complaints *c, const program *p)
{
    for (LLVMValueRef f = LLVMGetFirstFunction(p->module); f; f = LLVMGetNextFunction(f)) {
        if (strncmp(LLVMGetValueName(f), "__cxx_global_var_init", 21) != 0 || is_computed_later(f))
            continue;
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b)) {
            for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
                if (is_call_at_start(i))
                    complain(c, find_origin(i), NULL,
                             "initializer of a variable in constant address space must be a constant expression");
            }
        }
    }
}

/* The functions that lead to the one that is looked at, each called by the one before; which were looked at. */
typedef struct call_chain {
    LLVMValueRef f;
    const struct call_chain *before;
} call_chain;

typedef struct seen {
    LLVMValueRef *f;
    size_t count;
} seen;

/* Calls that lead back to a function on the way to them, in what `f` calls for the first time. */
static void check_recursion(complaints *c, const call_chain *chain, seen *s, const char *text)
{
    for (size_t i = 0; i < s->count; i++)
        if (s->f[i] == chain->f)
            return;
    s->f[s->count++] = chain->f;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(chain->f); b; b = LLVMGetNextBasicBlock(b)) {
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
            LLVMValueRef called = LLVMIsACallInst(i) ? LLVMGetCalledValue(i) : NULL;
            if (!called || !LLVMIsAFunction(called) || LLVMIsDeclaration(called))
                continue;
            const call_chain *found = chain;
            while (found && found->f != called)
                found = found->before;
            if (found)
                complain(c, find_origin(i), NULL, text);
            else
                check_recursion(c, &(call_chain){called, chain}, s, text);
        }
    }
}

static void check_all_recursion(complaints *c, const program *p, const char *text)
{
    size_t functions = 0;
    for (LLVMValueRef f = LLVMGetFirstFunction(p->module); f; f = LLVMGetNextFunction(f))
        functions++;
    seen looked_at = {.f = allocate(functions * sizeof *looked_at.f)};
    for (size_t i = 0; i < p->functions; i++)
        if (p->function[i].facts.kind == SM_FUNCTION_KERNEL)
            check_recursion(c, &(call_chain){p->function[i].value, NULL}, &looked_at, text);
    free(looked_at.f);
}

void verify(const program *p, const char *no_recursion)
{
    complaints c = {0};
    for (size_t i = 0; i < p->functions; i++) {
        if (p->function[i].facts.kind != SM_FUNCTION_KERNEL)
            continue;
        check_kernel(&c, &p->function[i]);
        check_calls(&c, &p->function[i]);
    }
    if (*no_recursion)
        check_all_recursion(&c, p, no_recursion);
    check_names(&c, p);
    check_threadgroup_variables(&c, p);
    check_variables(&c, p);
    check_initializers(&c, p);
    if (c.count)
        stop("%s%u error%s generated.\n", c.text, c.count, c.count == 1 ? "" : "s");
}
