/* choice.c: which code of a kernel runs a dispatch: that of threads, or vector code for threadgroups of its shape. With
 * engine `auto`, code of threads is made quickly first, optimised code and vector code once the dispatches so far would
 * have paid for them. What they cost is counted in steps, not measured: the choice does not depend on the day. */
#include "choice.h"
#include "../../engine/settings.h"
#include "../../engine/kernel.h"
#include "../../engine/threads/vector_engine.h"
#include "kernel_request.h"
#include "make_kernel.h"
#include "../store/note.h"
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Which engine runs a kernel, and how long it took to make its code. */
static void note_engine(const sm_kernel *kernel)
{
    char took[40] = "", lanes[40] = "";
    if (kernel->seconds > 0)
        snprintf(took, sizeof took, ", made in %.2f s", kernel->seconds);
    if (kernel->shape.lanes)
        snprintf(lanes, sizeof lanes, ", a threadgroup of %u at once", kernel->shape.lanes);
    sm_note("kernel '%s': %s%s%s%s%s", kernel->name,
            kernel->cuda     ? "cuda"
            : kernel->vector ? "vector"
            : kernel->length ? "quick"
                             : "fiber",
            lanes, took, kernel->refusal ? ", because " : "", kernel->refusal ? kernel->refusal : "");
}

/* Whether a fault is planted that the engine of threads shows, too: all but those of vector code itself. */
static bool is_faulty(void)
{
    for (int i = 0; i < SM_FAULT_COUNT; i++)
        if (sm_fault((sm_fault_id)i) && strncmp(sm_fault_rows[i].name, "vector_", 7) != 0)
            return true;
    return false;
}

/* Why vector code is not even tried, or NULL. */
static const char *vector_obstacle(const sm_target *target)
{
    if (target->cuda)
        return "the kernel runs on a GPU";
    if (target->checked || target->weak)
        return "checked and weak mode follow single threads";
    return is_faulty() ? "a fault is planted" : NULL;
}

/* NULL, with the reason in *refusal, if there is none. */
static sm_kernel *make_vector_kernel(const sm_library *library, const sm_library_entry *f, const sm_pack *tail,
                                     sm_shape shape, char **refusal)
{
    char *log = NULL;
    sm_kernel *kernel = sm_kernel_make(library, f, &(sm_request){true, shape, tail}, &log);
    if (kernel && kernel->vector)
        return kernel;
    sm_log_trouble(log);
    *refusal = strdup(kernel ? kernel->refusal : log); /* if it is no refusal, threads may fare better */
    free(log);
    sm_kernel_release(kernel);
    return NULL;
}

enum {
    ROWS = 8, /* 0, and the powers of two up to 64 */
    WIDE = 4  /* sizes of threadgroups for which code is made that runs them at once */
};

/* The other code of a kernel, made with engine `auto` only when it pays: of threads, optimised; vector code, for
 * threadgroups of each row when a dispatch has such. */
struct sm_choice {
    sm_kernel *first; /* whose choice this is */
    sm_library *library;
    const sm_library_entry *function;
    sm_pack threads, vectors; /* tails of the requests; no data: none is wanted */
    pthread_mutex_t lock;
    double spent; /* by ranges: see run_cost() */
    sm_kernel *optimised;
    bool refused;
    sm_kernel *vector[ROWS];
    sm_kernel *wide[WIDE];
    bool stays_narrow; /* code for a threadgroup at once was refused */
};

static struct sm_choice *defer_code(sm_kernel *first, sm_library *library, const sm_library_entry *f, sm_pack *threads,
                                    sm_pack *vectors)
{
    struct sm_choice *choice = calloc(1, sizeof *choice);
    if (!choice)
        return NULL;
    *choice =
        (struct sm_choice){.first = first, .library = library, .function = f, .threads = *threads, .vectors = *vectors};
    *threads = *vectors = (sm_pack){0};
    pthread_mutex_init(&choice->lock, NULL);
    sm_library_retain(library);
    return choice;
}

static void forget_choice(const sm_kernel *kernel)
{
    struct sm_choice *choice = kernel->choice;
    if (!choice)
        return;
    for (int i = 0; i < ROWS; i++) {
        if (choice->vector[i] != kernel)
            sm_kernel_destroy(choice->vector[i]);
    }
    for (int i = 0; i < WIDE; i++)
        sm_kernel_destroy(choice->wide[i]);
    sm_kernel_destroy(choice->optimised);
    sm_library_release(choice->library);
    pthread_mutex_destroy(&choice->lock);
    free(choice->threads.data);
    free(choice->vectors.data);
    free(choice);
}

static sm_kernel **code_for(struct sm_choice *choice, uint32_t row)
{
    return &choice->vector[row ? 1 + __builtin_ctz(row) : 0];
}

/* What making vector code costs, in nanoseconds. */
static uint64_t code_cost(const sm_kernel *kernel)
{
    return 100000000 + UINT64_C(5000000) * kernel->site_count;
}

static sm_kernel *go_on(sm_kernel *kernel, const sm_dispatch *dispatch);

/* Quick code may lose a nanosecond for each instruction, in all as much time as it takes to make optimised code. Fibers
 * may cost what vector code does. */
static void set_patience(struct sm_choice *choice, sm_kernel *kernel)
{
    bool vectors = choice->vectors.data && !choice->refused && kernel->fibers;
    kernel->patience = kernel->length ? 20000000 + UINT64_C(20000) * kernel->length : vectors ? code_cost(kernel) : 0;
    kernel->other = go_on;
    kernel->choice = choice;
}

sm_kernel *sm_kernel_choose(sm_library *library, const sm_function *function, const char *cpu,
                            const sm_constant_value *values, size_t count, const sm_function *const *linked,
                            size_t linked_count, char **log)
{
    const sm_library_entry *f = (const sm_library_entry *)(const void *)function;
    sm_engine engine = library->target.engine;
    const char *obstacle = vector_obstacle(&library->target);
    char *refusal = engine != SM_ENGINE_FIBER && obstacle ? strdup(obstacle) : NULL;
    uint32_t width = library->target.simd_width;
    sm_pack threads = {0}, vectors = {0}, quick = {0};
    /* A linked function has one address. */
    bool may_be_quick = engine == SM_ENGINE_AUTO && !library->target.cuda && !linked_count;
    sm_request_pack(&threads, library, f, cpu, SM_CODE_THREAD, values, count, linked, linked_count);
    if (may_be_quick)
        sm_request_pack(&quick, library, f, cpu, SM_CODE_QUICK, values, count, linked, linked_count);
    if (engine != SM_ENGINE_FIBER && !obstacle)
        sm_request_pack(&vectors, library, f, cpu, SM_CODE_VECTOR, values, count, linked, linked_count);
    *log = NULL;
    sm_kernel *kernel = engine == SM_ENGINE_VECTOR && !obstacle
                            ? make_vector_kernel(library, f, &vectors, (sm_shape){.row = width}, &refusal)
                            : NULL;
    if (!kernel) {
        kernel = sm_kernel_make(library, f, &(sm_request){.tail = may_be_quick ? &quick : &threads}, log);
        if (kernel) {
            kernel->refusal = refusal;
            refusal = NULL;
        }
    }
    if (kernel)
        note_engine(kernel);
    bool may_change =
        engine == SM_ENGINE_AUTO && kernel && (kernel->length || (!obstacle && (kernel->fibers || kernel->rounds)));
    if (kernel && (kernel->vector || may_change)) {
        kernel->choice = defer_code(kernel, library, f, &threads, &vectors);
        if (kernel->choice && kernel->vector)
            *code_for(kernel->choice, width) = kernel;
        else if (kernel->choice)
            set_patience(kernel->choice, kernel);
    }
    free(refusal);
    free(quick.data);
    free(threads.data);
    free(vectors.data);
    return kernel;
}

static double threads_of(const sm_dispatch *dispatch)
{
    return (double)dispatch->grid[0] * dispatch->grid[1] * dispatch->grid[2];
}

/* Instead of quick code, which stays if there is none. */
static sm_kernel *optimised(sm_kernel *kernel)
{
    struct sm_choice *choice = kernel->choice;
    char *log = NULL;
    if (choice->optimised || !choice->threads.data)
        return choice->optimised ? choice->optimised : kernel;
    choice->optimised =
        sm_kernel_make(choice->library, choice->function, &(sm_request){.tail = &choice->threads}, &log);
    free(choice->threads.data); /* once is enough */
    choice->threads.data = NULL;
    free(log);
    if (!choice->optimised) {
        kernel->patience = 0;
        return kernel;
    }
    set_patience(choice, choice->optimised);
    note_engine(choice->optimised);
    return choice->optimised;
}

sm_kernel *sm_kernel_optimised(sm_kernel *kernel)
{
    if (!kernel->length || !kernel->choice)
        return kernel;
    pthread_mutex_lock(&kernel->choice->lock);
    sm_kernel *made = optimised(kernel);
    pthread_mutex_unlock(&kernel->choice->lock);
    return made;
}

/* The code of threads for a dispatch, whose instructions count before it runs. */
static sm_kernel *thread_code(sm_kernel *kernel, const sm_dispatch *dispatch)
{
    if (!kernel->length || !kernel->patience)
        return kernel;
    kernel->spent += (uint64_t)(threads_of(dispatch) * kernel->length);
    return kernel->spent < kernel->patience ? kernel : optimised(kernel);
}

/* Roughly what the dispatches so far have cost without vector code, and this one at least: a switch for each meeting of
 * each thread; or its loops. */
static double run_cost(const sm_kernel *threads, const sm_dispatch *dispatch)
{
    enum { SWITCH = 20 };
    struct sm_choice *choice = threads->choice;
    if (!threads->fibers)
        return choice->spent += threads_of(dispatch) * threads->rounds;
    double before = (double)choice->first->spent + (choice->optimised ? (double)choice->optimised->spent : 0);
    return before + threads_of(dispatch) * SWITCH * (threads->site_count + 1);
}

/* Vector code for threadgroups of the row, made if need be. NULL: there is none, or it is no better. */
static sm_kernel *vector_for(sm_kernel *kernel, uint32_t row)
{
    struct sm_choice *choice = kernel->choice;
    sm_kernel **code = code_for(choice, row);
    if (*code || choice->refused)
        return *code;
    char *refusal = NULL;
    sm_kernel *made =
        make_vector_kernel(choice->library, choice->function, &choice->vectors, (sm_shape){.row = row}, &refusal);
    if (made && !kernel->vector && !kernel->fibers && made->scattered) {
        refusal = strdup("it would access memory lane by lane");
        sm_kernel_release(made);
        made = NULL;
    }
    if (refusal) {
        choice->refused = true;
        if (choice->optimised)
            choice->optimised->patience = 0;
        if (!kernel->length)
            kernel->patience = 0;
        if (!kernel->refusal)
            kernel->refusal = refusal;
        else
            free(refusal);
        note_engine(kernel);
    } else if (!kernel->vector && made) {
        note_engine(made);
    }
    return *code = made;
}

/* Code for a threadgroup at once if it may pay; otherwise the narrow code, for a SIMD-group. */
static sm_kernel *widened(struct sm_choice *choice, sm_kernel *narrow, const sm_dispatch *dispatch)
{
    sm_shape shape = sm_vector_wide(dispatch->group, narrow->simd_width, narrow->most_lanes);
    if (!shape.lanes || !sm_vector_covers(shape, dispatch, narrow->simd_width))
        return narrow;
    for (int i = 0; i < WIDE; i++) {
        sm_kernel **wide = &choice->wide[i];
        char *refusal = NULL;
        if (!*wide && !choice->stays_narrow) {
            *wide = make_vector_kernel(choice->library, choice->function, &choice->vectors, shape, &refusal);
            if (*wide)
                note_engine(*wide);
        }
        choice->stays_narrow |= refusal != NULL;
        free(refusal);
        if (!*wide)
            return narrow;
        if ((*wide)->shape.row == shape.row && (*wide)->shape.lanes == shape.lanes)
            return *wide;
    }
    return narrow;
}

/* The vector code for a dispatch, or that of threads, `threads`. */
static sm_kernel *vector_code(sm_kernel *kernel, sm_kernel *threads, const sm_dispatch *dispatch)
{
    struct sm_choice *choice = kernel->choice;
    uint32_t row = sm_vector_row(dispatch->group, dispatch->group[0], kernel->simd_width);
    sm_kernel *chosen = *code_for(choice, row);
    bool covers = sm_vector_covers((sm_shape){.row = row}, dispatch, kernel->simd_width), pays = kernel->vector != NULL;
    if (!pays && (!chosen || (!covers && !chosen->rest)))
        pays = run_cost(threads, dispatch) > (double)code_cost(kernel);
    if (pays)
        chosen = vector_for(kernel, row);
    if (pays && chosen && !covers && !chosen->rest)
        chosen->rest = vector_for(kernel, 0);
    if (!chosen || (!covers && !chosen->rest))
        chosen = threads;
    return chosen->vector && covers ? widened(choice, chosen, dispatch) : chosen;
}

sm_kernel *sm_kernel_for(sm_kernel *kernel, const sm_dispatch *dispatch)
{
    struct sm_choice *choice = kernel->choice;
    const uint32_t *group = dispatch->group;
    if (!choice || !group[0] || !group[1] || !group[2])
        return kernel;
    pthread_mutex_lock(&choice->lock);
    sm_kernel *threads = kernel->vector ? kernel : thread_code(kernel, dispatch), *chosen = threads;
    if (choice->vectors.data)
        chosen = vector_code(kernel, threads, dispatch);
    pthread_mutex_unlock(&choice->lock);
    return chosen;
}

/* What runs the rest of a dispatch that has used up the kernel's patience. Vector code runs threadgroups, as fibers do;
 * ranges may have run other pieces of the grid. */
static sm_kernel *go_on(sm_kernel *kernel, const sm_dispatch *dispatch)
{
    struct sm_choice *choice = kernel->choice;
    sm_kernel *first = choice->first;
    pthread_mutex_lock(&choice->lock);
    sm_kernel *threads = first->length ? optimised(first) : first, *chosen = threads;
    if (choice->vectors.data && first->fibers)
        chosen = vector_code(first, threads, dispatch);
    if (chosen == kernel)
        kernel->patience = 0;
    pthread_mutex_unlock(&choice->lock);
    return chosen;
}

void sm_kernel_release(sm_kernel *kernel)
{
    if (!kernel)
        return;
    forget_choice(kernel);
    sm_kernel_destroy(kernel);
}
