/* kernel.h: a prepared kernel, and what compiled code and the engine call of each other. Whoever changes what is passed
 * there, or a structure of thread.h, changes SM_LAYOUT_VERSION. */
#ifndef SOFTMETAL_KERNEL_H
#define SOFTMETAL_KERNEL_H
#include "engine.h"

enum { SM_LAYOUT_VERSION = 8, SM_SITE_CALL = 0x100 };
/* Lines of a program that #line makes of several files say in their upper bits which: 0 is the program itself. */
enum { SM_LINE_BITS = 22, SM_LINE_MASK = (1 << SM_LINE_BITS) - 1, SM_MAX_FILES = (1 << (32 - SM_LINE_BITS)) - 1 };
enum { SM_MAX_SIMDGROUPS = SM_MAX_THREADS / 16 }; /* in a threadgroup: personality narrow */

/* One static convergent operation after inlining. Its dynamic instance, for a thread, is the sequence
 * (loop[0].position, counter[loop[0].slot], loop[1].position, …, position); instances are served in lexicographic
 * order. */
typedef struct sm_site {
    uint32_t operation; /* enum __msl_operation, 0 for a barrier, SM_SITE_CALL for a call in which threads may meet */
    uint32_t type;      /* enum __msl_type; of a barrier, enum __msl_barrier_kind */
    uint32_t flags;     /* of a barrier, enum __msl_flags | order << 8 | scope << 16 */
    uint32_t position, first_loop, depth;
    uint32_t line, column; /* line: see SM_LINE_BITS */
} sm_site;

typedef struct sm_site_loop {
    uint32_t position, slot;
} sm_site_loop;

typedef struct sm_thread sm_thread;           /* how they lie in memory: thread.h */
typedef struct sm_threadgroup sm_threadgroup; /* likewise */
typedef struct sm_simd_lanes sm_simd_lanes;   /* likewise */

typedef void sm_entry_function(sm_thread *thread);
/* Runs the lanes in `mask` from start to end. */
typedef void sm_vector_function(sm_simd_lanes *lanes, uint64_t mask);
/* Runs `count` threads along x, the first of which is at (x, y, z) of the threadgroup. */
typedef void sm_range_function(sm_threadgroup *group, uint32_t x, uint32_t y, uint32_t z, uint32_t count);

/* A threadgroup variable: where it would be if nothing were between them, and where it lies. */
typedef struct sm_variable {
    uint32_t offset, lies, size;
} sm_variable;

/* What vector code is made for: see threads/vector_engine.h. */
typedef struct sm_shape {
    uint32_t row, lanes;
} sm_shape;

struct sm_kernel {
    char *name;
    sm_entry_function *entry; /* NULL if range is there */
    sm_range_function *range;
    sm_vector_function *vector;
    double seconds;  /* that making its code took; 0: it was in the cache */
    char *refusal;   /* why there is no vector code although it was wanted, or NULL */
    bool fibers;     /* its threads, or of vector code SIMD-groups, wait for each other: run them as fibers */
    bool grid_only;  /* of a range: threadgroups make no difference to it */
    uint32_t rounds; /* of a range: in its loops, for a thread; 0: it has none */
    uint32_t length; /* of quickly made code: instructions that a thread executes, at least; 0: it is optimised */
    /* Nanoseconds, roughly, that its dispatches have cost so far, if there may be other code for what costs more than
     * `patience`; 0: there is none. And that code, for the rest of a dispatch. */
    _Atomic uint64_t spent, patience;
    struct sm_kernel *(*other)(struct sm_kernel *kernel, const sm_dispatch *dispatch);
    uint32_t scattered;             /* of vector code: places in loops that access memory lane by lane */
    sm_shape shape;                 /* of vector code: the threadgroups it is for */
    uint32_t most_lanes;            /* of vector code: how many of them at once may pay; 0: those of a SIMD-group */
    struct sm_kernel *_Atomic rest; /* vector code for those it is not for, if dispatches had any */
    bool checked, weak;
    uint32_t static_memory, counters, stack;
    bool recursive;             /* a function calls itself, perhaps through others, */
    uint32_t recursion_line;    /* which is declared there; 0: nobody knows */
    uint32_t place_count, gaps; /* gaps: bytes between the variables, which are no part of static_memory */
    sm_variable *place;
    uint32_t max_threads, simd_width;
    uint32_t family; /* the oldest of Apple's that has what it uses; 0: any */
    bool apple;
    uint32_t site_count, site_loop_count;
    sm_site *site;
    sm_site_loop *site_loop;
    char **file; /* the names of files 1, 2, … */
    uint32_t file_count;
    uint32_t argument_count;
    uint32_t *index;        /* per argument of its function: where it is bound */
    bool *active;           /* per argument of its function: not switched off by a function constant */
    struct sm_code *code;   /* compiler/kernel/loader.h */
    const void *code_start; /* where its code and constants are */
    size_t code_size;
    struct sm_cuda_module *cuda; /* engine/cuda/cuda.h: what runs on a GPU, instead of entry, range and vector */
    struct sm_choice *choice;    /* what else there is (compiler/kernel/choice.c), or NULL */
};

/* What compiled code calls. */
void sm_meet(sm_thread *thread, uint32_t site);
void sm_enter(sm_thread *thread, uint32_t site); /* around a call in which threads may meet, if it is not inlined */
void sm_leave(sm_thread *thread, uint32_t site);
sm_thread *sm_current_thread(void);
sm_threadgroup *sm_current_group(void);
/* The lanes in `mask` perform the operation of a site; operands[0] to [2] hold a, b and c, [3] receives the result, all
 * of simd_width elements. */
void sm_vector_meet(sm_threadgroup *group, uint32_t site, uint64_t mask, uint64_t *operands);
void sm_vector_wait(sm_threadgroup *group); /* a threadgroup barrier */
void sm_spin(sm_threadgroup *group);        /* spins ran out: let others run */
void sm_tick(sm_threadgroup *group);        /* ticks ran out */

/* What fills a thread's stack of megabytes. */
void sm_kernel_tell_overflow(const sm_kernel *kernel, char *text, size_t size);
#endif
