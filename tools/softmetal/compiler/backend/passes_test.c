/* passes_test.c: each pass on IR written by hand, as fixtures/NAME.ll beside NAME.c has it before and after.
 *
 *   ;; STEP WORD… [| LLVM'S PASSES]    STEP is in the table below, WORDs set what a kernel is lowered for;
 *   IR, with a function @f             LLVM's passes tidy up behind the step
 *   ;; after [FACTS]                   FACTS: what the step found out, where it changes nothing
 *   IR
 *
 * A fixture that a step which does nothing would pass is an error. `softmetal_passes_test FILE` prints what the steps
 * make of the file. Each example is a process: a pass that refuses ends it. */
#include "passes/passes.h"
#include "pass_list.h"
#include "reflect.h"
#include "targets/early_exit.h"
#include "targets/nvptx.h"
#include "targets/reconverge.h"
#include "targets/tensor_cores.h"
#include "vector/vectoriser.h"
#include <glob.h>
#include <llvm-c/IRReader.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cmocka.h>

enum { AGREES = 42, DIFFERS, IDLE };

/* One example while it runs. */
typedef struct trial {
    lowering l;
    program program;
    LLVMValueRef f;
    char facts[200];
} trial;

static LLVMModuleRef parse(LLVMContextRef c, const char *text)
{
    char *error = NULL;
    LLVMMemoryBufferRef memory = LLVMCreateMemoryBufferWithMemoryRangeCopy(text, strlen(text), "test");
    LLVMModuleRef module;
    if (LLVMParseIRInContext(c, memory, &module, &error)) {
        fprintf(stderr, "%s\n", error);
        exit(DIFFERS);
    }
    return module;
}

/* ---- Steps that are not of the form `void step(lowering *)` or `void step(lowering *, function)` */

static void run_build_entry(trial *t)
{
    build_entry(&t->l, t->l.is_range);
}

static void run_constants(trial *t)
{
    fill_constants(&t->l, &t->program);
    compute_variables(&t->l, &t->program);
}

static void run_relax_arithmetic(trial *t)
{
    relax_arithmetic(&t->l, &t->program);
}

static void run_math_pragmas(trial *t)
{
    relax_arithmetic(&t->l, &t->program);
    follow_math_pragmas(&t->l, &t->program);
}

static void run_lower(trial *t)
{
    lower_operations(&t->l, t->f);
    snprintf(t->facts, sizeof t->facts, "%u sites, %u counters, %u bytes of threadgroup memory", t->l.sites,
             t->l.counters, t->l.static_memory);
}

/* The first operand of meetings is the number of their site by then. */
static void run_vectorise(trial *t)
{
    lower_for_vectors(&t->l);
    vectorise(&t->l);
}

/* Up to how many lanes of the function would pay. */
static void run_worthwhile(trial *t)
{
    run_vectorise(t);
    snprintf(t->facts, sizeof t->facts, "%u lanes", t->l.most_lanes);
}

static void run_meetings(trial *t)
{
    find_meetings(&t->l);
    for (LLVMValueRef f = LLVMGetFirstFunction(t->l.m); f; f = LLVMGetNextFunction(f)) {
        for (size_t i = 0; i < t->l.meetings; i++) {
            size_t used = strlen(t->facts);
            if (t->l.meeting[i] == f)
                snprintf(t->facts + used, sizeof t->facts - used, "%s@%s", used ? " " : "", LLVMGetValueName(f));
        }
    }
}

static void run_waits(trial *t)
{
    snprintf(t->facts, sizeof t->facts, waits_for_others(&t->l, t->f) ? "waits" : "does not wait");
}

static void run_counts(trial *t)
{
    bool known = true;
    uint32_t length = count_length(t->f, true, &known);
    snprintf(t->facts, sizeof t->facts, "%u rounds, %u of sampling, %s%u instructions", count_rounds(t->f),
             count_sampling(t->f), known ? "" : "at least ", length);
}

/* What the lists of functions say that this machine can take. */
static void run_variants(trial *t)
{
    snprintf(t->facts, sizeof t->facts, "%s", t->l.variants ? t->l.variant[0].abi : "");
}

static const struct {
    const char *name;
    void (*of_module)(lowering *l);
    void (*of_function)(lowering *l, LLVMValueRef f);
    void (*of_trial)(trial *t);
} steps[] = {
    {.name = "relax_alignment", .of_function = relax_alignment},
    {.name = "guard_arithmetic", .of_function = guard_arithmetic},
    {.name = "mistake", .of_function = mistake},
    {.name = "split_components", .of_function = split_components},
    {.name = "split_loads", .of_function = split_loads},
    {.name = "constants", .of_trial = run_constants},
    {.name = "cure_intrinsics", .of_module = cure_intrinsics},
    {.name = "prepare_functions", .of_module = prepare_functions},
    {.name = "build_entry", .of_trial = run_build_entry},
    {.name = "replace_inputs", .of_module = replace_inputs},
    {.name = "limit_inlining", .of_module = limit_inlining},
    {.name = "check_arrays", .of_function = check_arrays},
    {.name = "instrument", .of_function = instrument},
    {.name = "check_differences", .of_function = check_differences},
    {.name = "check_conversions", .of_function = check_conversions},
    {.name = "mark_returns", .of_function = mark_returns},
    {.name = "bound_loops", .of_function = bound_loops},
    {.name = "watch_loops", .of_function = watch_loops},
    {.name = "waits_for_others", .of_trial = run_waits},
    {.name = "counts", .of_trial = run_counts},
    {.name = "lower_operations", .of_trial = run_lower},
    {.name = "lower_for_vectors", .of_module = lower_for_vectors},
    {.name = "lower_for_gpu", .of_function = lower_for_gpu},
    {.name = "find_meetings", .of_trial = run_meetings},
    {.name = "relax_arithmetic", .of_trial = run_relax_arithmetic},
    {.name = "follow_math_pragmas", .of_trial = run_math_pragmas},
    {.name = "optimise", .of_module = optimise},
    {.name = "settle_arithmetic", .of_module = settle_arithmetic},
    {.name = "stream_stores", .of_module = stream_stores},
    {.name = "drop_tokens", .of_function = drop_tokens},
    {.name = "weaken", .of_function = weaken},
    {.name = "vectorise", .of_trial = run_vectorise},
    {.name = "worthwhile_lanes", .of_trial = run_worthwhile},
    {.name = "bound_fields", .of_module = bound_fields},
    {.name = "drop_foreign_variants", .of_trial = run_variants},
    {.name = "exit_early", .of_function = exit_early},
    {.name = "reconverge", .of_module = reconverge},
    {.name = "place_matrices", .of_module = place_matrices},
    {.name = "use_tensor_cores", .of_module = use_tensor_cores},
    {.name = "map_address_spaces", .of_module = map_address_spaces},
};

static void run_step(trial *t, const char *name)
{
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        if (strcmp(steps[i].name, name) != 0)
            continue;
        if (steps[i].of_module)
            steps[i].of_module(&t->l);
        else if (steps[i].of_function)
            steps[i].of_function(&t->l, t->f);
        else
            steps[i].of_trial(t);
        return;
    }
    fprintf(stderr, "there is no step %s\n", name);
    exit(DIFFERS);
}

/* ---- Examples */

/* Words behind the step: what the kernel is lowered for. */
static void set_word(lowering *l, const char *word)
{
    static vector_variant variant;
    static sm_constant_value seven = {.index = 0, .data_type = 29, .bytes = {7}, .size = 4};
    unsigned n;
    l->target.checked |= strcmp(word, "checked") == 0;
    l->target.weak |= strcmp(word, "weak") == 0;
    l->code_number |= strcmp(word, "cuda") == 0; /* nvptx */
    l->vector |= strcmp(word, "vector") == 0;
    l->is_range |= strcmp(word, "range") == 0;
    l->grid_only |= strcmp(word, "range") == 0;
    if (strcmp(word, "fast") == 0)
        l->math = SM_MATH_FAST;
    for (n = 0; strncmp(word, "fault=", 6) == 0 && n < SM_FAULT_COUNT; n++)
        l->faults[n / 64] |= (uint64_t)(strcmp(word + 6, sm_fault_rows[n].name) == 0) << n % 64;
    if (sscanf(word, "width=%u", &n) == 1)
        l->target.simd_width = n;
    if (sscanf(word, "row=%u", &n) == 1)
        l->row = n;
    if (sscanf(word, "lanes=%u", &n) == 1)
        l->lanes = n;
    if (strncmp(word, "cpu=", 4) == 0)
        l->target.cpu = format_text("%s", word + 4);
    if (strcmp(word, "constant=7") == 0)
        l->value = &seven, l->values = 1;
    if (strncmp(word, "variants=", 9) == 0) {
        variant = (vector_variant){"f", format_text("%s", word + 9)};
        l->variant = &variant, l->variants = 1;
    }
}

/* What reflect.c finds in annotations of real programs: the function constant `amount` and its question `has_amount`;
 * a pragma without licences from line 3 on. */
static void set_program(trial *t, LLVMModuleRef module)
{
    static constant_variable amount;
    static math_region strict = {.file = "program_source", .licence = '0', .contract = '0', .line = 3};
    static uint32_t number;
    amount = (constant_variable){.value = LLVMGetNamedGlobal(module, "amount"),
                                 .defined = LLVMGetNamedGlobal(module, "has_amount"),
                                 .facts = {"amount", 0, 29, true}};
    if (amount.value) {
        t->program.constant = &amount, t->program.constants = 1;
        t->l.function->constant = &number, t->l.function->constants = 1;
    }
    if (LLVMGetNamedMetadata(module, "strict", 6))
        t->program.region = &strict, t->program.regions = 1;
}

static void begin(trial *t, const char *words, const char *ir)
{
    char *copy = format_text("%s", words), *rest = NULL;
    *t = (trial){.l = {.target = {.simd_width = 32, .cpu = "x86-64-v3"}}};
    for (char *word = strtok_r(copy, " ", &rest); word && *word != '|'; word = strtok_r(NULL, " ", &rest))
        set_word(&t->l, word);
    LLVMContextRef c = LLVMContextCreate();
    LLVMModuleRef module = parse(c, ir);
    reflect(module, &t->program);
    start_lowering(&t->l, c, module);
    t->f = t->l.entry = LLVMGetNamedFunction(module, "f");
    static function plain;
    plain = (function){.value = t->f, .symbol = "f", .facts = {.name = "f"}};
    t->l.function = t->program.functions ? &t->program.function[0] : &plain;
    set_program(t, module);
}

static bool is_said(const char *line)
{
    static const char *const heads[] = {"; ModuleID", "source_filename", "target ", "\n", ";;"};
    for (size_t i = 0; i < sizeof heads / sizeof *heads; i++)
        if (strncmp(line, heads[i], strlen(heads[i])) == 0)
            return false;
    return true;
}

/* The module without what is the same in all, comments and empty lines. */
static char *print(LLVMModuleRef module)
{
    char *text = LLVMPrintModuleToString(module), *to = allocate(strlen(text) + 1), *out = to;
    for (const char *line = text, *next; *line; line = next) {
        size_t length = strcspn(line, "\n"), kept = length;
        next = line + length + (line[length] == '\n');
        for (const char *at = line; at < line + length && kept == length; at++)
            if (*at == ';' && (at == line || at[-1] == ' '))
                kept = (size_t)(at - line);
        while (kept && line[kept - 1] == ' ')
            kept--;
        if (!kept || !is_said(line))
            continue;
        memcpy(to, line, kept);
        to += kept;
        *to++ = '\n';
    }
    *to = 0;
    LLVMDisposeMessage(text);
    return out;
}

static void tidy(lowering *l, const char *words)
{
    const char *bar = strchr(words, '|');
    if (bar)
        run_passes(l, bar + 1 + strspn(bar + 1, " "));
}

/* AGREES if the step makes `after` of `before`. */
static int compare(const char *words, const char *before, const char *facts, const char *after, bool show)
{
    trial t;
    size_t n = strcspn(words, " ");
    char *name = format_text("%.*s", (int)n, words);
    begin(&t, words + n, before);
    tidy(&t.l, words);
    char *idle = print(t.l.m);
    begin(&t, words + n, before);
    run_step(&t, name);
    tidy(&t.l, words);
    char *got = print(t.l.m);
    if (show) {
        printf(";; %s\n%s;; after%s%s\n%s", words, before, *t.facts ? " " : "", t.facts, got);
        return AGREES;
    }
    LLVMModuleRef module = parse(t.l.c, after);
    char *wanted = print(module);
    if (strcmp(facts, t.facts) != 0 || strcmp(wanted, got) != 0) {
        fprintf(stderr, "%s: expected: %s\n%s\ngot: %s\n%s\n", words, facts, wanted, t.facts, got);
        return DIFFERS;
    }
    return strcmp(idle, got) == 0 && !*facts ? IDLE : AGREES;
}

static int run_example(const char *words, const char *before, const char *facts, const char *after, bool show)
{
    int status = 0;
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        int how = compare(words, before, facts, after, show);
        fflush(NULL);
        _exit(how);
    }
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* The next line that begins with ";; ", without it and ended; `*at` behind it. What was before ends there. */
static char *next_mark(char **at)
{
    char *mark = strncmp(*at, ";; ", 3) == 0 ? *at : strstr(*at, "\n;; ");
    if (!mark)
        return NULL;
    mark += *mark == '\n';
    char *line = mark + 3, *end = line + strcspn(line, "\n");
    *at = *end ? end + 1 : end;
    *end = 0;
    *mark = 0;
    return line;
}

static char *read_file(const char *path)
{
    FILE *file = fopen(path, "rb");
    char *text = allocate(1 << 20);
    if (!file || fread(text, 1, (1 << 20) - 1, file) == 0)
        fail_msg("%s cannot be read", path);
    fclose(file);
    return text;
}

static unsigned run_file(const char *path, bool show)
{
    char *at = read_file(path), *words = next_mark(&at);
    unsigned count = 0;
    while (words) {
        char *before = at, *after = next_mark(&at), *result = at, *following = next_mark(&at);
        if (!after || strncmp(after, "after", 5) != 0)
            fail_msg("%s: no `;; after` behind `;; %s`", path, words);
        int how = run_example(words, before, after + 5 + (after[5] == ' '), result, show);
        if (how != AGREES)
            fail_msg("%s: `;; %s` %s", path, words,
                     how == IDLE      ? "would be passed by a step that does nothing"
                     : how == DIFFERS ? "makes something else"
                                      : "ends the process");
        count++;
        words = following;
    }
    return count;
}

static void each_pass_makes_what_its_fixture_says(void **state)
{
    static const char *const folders[] = {"passes", "vector", "targets"};
    unsigned files = 0;
    (void)state;
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        glob_t found;
        if (glob(format_text(BACKEND_DIR "/%s/fixtures/*.ll", folders[i]), 0, NULL, &found) != 0)
            continue;
        for (size_t n = 0; n < found.gl_pathc; n++)
            files += run_file(found.gl_pathv[n], false) != 0;
        globfree(&found);
    }
    assert_true(files >= 18);
}

int main(int count, char **arguments)
{
    for (int i = 1; i < count; i++)
        run_file(arguments[i], true);
    if (count > 1)
        return 0;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_pass_makes_what_its_fixture_says),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
