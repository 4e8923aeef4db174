/* settings.h: what this softmetal device is, read once from the environment and the same for the whole process.
 *
 *   SOFTMETAL_DEVICE       cpu (default) | cuda, cuda:N: the first or the N-th NVIDIA GPU
 *   SOFTMETAL_PROFILE      ieee (default) | apple7 … apple10: arithmetic and features of that family; apple: the newest
 *   SOFTMETAL_PERSONALITY  paravirtual | small | wide | discrete | noisy: an awkward device, see sm_personality
 *   SOFTMETAL_CHECKED      1: instrument memory accesses and report what a GPU would hide
 *   SOFTMETAL_VALIDATION   0: what Metal takes without its validation layer, see README
 *   SOFTMETAL_ENGINE       auto (default) | fiber | vector: how kernels run, see sm_engine
 *   SOFTMETAL_COOP         m5 (default) | pairs | rows | scattered: layout of cooperative tensors
 *   SOFTMETAL_LOG          file, or - for stderr: a line for each kernel made, with the engine that runs it
 *   SOFTMETAL_CPU          name that LLVM has for a CPU, older than this one: to make code for it; of a GPU's
 *                          architecture (sm_90): to make code for another than the one that is there
 *   SOFTMETAL_ORDER        reversed | shuffled: threadgroups run one after another in that order, see sm_order
 *   SOFTMETAL_WEAK         a seed: memory shows everything that the memory model permits (engine/threads/weak.c)
 *   SOFTMETAL_FAULT        names from faults.def, separated by commas: wrong on purpose
 *   SOFTMETAL_THREADS      worker threads, default: cores
 *   SOFTMETAL_BUDGET       back edges a threadgroup may take before its kernel counts as hung
 *   SOFTMETAL_CACHE        directory of compiled programs, default ~/.cache/softmetal; SOFTMETAL_INCLUDE: MSL's headers
 *   SOFTMETAL_CUDA         library of NVIDIA's driver, default libcuda.so.1
 *   SOFTMETAL_SEAL         write | read: that directory goes to a machine without a compiler, or comes from one with it
 *   SOFTMETAL_CLANG        clang 22; SOFTMETAL_COMPILE: the compile helper, default: the one beside the library
 *   SOFTMETAL_CACHE_SIZE   bytes (or with K, M or G) that the directory may grow to, default 4G */
#ifndef SOFTMETAL_DEVICE_H
#define SOFTMETAL_DEVICE_H
#include "fault.h"
#include "profile.h"

typedef enum {
    SM_PERSONALITY_NONE,
    SM_PERSONALITY_PARAVIRTUAL, /* Apple5 family, MSL up to 3.1, as on hosted CI runners */
    SM_PERSONALITY_SMALL,       /* 448 threads per pipeline */
    SM_PERSONALITY_WIDE,        /* 64 lanes to a SIMD-group */
    SM_PERSONALITY_NARROW,      /* 16 lanes to a SIMD-group */
    SM_PERSONALITY_DISCRETE,    /* a Mac's GPU with memory of its own: textures are private, no family of Apple's */
    SM_PERSONALITY_NOISY        /* warnings with a library, an innocent victim now and then, a hang once */
} sm_personality;

/* In which order the threadgroups of a dispatch run. Metal promises none, nor that two of them are under way at once.
 */
typedef enum {
    SM_ORDER_ANY,      /* as cores take them, several at a time */
    SM_ORDER_REVERSED, /* one after another, the last first, and in each the last SIMD-group first */
    SM_ORDER_SHUFFLED  /* one after another, in an order that only their number decides */
} sm_order;

typedef struct sm_device {
    sm_target target;
    sm_personality personality;
    bool validation;
    uint32_t family;           /* of Apple's GPUs, the newest that it has */
    uint32_t max_threads;      /* per threadgroup, of any pipeline */
    uint32_t language_version; /* newest MSL, (major << 16) + minor */
    uint32_t threads;          /* worker threads of the engine */
    sm_order order;
    uint64_t budget;
    uint64_t cache_size; /* bytes */
    uint32_t gpu;        /* number of the GPU, if target.cuda */
    uint64_t weak_seed;  /* of weak mode, if target.weak */
    const char *log;     /* SOFTMETAL_LOG, or NULL */
    const char *cpu;     /* SOFTMETAL_CPU, or "": this one */
    const char *error;   /* NULL, or a sentence: the environment names something unknown; no device should open */
} sm_device;

/* The device of this process. Never NULL; thread-safe. */
const sm_device *sm_device_settings(void);

/* Reads the settings through `get` (getenv's shape) into *device; the faults as a set of bits by number. For tests. */
void sm_device_read(sm_device *device, uint64_t faults[SM_FAULT_WORDS], const char *(*get)(const char *name));
#endif
