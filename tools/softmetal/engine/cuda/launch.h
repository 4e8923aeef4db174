/* launch.h: what compiled code is told when a grid starts on an NVIDIA GPU: the one parameter of the entry. Read by
 * cuda.c, which fills it in, and by device/start.c, which is compiled for the GPU.
 *
 * A launch covers threadgroups of one size. A grid whose edges cut threadgroups takes up to eight launches, so that
 * blocks are exactly as large as threadgroups and threads outside of the grid do not exist. blockIdx counts its
 * threadgroups from `first` on; threadIdx.x counts threads, since a block has at most 64 along z. */
#ifndef SOFTMETAL_CUDA_LAUNCH_H
#define SOFTMETAL_CUDA_LAUNCH_H
#include "../engine.h"

/* Names in a module. */
#define SM_CUDA_ENTRY "sm_entry"
#define SM_CUDA_LINKED "sm_linked" /* addresses of the linked functions */
#define SM_CUDA_MATRICES "sm_matrices"
#define SM_CUDA_LOGS "sm_logs" /* only there if the kernel, or what it may call, calls os_log */

/* Of sm_matrices: what holds for the 8 x 8 matrices of a kernel (device/meet.c). */
enum {
    SM_MATRICES_SHOWN = 1, /* it looks at elements by lane: they lie as on Apple's GPUs */
    SM_TENSOR_CORES = 2,   /* the GPU multiplies halves and bfloats by tensor cores */
};
/* Which way elements go between lanes. */
enum { SM_THERE, SM_BACK };

/* Messages of os_log, in memory that the host reads when the launch has ended. Each is a run of bytes: struct
 * sm_cuda_message, then three strings with their ends (subsystem, category, format), then the values. */
typedef struct sm_cuda_log {
    uint32_t size, used; /* bytes; used may be more than there are: what did not fit is lost */
    uint32_t lowest;     /* type of message that is wanted */
    uint32_t dropped;
    uint8_t bytes[];
} sm_cuda_log;

typedef struct sm_cuda_message {
    uint32_t length, type, count, strings; /* length: of all of it, a multiple of 8; type: bit 31 says that subsystem
                                              and category are missing; strings: bytes of the three */
} sm_cuda_message;

typedef struct sm_launch {
    uint32_t first[3];  /* position in the grid of threadgroups of the launch's first threadgroup */
    uint32_t size[3];   /* threads of each of its threadgroups; a block has them in one row, x first, then y, then z */
    uint32_t groups[3]; /* threadgroups in the whole grid */
    uint32_t argument[SM_MAX_BUFFERS]; /* of [[threadgroup(n)]], in bytes from the start of threadgroup memory; what the
                                          kernel declares itself is at the start */
    uint32_t static_memory;            /* bytes of it */
    uint32_t *stop;                    /* in host memory: not 0 when the threads shall end */
    sm_cuda_log *log;                  /* messages of os_log, or NULL */
    sm_dispatch dispatch;              /* pointers in it hold for the GPU; label, company, resident are NULL */
} sm_launch;
#endif
