/* reflect.c: reads back the annotations that the rewriter left in the program (`msl.kernel`, `msl.buffer:0`, …): on
 * functions they arrive in llvm.global.annotations, on parameters as calls of llvm.var.annotation on the parameter's
 * storage. */
#include "reflect.h"
#include "types.h"
#include <llvm-c/DebugInfo.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

char *__cxa_demangle(const char *mangled, char *buffer, size_t *length,
                     int *status); /* of the C++ runtime that LLVM links */

static LLVMValueRef strip_cast(LLVMValueRef v)
{
    while (LLVMIsAConstantExpr(v) || LLVMIsAAddrSpaceCastInst(v) || LLVMIsABitCastInst(v))
        v = LLVMGetOperand(v, 0);
    return v;
}

const char *annotation_text(LLVMValueRef v)
{
    LLVMValueRef global = strip_cast(v), value = LLVMIsAGlobalVariable(global) ? LLVMGetInitializer(global) : NULL;
    size_t n;
    return value && LLVMIsConstantString(value) ? LLVMGetAsString(value, &n) : ""; /* ends with a NUL */
}

/* The argument of annotation `msl.<name>` or `msl.<name>:<argument>`, "" for the former; NULL if the text is another.
 */
static const char *argument_of(const char *text, const char *name)
{
    size_t n = strlen(name);
    if (strncmp(text, "msl.", 4) != 0 || strncmp(text + 4, name, n) != 0)
        return NULL;
    return text[4 + n] == 0 ? "" : text[4 + n] == ':' ? text + 5 + n : NULL;
}

/* The parameter that an annotated pointer is the storage of: passed by value, or the variable it is stored to. */
static int annotated_parameter(LLVMValueRef function, LLVMValueRef where)
{
    for (unsigned i = 0; i < LLVMCountParams(function); i++) {
        LLVMValueRef p = LLVMGetParam(function, i);
        if (p == where)
            return (int)i;
        for (LLVMUseRef u = LLVMGetFirstUse(p); u; u = LLVMGetNextUse(u)) {
            LLVMValueRef s = LLVMGetUser(u);
            if (LLVMIsAStoreInst(s) && LLVMGetOperand(s, 0) == p && strip_cast(LLVMGetOperand(s, 1)) == where)
                return (int)i;
        }
    }
    return -1;
}

/* The variable that the rewriter gave the expression of an annotation to, or NULL. */
static LLVMValueRef find_variable(const program *program, const char *text)
{
    for (size_t i = 0; i < program->variables; i++)
        if (strcmp(program->variable[i].text, text) == 0)
            return program->variable[i].value;
    return NULL;
}

/* The value of the expression in an annotation: a number, or the variable that the rewriter gave the expression to. */
static uint32_t evaluate(const program *program, const char *text)
{
    char *end;
    uint32_t value = (uint32_t)strtoul(text, &end, 0);
    if (end != text && end[strspn(end, "uUlL ")] == 0)
        return value;
    LLVMValueRef v = find_variable(program, text), known = v ? LLVMGetInitializer(v) : NULL;
    return known && LLVMIsAConstantInt(known) ? (uint32_t)LLVMConstIntGetZExtValue(known) : 0;
}

static bool read_location(const program *program, parameter *p, const char *text)
{
    static const struct {
        const char *name;
        sm_argument_kind kind;
    } kinds[] = {
        {"buffer", SM_BUFFER}, {"texture", SM_TEXTURE}, {"sampler", SM_SAMPLER}, {"threadgroup", SM_THREADGROUP}};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        const char *index = argument_of(text, kinds[i].name);
        if (!index)
            continue;
        p->argument.kind = kinds[i].kind;
        p->argument.index = evaluate(program, index);
        LLVMValueRef variable = find_variable(program, index);
        if (variable && !LLVMIsGlobalConstant(variable)) /* computed when the program starts */
            p->late = variable;
        return true;
    }
    return false;
}

static void read_parameter_annotation(const program *program, parameter *p, const char *text, bool *located)
{
    const char *argument;
    if ((argument = argument_of(text, "parameter")))
        p->argument.name = format_text("%s", argument);
    else if ((argument = argument_of(text, "function_constant")))
        p->argument.condition = format_text("%s", argument);
    else if (argument_of(text, "type") || argument_of(text, "user")) /* a name of the user's is no place */
        return;
    else if (read_location(program, p, text))
        *located = true;
    else if (strncmp(text, "msl.", 4) == 0 && !*located) {
        p->input = format_text("%.*s", (int)strcspn(text + 4, ":"), text + 4);
        p->argument.kind = SM_INPUT;
        p->argument.stage_in = strcmp(p->input, "stage_in") == 0;
        *located = true;
    }
}

/* Parameters without an attribute take the first free index of their kind. */
static void locate_rest(function *f, const bool *located)
{
    for (unsigned i = 0; i < f->parameters; i++) {
        if (located[i])
            continue;
        sm_argument *a = &f->parameter[i].argument;
        LLVMTypeRef type = LLVMTypeOf(LLVMGetParam(f->value, i));
        if (a->kind != SM_TEXTURE && a->kind != SM_SAMPLER)
            a->kind = LLVMGetTypeKind(type) == LLVMPointerTypeKind && LLVMGetPointerAddressSpace(type) == 3
                          ? SM_THREADGROUP
                          : SM_BUFFER;
        for (bool taken = true; taken;) {
            taken = false;
            for (unsigned j = 0; j < f->parameters; j++) {
                const sm_argument *o = &f->parameter[j].argument;
                if (j != i && (located[j] || j < i) && !f->parameter[j].late && o->kind == a->kind &&
                    a->index >= o->index && a->index < o->index + o->count) {
                    a->index = o->index + o->count;
                    taken = true;
                }
            }
        }
    }
}

static void reflect_parameters(const program *program, function *f)
{
    LLVMModuleRef module = program->module;
    f->parameters = LLVMCountParams(f->value);
    f->parameter = allocate((f->parameters + 1) * sizeof *f->parameter);
    bool *located = allocate(f->parameters + 1);
    char *demangled = demangle(f->symbol);
    const char **types;
    size_t typed = demangled ? parameter_types(demangled, &types) : 0;
    for (unsigned i = 0; i < f->parameters; i++) {
        sm_argument *a = &f->parameter[i].argument;
        size_t n;
        *a = (sm_argument){.kind = SM_BUFFER, .count = 1, .active = true, .type_name = "", .condition = ""};
        a->name = LLVMGetValueName2(LLVMGetParam(f->value, i), &n);
        if (i < typed && typed == f->parameters)
            describe_type(module, types[i], a);
    }
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f->value); b; b = LLVMGetNextBasicBlock(b)) {
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
            if (!is_call_to(i, "llvm.var.annotation"))
                continue;
            int p = annotated_parameter(f->value, strip_cast(LLVMGetOperand(i, 0)));
            if (p >= 0) {
                f->parameter[p].file = annotation_text(LLVMGetOperand(i, 2));
                f->parameter[p].line = (uint32_t)LLVMConstIntGetZExtValue(LLVMGetOperand(i, 3));
            }
            if (p >= 0)
                read_parameter_annotation(program, &f->parameter[p], annotation_text(LLVMGetOperand(i, 1)),
                                          &located[p]);
        }
    }
    locate_rest(f, located);
    free(located);
}

/* `void ns::name<int>(…)` -> `name` */
const char *plain_name(const char *symbol)
{
    char *demangled = demangle(symbol);
    if (!demangled)
        return format_text("%s", symbol);
    int depth = 0;
    char *start = demangled, *p = demangled;
    for (; *p && !(depth == 0 && *p == '('); p++) {
        depth += (*p == '<') - (*p == '>');
        if (depth == 0 && (*p == ' ' || (*p == ':' && p[1] == ':')))
            start = p + (*p == ':' ? 2 : 1);
    }
    size_t n = 0;
    while (start + n < p && start[n] != '<')
        n++;
    return format_text("%.*s", (int)n, start);
}

static function *function_of(program *p, LLVMValueRef value)
{
    for (size_t i = 0; i < p->functions; i++) {
        if (p->function[i].value == value)
            return &p->function[i];
    }
    p->function = realloc(p->function, (p->functions + 1) * sizeof *p->function);
    function *f = &p->function[p->functions++];
    size_t n;
    *f = (function){.value = value, .facts.kind = SM_FUNCTION_OTHER, .facts.annotation = ""};
    f->symbol = format_text("%s", LLVMGetValueName2(value, &n));
    f->facts.name = plain_name(f->symbol);
    return f;
}

static void read_function_annotation(const program *program, function *f, const char *text)
{
    const char *argument;
    if (argument_of(text, "kernel"))
        f->facts.kind = SM_FUNCTION_KERNEL;
    else if (argument_of(text, "visible") || argument_of(text, "stitchable"))
        f->facts.kind = SM_FUNCTION_VISIBLE;
    else if ((argument = argument_of(text, "name")) && !f->named)
        f->facts.name = format_text("%s", argument);
    else if ((argument = argument_of(text, "host_name"))) {
        f->named = true;
        f->facts.name = format_text("%s", argument);
    } else if ((argument = argument_of(text, "user_annotation")))
        f->facts.annotation = format_text("%s", argument);
    else if ((argument = argument_of(text, "max_total_threads_per_threadgroup")))
        f->facts.max_total_threads_per_threadgroup = evaluate(program, argument);
    else if ((argument = argument_of(text, "required_threads_per_threadgroup"))) {
        for (int axis = 0; axis < 3; axis++) {
            size_t n = strcspn(argument, ","), trimmed = n;
            while (trimmed && argument[trimmed - 1] == ' ')
                trimmed--;
            f->facts.required_threads_per_threadgroup[axis] =
                n ? evaluate(program, format_text("%.*s", (int)trimmed, argument)) : 1;
            argument += n + (argument[n] == ',');
            argument += strspn(argument, " ");
        }
    }
}

/* From an annotation of a variable in `file` at `line`: `at` is the instruction that annotates, NULL at file scope. */
static void read_math_region(program *program, const char *text, LLVMValueRef file, LLVMValueRef line, LLVMValueRef at)
{
    const char *argument = argument_of(text, "math");
    unsigned lines = 0, column = 0;
    if (!argument)
        return;
    math_region region = {.file = format_text("%s", annotation_text(file)),
                          .line = (unsigned)LLVMConstIntGetZExtValue(line),
                          .licence = argument[0],
                          .contract = argument[1]};
    if (at && sscanf(argument + 2, ":%u:%u", &lines, &column) == 2) {
        LLVMMetadataRef location = LLVMInstructionGetDebugLoc(at);
        region.point = !lines;
        region.column = location ? LLVMDILocationGetColumn(location) : 0;
        region.last_line = region.line + lines;
        region.last_column = column;
    }
    program->region = realloc(program->region, (program->regions + 1) * sizeof *program->region);
    program->region[program->regions++] = region;
}

/* Calls of llvm.var.annotation would keep variables in memory. */
static void remove_annotations(program *program)
{
    LLVMModuleRef module = program->module;
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b)) {
            for (LLVMValueRef i = LLVMGetFirstInstruction(b), next; i; i = next) {
                next = LLVMGetNextInstruction(i);
                if (is_call_to(i, "llvm.ptr.annotation")) /* of a structure's member */
                    LLVMReplaceAllUsesWith(i, LLVMGetOperand(i, 0));
                if (is_call_to(i, "llvm.var.annotation"))
                    read_math_region(program, annotation_text(LLVMGetOperand(i, 1)), LLVMGetOperand(i, 2),
                                     LLVMGetOperand(i, 3), i);
                if (is_call_to(i, "llvm.var.annotation") || is_call_to(i, "llvm.ptr.annotation"))
                    LLVMInstructionEraseFromParent(i);
            }
        }
    }
}

/* ---- function constants */
static const char constant_prefix[] = "msl.function_constant.", defined_prefix[] = "msl.function_constant_defined.";

static uint32_t data_type_of_ir(LLVMTypeRef type)
{
    while (LLVMGetTypeKind(type) == LLVMStructTypeKind && LLVMCountStructElementTypes(type) == 1)
        type = LLVMStructGetTypeAtIndex(type, 0);
    if (LLVMGetTypeKind(type) == LLVMVectorTypeKind)
        return data_type_of_ir(LLVMGetElementType(type)) + LLVMGetVectorSize(type) - 1;
    switch (LLVMGetTypeKind(type)) {
    case LLVMFloatTypeKind: return data_type_of("float");
    case LLVMHalfTypeKind: return data_type_of("half");
    case LLVMIntegerTypeKind: break;
    default: return 0;
    }
    switch (LLVMGetIntTypeWidth(type)) {
    case 1:
    case 8: return data_type_of("bool");
    case 16: return data_type_of("short");
    case 32: return data_type_of("int");
    default: return data_type_of("long");
    }
}

/* Adds the constant that the rest of an assembler name, INDEX.NAME[.TYPE], describes, or finds it. */
static constant_variable *constant_of(program *program, const char *description)
{
    const char *dot = strchr(description, '.');
    const char *name = dot ? dot + 1 : description, *type = strchr(name, '.');
    size_t length = type ? (size_t)(type - name) : strlen(name);
    for (size_t i = 0; i < program->constants; i++) {
        constant_variable *c = &program->constant[i];
        if (strlen(c->facts.name) == length && strncmp(c->facts.name, name, length) == 0)
            return c;
    }
    if (!dot)
        return NULL;
    program->constant = realloc(program->constant, (program->constants + 1) * sizeof *program->constant);
    constant_variable *c = &program->constant[program->constants++];
    *c = (constant_variable){.facts.name = format_text("%.*s", (int)length, name)};
    c->facts.index = evaluate(program, format_text("%.*s", (int)(dot - description), description));
    c->facts.data_type = type ? data_type_of(type + 1) : 0;
    return c;
}

static void find_externs(program *program, const char *prefix, bool asks)
{
    for (LLVMValueRef g = LLVMGetFirstGlobal(program->module); g; g = LLVMGetNextGlobal(g)) {
        size_t n;
        const char *name = LLVMGetValueName2(g, &n);
        constant_variable *c =
            strncmp(name, prefix, strlen(prefix)) == 0 ? constant_of(program, name + strlen(prefix)) : NULL;
        if (!c)
            continue;
        if (asks) {
            c->defined = g;
            continue;
        }
        c->value = g;
        if (!c->facts.data_type) /* a type with a name of its own, or a template's */
            c->facts.data_type = data_type_of_ir(LLVMGlobalGetValueType(g));
    }
}

/* What the compiler says of a type with a name of its own, or a template's. */
static void read_constant_types(program *program)
{
    for (size_t i = 0; i < program->variables; i++) {
        const char *name = argument_of(program->variable[i].text, "constant_type");
        LLVMValueRef value = LLVMGetInitializer(program->variable[i].value);
        constant_variable *c = name ? constant_of(program, name) : NULL;
        if (c && value && LLVMIsAConstantInt(value))
            c->facts.data_type = (uint32_t)LLVMConstIntGetZExtValue(value);
    }
}

static void find_constants(program *program)
{
    find_externs(program, constant_prefix, false);
    find_externs(program, defined_prefix, true);
    read_constant_types(program);
    for (size_t i = 0; i < program->constants; i++)
        program->constant[i].facts.required = program->constant[i].defined == NULL;
}

/* A function that stores to a variable: it computes it at the start of the program. */
typedef struct setter {
    LLVMValueRef variable, function;
} setter;

/* Marks in `used` the constants that value needs, through constant expressions, functions and computed variables.
 * `seen` is the set of functions and variables looked at so far. The setters are listed once, by variable: a string
 * that thousands of annotations share has as many uses. */
typedef struct search {
    const program *program;
    bool *used;
    LLVMValueRef *seen;
    size_t count, room;
    setter *setter;
    size_t setters;
} search;

static int by_variable(const void *a, const void *b)
{
    uintptr_t x = (uintptr_t)((const setter *)a)->variable, y = (uintptr_t)((const setter *)b)->variable;
    return (x > y) - (x < y);
}

static void list_setters(search *s, LLVMModuleRef module)
{
    for (LLVMValueRef g = LLVMGetFirstGlobal(module); g; g = LLVMGetNextGlobal(g)) {
        for (LLVMUseRef u = LLVMGetFirstUse(g); u; u = LLVMGetNextUse(u)) {
            LLVMValueRef user = LLVMGetUser(u);
            if (!LLVMIsAStoreInst(user) || LLVMGetOperand(user, 1) != g)
                continue;
            s->setter = realloc(s->setter, (s->setters + 1) * sizeof *s->setter);
            s->setter[s->setters++] = (setter){g, LLVMGetBasicBlockParent(LLVMGetInstructionParent(user))};
        }
    }
    if (s->setters)
        qsort(s->setter, s->setters, sizeof *s->setter, by_variable);
}

static void search_value(search *s, LLVMValueRef v);

static bool first_time(search *s, LLVMValueRef v)
{
    for (size_t i = ((uintptr_t)v >> 4) * UINT64_C(0x9E3779B97F4A7C15) & (s->room - 1);; i = (i + 1) & (s->room - 1)) {
        if (s->seen[i] == v)
            return false;
        if (s->seen[i])
            continue;
        s->seen[i] = v;
        s->count++;
        return s->count < s->room;
    }
}

static void search_function(search *s, LLVMValueRef f)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b)) {
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
            for (int o = 0; o < LLVMGetNumOperands(i); o++)
                search_value(s, LLVMGetOperand(i, (unsigned)o));
        }
    }
}

static void search_value(search *s, LLVMValueRef v)
{
    if (LLVMIsAConstantExpr(v)) {
        for (int o = 0; o < LLVMGetNumOperands(v); o++)
            search_value(s, LLVMGetOperand(v, (unsigned)o));
        return;
    }
    if ((!LLVMIsAFunction(v) && !LLVMIsAGlobalVariable(v)) || !first_time(s, v))
        return;
    if (LLVMIsAFunction(v)) {
        search_function(s, v);
        return;
    }
    for (size_t i = 0; i < s->program->constants; i++)
        s->used[i] |= s->program->constant[i].value == v || s->program->constant[i].defined == v;
    setter key = {.variable = v},
           *found = s->setters ? bsearch(&key, s->setter, s->setters, sizeof key, by_variable) : NULL;
    while (found && found > s->setter && found[-1].variable == v)
        found--;
    for (; found && found < s->setter + s->setters && found->variable == v; found++)
        search_value(s, found->function);
}

static void find_dependencies(program *p)
{
    size_t globals = 0;
    for (LLVMValueRef f = LLVMGetFirstFunction(p->module); f; f = LLVMGetNextFunction(f))
        globals++;
    for (LLVMValueRef g = LLVMGetFirstGlobal(p->module); g; g = LLVMGetNextGlobal(g))
        globals++;
    search s = {.program = p, .room = 64};
    while (s.room < 2 * globals)
        s.room *= 2;
    s.seen = allocate(s.room * sizeof *s.seen);
    s.used = allocate(p->constants + 1);
    list_setters(&s, p->module);
    for (size_t i = 0; i < p->functions; i++) {
        function *f = &p->function[i];
        memset(s.seen, 0, s.room * sizeof *s.seen);
        memset(s.used, 0, p->constants);
        s.count = 0;
        search_function(&s, f->value);
        for (unsigned n = 0; n < f->parameters; n++)
            if (f->parameter[n].late)
                search_value(&s, f->parameter[n].late);
        for (unsigned n = 0; n < f->parameters; n++) {
            for (size_t c = 0; c < p->constants; c++)
                s.used[c] |= strcmp(f->parameter[n].argument.condition, p->constant[c].facts.name) == 0;
        }
        f->constant = allocate((p->constants + 1) * sizeof *f->constant);
        for (size_t c = 0; c < p->constants; c++) {
            if (s.used[c])
                f->constant[f->constants++] = (uint32_t)c;
        }
    }
    free(s.seen);
    free(s.used);
    free(s.setter);
}

static void read_variable_annotation(program *program, LLVMValueRef value, const char *text)
{
    const char *expression = argument_of(text, "constant_type") ? text : argument_of(text, "index");
    if (!expression)
        return;
    program->variable = realloc(program->variable, (program->variables + 1) * sizeof *program->variable);
    program->variable[program->variables++] = (index_variable){value, format_text("%s", expression)};
}

/* Calls take(program, value, text) for every annotation of a function or variable. */
static void each_annotation(program *program, bool functions)
{
    LLVMValueRef annotations = LLVMGetNamedGlobal(program->module, "llvm.global.annotations");
    LLVMValueRef all = annotations ? LLVMGetInitializer(annotations) : NULL;
    for (int i = 0; all && i < LLVMGetNumOperands(all); i++) {
        LLVMValueRef row = LLVMGetOperand(all, (unsigned)i), value = strip_cast(LLVMGetOperand(row, 0));
        const char *text = annotation_text(LLVMGetOperand(row, 1));
        if (functions && LLVMIsAFunction(value) && !LLVMIsDeclaration(value))
            read_function_annotation(program, function_of(program, value), text);
        else if (!functions && LLVMIsAGlobalVariable(value)) {
            read_variable_annotation(program, value, text);
            read_math_region(program, text, LLVMGetOperand(row, 2), LLVMGetOperand(row, 3), NULL);
        }
    }
    if (annotations && functions)
        LLVMDeleteGlobal(annotations);
}

void reflect(LLVMModuleRef module, program *program)
{
    program->module = module;
    each_annotation(program, false);
    each_annotation(program, true);
    for (size_t i = 0; i < program->functions; i++)
        reflect_parameters(program, &program->function[i]);
    find_constants(program);
    if (program->constants)
        find_dependencies(program);
    remove_annotations(program);
}
