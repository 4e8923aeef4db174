/* pass_list.c: from the module of one kernel to an object: the list of passes. */
#include "pass_list.h"
#include "passes/passes.h"
#include "targets/target.h"
#include "types.h"
#include "vector/vectoriser.h"
#include <llvm-c/Target.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const code_target *const targets[] = {
#define X(name) &name##_target,
    CODE_TARGETS(X)
#undef X
};

void start_lowering(lowering *l, LLVMContextRef c, LLVMModuleRef module)
{
    if (l->code_number >= sizeof targets / sizeof *targets)
        stop("internal error: there is no target %u", l->code_number);
    l->code = targets[l->code_number];
    l->without_engine = l->code->without_engine;
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
    l->machine = l->code->create_machine(l->target.cpu);
    LLVMTargetDataRef layout = LLVMCreateTargetDataLayout(l->machine);
    LLVMSetTarget(module, LLVMGetTargetMachineTriple(l->machine));
    LLVMSetModuleDataLayout(module, layout);
    l->code->begin(l);
}

static const char dump_variable[] =
    "SOFTMETAL_DUMP"; /* a directory: modules between steps go there, for whoever works on lowering */

static void dump(const lowering *l, const char *step)
{
    const char *directory = getenv(dump_variable);
    char *error = NULL;
    if (directory && *directory &&
        LLVMPrintModuleToFile(l->m, format_text("%s/%s-%s.ll", directory, l->function->facts.name, step), &error))
        stop("%s: %s: %s", dump_variable, directory, error);
}

static void dump_text(const lowering *l, const char *step, LLVMMemoryBufferRef text)
{
    const char *directory = getenv(dump_variable);
    FILE *to =
        directory && *directory ? fopen(format_text("%s/%s-%s", directory, l->function->facts.name, step), "w") : NULL;
    if (!to)
        return;
    fwrite(LLVMGetBufferStart(text), 1, LLVMGetBufferSize(text), to);
    fclose(to);
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
    l->is_range = !l->without_engine && !l->vector && !l->fibers && !l->target.checked &&
                  !LLVMGetNamedFunction(l->m, "__msl_lane") && !LLVMGetNamedFunction(l->m, "__msl_group_of_lanes");
}

/* Whether the module has code of another function than this one: what is not inlined. */
static bool has_others(const lowering *l, LLVMValueRef function)
{
    for (LLVMValueRef f = LLVMGetFirstFunction(l->m); f; f = LLVMGetNextFunction(f)) {
        if (!LLVMIsDeclaration(f) && f != function)
            return true;
    }
    return false;
}

/* Refuses kernels that vector code cannot express. */
static void check_for_vectors(lowering *l)
{
    if (has_others(l, l->function->value))
        refuse("it calls a function that is not inlined: recursion, or a function pointer");
    if (LLVMGetNamedFunction(l->m, "__msl_log_message"))
        refuse("it logs");
    if (waits_for_others(l, l->function->value))
        refuse("a loop in it may wait for what another thread stores");
}

/* From the entry, inlined, to bounded code for a SIMD-group. Tokens stay until the blocks are laid out. */
static void make_vector_code(lowering *l)
{
    lower_for_vectors(l);
    relax_alignment(l, l->entry);
    if (l->lanes)
        bound_fields(l);
    dump(l, "2-lowered");
    /* With short loops unrolled, a lane's small arrays are registers: in memory, each access goes lane by lane. */
    run_passes(l, "function(scalarizer,simplifycfg,early-cse<memssa>,instcombine<no-verify-fixpoint>)");
    run_passes(l, "function(loop-simplify,lcssa,loop(loop-rotate,indvars,loop-unroll-full),sroa)");
    if (l->lanes) /* longer ones, too, and those that end sooner for some: masks that follow from a round are known */
        run_passes(l, "function(loop-simplify,lcssa,loop-unroll<O3;no-partial;no-peeling;no-runtime;upperbound;"
                      "no-profile-peeling;full-unroll-max=32>,sroa)");
    run_passes(l, "function(early-cse<memssa>,simplifycfg,instcombine<no-verify-fixpoint>)");
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
        each_function(l, check_differences);
        each_function(l, check_conversions);
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

/* Where no engine runs threads, a GPU's are ours: their code is that of a fiber, but for meetings. */
static void make_gpu_code(lowering *l)
{
    each_function(l, lower_for_gpu);
    dump(l, "2-lowered");
    run_passes(l, "function(simplifycfg,early-cse<memssa>,instcombine<no-verify-fixpoint>,loop-simplify)");
    each_function(l, watch_loops);
    run_passes(l, "always-inline");
    dump(l, "3-bounded");
    l->code->finish(l, dump);
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

/* Leaves the kernel, what it calls, and the program's variables. */
static void choose_kernel(lowering *l, program *p, const char *symbol)
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
}

/* To one function, inlined, with the arithmetic that its modes permit and constants in the place of variables. */
static void inline_kernel(lowering *l, program *p)
{
    if (l->target.checked)
        mark_returns(l, l->function->value);
    limit_inlining(l);
    relax_arithmetic(l, p);
    each_function(l, guard_arithmetic); /* before anything folds constants */
    if (l->target.checked) {
        run_passes(l, "always-inline,function(mem2reg)");
        each_function(l, check_arrays);
    }
    run_passes(l, "always-inline,function(sroa<preserve-cfg>),globaldce");
    follow_math_pragmas(l, p);
    dump(l, "0-constants");
    compute_variables(l, p);
    run_passes(l, "function(sccp),globaldce");
    each_function(l, mistake);
    dump(l, "1-inlined");
}

/* Decides what runs the kernel, and builds the function that the engine calls around it. */
static void make_entry(lowering *l)
{
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
}

/* Whether code can be made quickly: the engine must know what it costs, by the rounds of its loops if need be, which in
 * checked and weak mode it does not count. */
static bool may_be_quick(lowering *l)
{
    bool known = true;
    l->length = l->vector || has_others(l, l->entry) ? 0 : count_length(l->entry, l->is_range, &known);
    return l->length > 0 && (known || !(l->target.checked || l->target.weak));
}

/* Optimises the code, and counts the rounds of a range that are left. */
static void optimise_for_host(lowering *l)
{
    uint32_t rounds = l->is_range ? count_rounds(l->entry) : 0;
    l->quick = l->quick && may_be_quick(l);
    if (l->quick) {
        optimise_quickly(l);
    } else {
        l->length = 0;
        optimise(l);
        stream_stores(l);
    }
    if (l->is_range && count_rounds(l->entry)) /* not all were unrolled */
        l->rounds = rounds;
    if (l->is_range)
        l->rounds += count_sampling(l->entry);
    dump(l, l->quick ? "4-quick" : "4-optimised");
}

LLVMMemoryBufferRef compile_kernel(lowering *l, program *p, const char *symbol)
{
    choose_kernel(l, p, symbol);
    inline_kernel(l, p);
    make_entry(l);
    if (l->without_engine)
        make_gpu_code(l);
    else if (l->vector)
        make_vector_code(l);
    else
        make_thread_code(l);
    if (!l->without_engine)
        optimise_for_host(l);
    LLVMMemoryBufferRef object = l->code->emit(l);
    if (l->code->text)
        dump_text(l, format_text("5-object.%s", l->code->text), object);
    return object;
}
