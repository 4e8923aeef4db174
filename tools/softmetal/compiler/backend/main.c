/* main.c: softmetal-compile: reads one request on standard input (compiler/protocol.h), writes the answer on standard
 * output. Its argument is the process id of its client. */
#include "../pack.h"
#include "types.h"
#include "vector.h"
#include <errno.h>
#include <llvm-c/BitReader.h>
#include <llvm-c/Comdat.h>
#include <llvm-c/DebugInfo.h>
#include <llvm-c/ErrorHandling.h>
#include <llvm-c/Linker.h>
#include <llvm-c/Support.h>
#include <llvm-c/Target.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <unistd.h>

static void write_all(const sm_pack *pack)
{
    for (size_t done = 0; done < pack->size;) {
        ssize_t n = write(STDOUT_FILENO, pack->data + done, pack->size - done);
        if (n < 0 && errno != EINTR)
            _exit(2);
        done += n < 0 ? 0 : (size_t)n;
    }
}

/* An error, or "" and why there is no vector code. */
static _Noreturn void give_up(const char *error, const char *refusal)
{
    sm_pack answer = {0};
    sm_pack_number(&answer, SM_PROTOCOL_VERSION);
    sm_pack_string(&answer, error);
    if (refusal)
        sm_pack_string(&answer, refusal);
    write_all(&answer);
    _exit(0);
}

_Noreturn void stop(const char *format, ...)
{
    static char text[20000];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    give_up(text, NULL);
}

_Noreturn void refuse(const char *format, ...)
{
    static char text[1000];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    give_up("", text);
}

static void stop_for_llvm(const char *reason)
{
    stop("LLVM: %s", reason);
}

void *allocate(size_t size)
{
    void *p = calloc(1, size ? size : 1);
    if (!p)
        stop("there is no memory to compile the program");
    return p;
}

char *format_text(const char *format, ...)
{
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    int n = vsnprintf(NULL, 0, format, arguments);
    char *text = allocate((size_t)n + 1);
    vsnprintf(text, (size_t)n + 1, format, again);
    va_end(again);
    va_end(arguments);
    return text;
}

/* The library gives its request in a file; a pipe does as well. */
static sm_pack read_input(void)
{
    sm_pack input = {0};
    struct stat status;
    if (fstat(STDIN_FILENO, &status) == 0 && S_ISREG(status.st_mode) && status.st_size > 0) {
        void *mapped = mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, STDIN_FILENO, 0);
        if (mapped != MAP_FAILED)
            return (sm_pack){.data = mapped, .size = (size_t)status.st_size};
    }
    uint8_t block[65536];
    for (;;) {
        ssize_t n = read(STDIN_FILENO, block, sizeof block);
        if (n > 0)
            sm_pack_raw(&input, block, (size_t)n);
        else if (n == 0 || errno != EINTR)
            return input;
    }
}

static LLVMModuleRef read_module(LLVMContextRef c, sm_bytes bitcode)
{
    LLVMMemoryBufferRef memory =
        LLVMCreateMemoryBufferWithMemoryRange((const char *)bitcode.data, bitcode.size, "program", 1);
    LLVMModuleRef module;
    if (LLVMParseBitcodeInContext2(c, memory, &module))
        stop("the program's bitcode cannot be read");
    LLVMDisposeMemoryBuffer(memory);
    return module;
}

/* ---- reflect */
static void pack_argument(sm_pack *out, const sm_argument *a)
{
    sm_pack_number(out, a->kind);
    sm_pack_string(out, a->name);
    sm_pack_number(out, a->index);
    sm_pack_number(out, a->count);
    sm_pack_number(out, a->writable);
    sm_pack_number(out, a->data_size);
    sm_pack_number(out, a->data_alignment);
    sm_pack_string(out, a->type_name);
    sm_pack_string(out, a->condition);
    sm_pack_number(out, a->texture_type);
    sm_pack_number(out, a->texture_access);
    sm_pack_number(out, a->data_type);
    sm_pack_number(out, a->stage_in);
}

static void pack_function(sm_pack *out, const function *f)
{
    sm_pack_string(out, f->symbol);
    sm_pack_string(out, f->facts.name);
    sm_pack_number(out, f->facts.kind);
    sm_pack_number(out, f->facts.max_total_threads_per_threadgroup);
    for (int axis = 0; axis < 3; axis++)
        sm_pack_number(out, f->facts.required_threads_per_threadgroup[axis]);
    sm_pack_number(out, f->parameters);
    for (unsigned i = 0; i < f->parameters; i++)
        pack_argument(out, &f->parameter[i].argument);
    sm_pack_number(out, (uint32_t)f->constants);
    for (size_t i = 0; i < f->constants; i++)
        sm_pack_number(out, f->constant[i]);
}

static void answer_reflect(sm_pack *out, LLVMContextRef c, sm_unpack *in)
{
    program p = {0};
    reflect(read_module(c, sm_unpack_bytes(in)), &p);
    verify(&p);
    sm_pack_number(out, (uint32_t)p.functions);
    for (size_t i = 0; i < p.functions; i++)
        pack_function(out, &p.function[i]);
    sm_pack_number(out, (uint32_t)p.constants);
    for (size_t i = 0; i < p.constants; i++) {
        sm_pack_string(out, p.constant[i].facts.name);
        sm_pack_number(out, p.constant[i].facts.index);
        sm_pack_number(out, p.constant[i].facts.data_type);
        sm_pack_number(out, p.constant[i].facts.required);
    }
}

/* ---- kernel */
static bool is_reserved(LLVMValueRef global)
{
    size_t n;
    return strncmp(LLVMGetValueName2(global, &n), "llvm.", 5) == 0;
}

/* What is internal to a module is linked only if something needs it. */
static void hide(LLVMValueRef global)
{
    LLVMSetComdat(global, NULL);
    LLVMSetLinkage(global, LLVMInternalLinkage);
}

typedef struct names {
    const char **name;
    size_t count;
} names;

static void add_name(names *list, const char *name)
{
    list->name = realloc(list->name, (list->count + 1) * sizeof *list->name);
    list->name[list->count++] = format_text("%s", name);
}

static bool is_visible(const char *annotation)
{
    return strcmp(annotation, "msl.visible") == 0 || strcmp(annotation, "msl.stitchable") == 0;
}

static bool is_linked(const lowering *l, const char *symbol)
{
    for (size_t i = 0; i < l->linked_count; i++) {
        if (strcmp(l->linked[i], symbol) == 0)
            return true;
    }
    return false;
}

/* A visible function is a translation unit of its own, which the pipeline links (MSL 5.1.4): `missing` are those that
 * it does not. */
static void check_links(LLVMModuleRef module, const names *missing)
{
    for (size_t i = 0; i < missing->count; i++) {
        LLVMValueRef f = LLVMGetNamedFunction(module, missing->name[i]);
        if (f && LLVMGetFirstUse(f))
            stop("the visible function %s is used but not among the pipeline's linked functions",
                 demangle(missing->name[i]) ? demangle(missing->name[i]) : missing->name[i]);
    }
}

/* Keeps, of all annotations, those of the wanted function and of variables: the others would drag in every kernel there
 * is. */
static void keep_annotations(LLVMModuleRef module, LLVMValueRef wanted, const lowering *l, names *missing)
{
    LLVMValueRef old = LLVMGetNamedGlobal(module, "llvm.global.annotations");
    if (!old)
        return;
    LLVMValueRef all = LLVMGetInitializer(old), *kept = allocate(((size_t)LLVMGetNumOperands(all) + 1) * sizeof *kept);
    unsigned n = 0, space = LLVMGetPointerAddressSpace(LLVMTypeOf(old));
    for (int i = 0; i < LLVMGetNumOperands(all); i++) {
        LLVMValueRef row = LLVMGetOperand(all, (unsigned)i), subject = LLVMGetOperand(row, 0);
        while (LLVMIsAConstantExpr(subject))
            subject = LLVMGetOperand(subject, 0);
        if (subject == wanted || LLVMIsAGlobalVariable(subject))
            kept[n++] = row;
        else if (is_visible(annotation_text(LLVMGetOperand(row, 1))) && !is_linked(l, LLVMGetValueName(subject)))
            add_name(missing, LLVMGetValueName(subject));
    }
    LLVMTypeRef element = LLVMGetElementType(LLVMTypeOf(all));
    LLVMValueRef list = LLVMAddGlobalInAddressSpace(module, LLVMArrayType2(element, n), "", space);
    LLVMSetInitializer(list, LLVMConstArray2(element, kept, n));
    LLVMDeleteGlobal(old);
    LLVMSetValueName2(list, "llvm.global.annotations", 23);
    LLVMSetLinkage(list, LLVMAppendingLinkage);
    LLVMSetSection(list, "llvm.metadata");
    free(kept);
}

/* Reads one function with all it needs out of the program, which may hold hundreds: bodies are parsed only when the
 * linker copies them. */
static LLVMModuleRef read_function(LLVMContextRef c, sm_bytes bitcode, const char *symbol, const lowering *l)
{
    LLVMMemoryBufferRef memory =
        LLVMCreateMemoryBufferWithMemoryRange((const char *)bitcode.data, bitcode.size, "program", 1);
    LLVMModuleRef all, one = LLVMModuleCreateWithNameInContext("program", c);
    if (LLVMGetBitcodeModuleInContext2(c, memory, &all))
        stop("the program's bitcode cannot be read");
    LLVMValueRef wanted = LLVMGetNamedFunction(all, symbol);
    if (!wanted || LLVMIsDeclaration(wanted))
        stop("internal error: the program has no function %s", symbol);
    names missing = {0};
    keep_annotations(all, wanted, l, &missing);
    for (LLVMValueRef f = LLVMGetFirstFunction(all); f; f = LLVMGetNextFunction(f)) {
        if (!LLVMIsDeclaration(f))
            hide(f);
    }
    for (LLVMValueRef g = LLVMGetFirstGlobal(all); g; g = LLVMGetNextGlobal(g)) {
        if (!LLVMIsDeclaration(g) && !is_reserved(g))
            hide(g);
    }
    LLVMSetLinkage(wanted, LLVMExternalLinkage);
    for (size_t i = 0; i < l->linked_count; i++) {
        LLVMValueRef f = LLVMGetNamedFunction(all, l->linked[i]);
        if (f)
            LLVMSetLinkage(f, LLVMExternalLinkage);
    }
    LLVMSetModuleDataLayout(one, LLVMGetModuleDataLayout(all));
    LLVMSetTarget(one, LLVMGetTarget(all));
    if (LLVMLinkModules2(one, all))
        stop("internal error: function %s cannot be taken out of the program", symbol);
    check_links(one, &missing);
    return one;
}

static void read_kernel_request(lowering *l, sm_unpack *in)
{
    l->target.apple = sm_unpack_number(in);
    uint32_t modes = sm_unpack_number(in);
    l->target.checked = modes & 1;
    l->target.weak = modes & 2;
    l->vector = modes & 4;
    l->target.simd_width = sm_unpack_number(in);
    l->target.cpu = sm_unpack_string(in);
    l->math = (sm_math_mode)sm_unpack_number(in);
    for (int i = 0; i < SM_FAULT_WORDS; i++) {
        l->faults[i] = sm_unpack_number(in);
        l->faults[i] |= (uint64_t)sm_unpack_number(in) << 32;
    }
    l->values = sm_unpack_number(in);
    sm_constant_value *value = allocate(in->failed ? 1 : l->values * sizeof *value);
    for (size_t i = 0; i < l->values && !in->failed; i++) {
        value[i].name = sm_unpack_string(in);
        value[i].index = sm_unpack_number(in);
        value[i].data_type = sm_unpack_number(in);
        sm_bytes bytes = sm_unpack_bytes(in);
        value[i].size = bytes.size < sizeof value[i].bytes ? bytes.size : sizeof value[i].bytes;
        memcpy(value[i].bytes, bytes.data, value[i].size);
    }
    l->value = value;
    l->variants = sm_unpack_number(in);
    l->variant = allocate(in->failed ? 1 : l->variants * sizeof *l->variant);
    for (size_t i = 0; i < l->variants && !in->failed; i++) {
        l->variant[i].name = sm_unpack_string(in);
        l->variant[i].abi = sm_unpack_string(in);
    }
    l->linked_count = sm_unpack_number(in);
    l->linked = allocate(in->failed ? 1 : l->linked_count * sizeof *l->linked);
    for (size_t i = 0; i < l->linked_count && !in->failed; i++)
        l->linked[i] = sm_unpack_string(in);
    if (in->failed)
        stop("internal error: the request is malformed");
}

static void start_lowering(lowering *l, LLVMContextRef c, LLVMModuleRef module)
{
    l->c = c;
    l->m = module;
    l->b = LLVMCreateBuilderInContext(c);
    l->i1 = LLVMInt1TypeInContext(c);
    l->i8 = LLVMInt8TypeInContext(c);
    l->i16 = LLVMInt16TypeInContext(c);
    l->i32 = LLVMInt32TypeInContext(c);
    l->i64 = LLVMInt64TypeInContext(c);
    l->pointer = LLVMPointerTypeInContext(c, 0);
    l->nothing = LLVMVoidTypeInContext(c);
    l->machine = create_machine(l->target.cpu);
    drop_foreign_variants(l);
    LLVMTargetDataRef layout = LLVMCreateTargetDataLayout(l->machine);
    LLVMSetTarget(module, LLVMGetTargetMachineTriple(l->machine));
    LLVMSetModuleDataLayout(module, layout);
}

static const char dump_variable[] =
    "SOFTMETAL_DUMP"; /* a directory: modules between steps go there, for whoever works on lowering */

static void dump(const lowering *l, const char *step)
{
    const char *directory = getenv(dump_variable);
    if (directory && *directory)
        LLVMPrintModuleToFile(l->m, format_text("%s/%s-%s.ll", directory, l->function->facts.name, step), NULL);
}

/* Runs a step on the entry and on every function that was not inlined into it. */
static void each_function(lowering *l, void (*step)(lowering *l, LLVMValueRef function))
{
    LLVMValueRef *list = NULL;
    size_t n = 0;
    for (LLVMValueRef f = LLVMGetFirstFunction(l->m); f; f = LLVMGetNextFunction(f)) {
        if (LLVMIsDeclaration(f))
            continue;
        list = realloc(list, (n + 1) * sizeof *list);
        list[n++] = f;
    }
    for (size_t i = 0; i < n; i++)
        step(l, list[i]);
    free(list);
}

static void note_waiting(lowering *l, LLVMValueRef function)
{
    l->fibers |= waits_for_others(l, function);
}

/* Threads that meet, or wait for each other's stores, need to be able to stop: fibers. Others run one after the other,
 * in a loop. */
static void decide_engine(lowering *l)
{
    find_meetings(l);
    l->fibers = l->meetings > 0 || l->target.weak;
    each_function(l, note_waiting);
    l->is_range = !l->vector && !l->fibers && !l->target.checked && !LLVMGetNamedFunction(l->m, "__msl_lane") &&
                  !LLVMGetNamedFunction(l->m, "__msl_group_of_lanes");
}

/* Refuses kernels that vector code cannot express. */
static void check_for_vectors(lowering *l)
{
    for (LLVMValueRef f = LLVMGetFirstFunction(l->m); f; f = LLVMGetNextFunction(f)) {
        if (!LLVMIsDeclaration(f) && f != l->function->value)
            refuse("it calls a function that is not inlined: recursion, or a function pointer");
    }
    if (waits_for_others(l, l->function->value))
        refuse("a loop in it may wait for what another thread stores");
}

/* From the entry, inlined, to bounded code for a SIMD-group. Tokens stay until the blocks are laid out. */
static void make_vector_code(lowering *l)
{
    lower_for_vectors(l);
    relax_alignment(l, l->entry);
    dump(l, "2-lowered");
    run_passes(l, "function(scalarizer,simplifycfg,early-cse<memssa>,instcombine<no-verify-fixpoint>)");
    bound_loops(l, l->entry);
    dump(l, "3-bounded");
    vectorise(l);
    run_passes(l, "always-inline,globaldce");
    dump(l, "3-vector");
}

static void make_thread_code(lowering *l)
{
    each_function(l, lower_operations);
    if (l->target.checked) {
        each_function(l, split_loads);
        each_function(l, instrument);
    }
    if (l->target.weak)
        each_function(l, weaken);
    each_function(l, relax_alignment);
    dump(l, "2-lowered");
    run_passes(l,
               "function(simplifycfg,early-cse<memssa>,instcombine<no-verify-fixpoint>,loop-simplify,loop-mssa(licm))");
    each_function(l, bound_loops);
    run_passes(l, "always-inline");
    dump(l, "3-bounded");
}

/* Functions that the library declares only are those of other stages (metal_graphics). */
static void check_stage(const lowering *l)
{
    for (LLVMValueRef f = LLVMGetFirstFunction(l->m); f; f = LLVMGetNextFunction(f)) {
        const char *name = LLVMGetValueName(f);
        if (LLVMIsDeclaration(f) && strncmp(name, "_ZN5metal", 9) == 0)
            stop("%s: %s can only be called from a fragment function", l->function->facts.name,
                 demangle(name) ? demangle(name) : name);
    }
}

static LLVMMemoryBufferRef compile_kernel(lowering *l, program *p, const char *symbol)
{
    for (size_t i = 0; i < p->functions; i++) {
        if (strcmp(p->function[i].symbol, symbol) == 0)
            l->function = &p->function[i];
    }
    if (!l->function)
        stop("internal error: the program has no function %s", symbol);
    fill_constants(l, p);
    prepare_functions(l);
    list_linked_functions(l);
    LLVMSetLinkage(l->function->value, LLVMExternalLinkage); /* the only one that is kept */
    for (size_t i = 0; i < p->variables; i++)
        LLVMSetLinkage(p->variable[i].value, LLVMExternalLinkage);
    run_passes(l, "globaldce");
    check_stage(l);
    limit_inlining(l);
    relax_arithmetic(l, p);
    each_function(l, guard_arithmetic); /* before anything folds constants */
    run_passes(l, "always-inline,function(sroa<preserve-cfg>),globaldce");
    follow_math_pragmas(l, p);
    dump(l, "0-constants");
    compute_variables(l, p);
    run_passes(l, "function(sccp),globaldce");
    dump(l, "1-inlined");
    if (l->vector)
        check_for_vectors(l);
    decide_engine(l);
    LLVMSetLinkage(l->function->value, LLVMInternalLinkage);
    build_entry(l, l->is_range);
    run_passes(l, "always-inline,function(sroa<preserve-cfg>),globaldce");
    l->entry = LLVMGetNamedFunction(l->m, l->is_range ? SM_RANGE_SYMBOL : SM_ENTRY_SYMBOL);
    if (LLVMGetNamedFunction(l->m, "sm_input_slot")) {
        replace_inputs(l);
        run_passes(l, "function(sroa<preserve-cfg>),globaldce");
    }
    each_function(l, split_components);
    settle_arithmetic(l);
    if (l->vector)
        make_vector_code(l);
    else
        make_thread_code(l);
    uint32_t rounds = l->is_range ? count_rounds(l->entry) : 0;
    optimise(l);
    if (l->is_range && count_rounds(l->entry)) /* not all were unrolled */
        l->rounds = rounds;
    stream_stores(l);
    dump(l, "4-optimised");
    return emit_object(l);
}

static void answer_kernel(sm_pack *out, LLVMContextRef c, sm_unpack *in)
{
    lowering l = {0};
    program p = {0};
    sm_bytes bitcode = sm_unpack_bytes(in);
    l.row = sm_unpack_number(in);
    const char *symbol = sm_unpack_string(in);
    read_kernel_request(&l, in);
    LLVMModuleRef module = read_function(c, bitcode, symbol, &l);
    reflect(module, &p);
    start_lowering(&l, c, module);
    LLVMMemoryBufferRef object = compile_kernel(&l, &p, symbol);
    sm_pack_string(out, ""); /* not refused */
    sm_pack_number(out, l.is_range);
    sm_pack_number(out, l.vector ? l.waits : l.fibers);
    sm_pack_number(out, l.grid_only);
    sm_pack_number(out, l.rounds);
    sm_pack_number(out, l.scattered);
    sm_pack_number(out, l.static_memory);
    sm_pack_number(out, l.counters);
    sm_pack_number(out, l.stack);
    sm_pack_number(out, l.family);
    sm_pack_number(out, l.sites);
    for (uint32_t i = 0; i < l.sites; i++) {
        const sm_site *s = &l.site[i];
        const uint32_t fields[] = {s->operation,  s->type,  s->flags, s->position,
                                   s->first_loop, s->depth, s->line,  s->column};
        for (size_t f = 0; f < sizeof fields / sizeof *fields; f++)
            sm_pack_number(out, fields[f]);
    }
    sm_pack_number(out, l.site_loops);
    for (uint32_t i = 0; i < l.site_loops; i++) {
        sm_pack_number(out, l.site_loop[i].position);
        sm_pack_number(out, l.site_loop[i].slot);
    }
    sm_pack_number(out, l.function->parameters);
    for (unsigned i = 0; i < l.function->parameters; i++) {
        sm_pack_number(out, l.function->parameter[i].argument.active);
        sm_pack_number(out, l.function->parameter[i].argument.index);
    }
    sm_pack_bytes(out, LLVMGetBufferStart(object), LLVMGetBufferSize(object));
}

static void answer_layout(sm_pack *out, LLVMContextRef c, sm_unpack *in)
{
    LLVMModuleRef module = read_module(c, sm_unpack_bytes(in));
    write_layout(module, sm_unpack_string(in), out);
}

/* A client that is killed cannot end us; nobody else wants the answer. */
static void end_with(const char *client)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != (pid_t)strtol(client, NULL, 10)) /* it is gone already */
        _exit(1);
}

int main(int count, char **arguments)
{
    if (count > 1)
        end_with(arguments[1]);
    sm_pack input = read_input(), answer = {0};
    sm_unpack in = {input.data, input.data + input.size, false};
    LLVMInstallFatalErrorHandler(stop_for_llvm);
    /* It would verify the module, tokens included, before lowering has dropped the ones that clang misplaces (clang.c).
     */
    static const char *const options[] = {"softmetal-compile", "-disable-auto-upgrade-debug-info"};
    LLVMParseCommandLineOptions(2, options, NULL);
    if (input.failed || sm_unpack_number(&in) != SM_PROTOCOL_VERSION)
        stop("internal error: softmetal-compile and libsoftmetal are of different versions");
    sm_pack_number(&answer, SM_PROTOCOL_VERSION);
    sm_pack_string(&answer, "");
    LLVMContextRef c = LLVMContextCreate();
    switch (sm_unpack_number(&in)) {
    case SM_ACTION_REFLECT: answer_reflect(&answer, c, &in); break;
    case SM_ACTION_LAYOUT: answer_layout(&answer, c, &in); break;
    case SM_ACTION_KERNEL: answer_kernel(&answer, c, &in); break;
    default: stop("internal error: an unknown request");
    }
    write_all(&answer);
    _exit(0);
}
