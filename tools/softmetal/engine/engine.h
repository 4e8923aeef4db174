/* engine.h: runs one prepared kernel over one grid. The seam between Metal's classes (api/) and the engines. */
#ifndef SOFTMETAL_ENGINE_H
#define SOFTMETAL_ENGINE_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "texture/texture_object.h"

typedef struct sm_kernel sm_kernel;

enum {
    SM_MAX_BUFFERS = 31,
    SM_MAX_TEXTURES = 128,
    SM_MAX_SAMPLERS = 16,
    SM_MAX_THREADS = 1024,
    SM_MAX_THREADGROUP_MEMORY = 32768
};

typedef struct sm_memory {
    void *address;
    size_t length;
} sm_memory; /* length: bytes usable from address */

/* Dispatches that may run beside each other: those of a concurrent encoder. Checked mode remembers what they did. */
enum { SM_MAX_COMPANY = 64 };
typedef struct sm_company {
    struct sm_checker *checker; /* of the first that runs checked, until sm_company_end */
    const char *label[SM_MAX_COMPANY];
} sm_company;
void sm_company_end(sm_company *company); /* may be NULL */

typedef struct sm_dispatch {
    sm_memory buffer[SM_MAX_BUFFERS];
    uint32_t threadgroup_length[SM_MAX_BUFFERS]; /* bytes, setThreadgroupMemoryLength:atIndex: */
    const sm_texture *texture[SM_MAX_TEXTURES];
    const sm_sampler *sampler[SM_MAX_SAMPLERS];
    uint32_t grid[3];  /* threads; for dispatchThreadgroups the product of groups and group size */
    uint32_t group[3]; /* threads per threadgroup */
    const sm_memory *resident;
    size_t resident_count;              /* every live allocation of the device, sorted by address: checked mode knows
                                           what pointers from argument buffers may reach */
    const char *label;                  /* kernel name for findings */
    const struct sm_stage_in *stage_in; /* engine/functions/stage_in.h; NULL if the kernel has none */
    uint32_t stage_origin[3], stage_size[3]; /* threads that receive it */
    sm_company *company;                     /* or NULL */
    uint32_t number;                         /* in the company */
    uint64_t beside;                         /* bit n: nothing orders this one and number n */
    bool goes_on;                            /* another dispatch follows at once: a GPU need not be waited for */
    struct sm_log *log;                      /* where messages of os_log go (engine/functions/log.h), or NULL */
    const void *log_owner;
    uint32_t stage_stride[SM_MAX_BUFFERS]; /* bytes, of layouts that leave it open; 0: none was bound */
} sm_dispatch;

typedef enum {
    SM_DONE,
    SM_HUNG /* budget exhausted */,
    SM_FAULTED /* out of bounds or stack overflow, unchecked: a trapped signal */,
    SM_NO_MEMORY,
    SM_REMOVED, /* a GPU that is gone */
    SM_INVALID
} sm_status;

/* The kind of a finding that is no mistake, but worth knowing; its text begins with "note: ". */
#define SM_FINDING_NOTE "note"

/* What checked mode found. */
typedef struct sm_finding {
    /* out-of-bounds, misaligned, uninitialized-threadgroup, race, divergent-barrier, inactive-lane, overflow, … */
    const char *kind;
    char text[400];   /* one sentence with kernel, source line, thread and address */
    const char *file; /* NULL: the program itself; the kernel's */
    uint32_t line, column;
} sm_finding;

typedef struct sm_outcome {
    sm_status status;
    char message[400]; /* why, unless SM_DONE */
    sm_finding finding[16];
    size_t finding_count; /* the first 16; equal kinds at equal lines count once */
    double seconds;
} sm_outcome;

/* Runs the grid to its end on all cores (or options from the environment). Never exits or aborts the process. */
void sm_engine_run(sm_kernel *kernel, const sm_dispatch *dispatch, sm_outcome *outcome);

/* A thread that says so runs what a single worker would run, instead of waking one, until it leaves. Its stack has
 * SM_STACK bytes, for what a kernel keeps in thread memory; only touched pages cost. */
enum { SM_STACK = 80 << 20 };
void sm_engine_enter(void);
void sm_engine_leave(void);

/* Facts of a prepared kernel for MTLComputePipelineState. */
uint32_t sm_kernel_simd_width(const sm_kernel *kernel);
uint32_t sm_kernel_static_threadgroup_memory(const sm_kernel *kernel);
/* The oldest family of Apple's GPUs that has all operations the kernel uses: 8, or 9; 0: any. */
uint32_t sm_kernel_family(const sm_kernel *kernel);
uint32_t sm_kernel_max_threads(const sm_kernel *kernel);
/* Bytes that a thread keeps on its stack after optimisation: arrays, what has its address taken; 0 also if unknown. */
uint32_t sm_kernel_thread_memory(const sm_kernel *kernel);
/* Whether the function's n-th argument was left in by the function constants it depends on. */
bool sm_kernel_argument_active(const sm_kernel *kernel, size_t n);
/* Where it is bound: function constants may decide. */
uint32_t sm_kernel_argument_index(const sm_kernel *kernel, size_t n);
#endif
