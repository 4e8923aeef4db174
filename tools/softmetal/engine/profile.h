/* profile.h: what is asked of code for a device: its numbers, its mode, its engine, the machine that it is for. */
#ifndef SOFTMETAL_PROFILE_H
#define SOFTMETAL_PROFILE_H
#include <stdbool.h>
#include <stdint.h>

/* How kernels run: every thread by itself; the lanes of a SIMD-group at once; whichever promises to be faster. Checked
 * and weak mode, planted faults and what vector code cannot express (README.md) have threads in any case. */
typedef enum { SM_ENGINE_FIBER, SM_ENGINE_VECTOR, SM_ENGINE_AUTO } sm_engine;

/* What a device is: numeric profile, checked mode, width. From the environment, see engine/settings.h. */
typedef struct sm_target {
    bool apple;   /* profile `apple`: float subnormals flushed, SIMD sums by adjacent pairs; otherwise `ieee` */
    bool checked; /* instrument loads and stores */
    bool weak;    /* let loads and stores go through the engine's memory model; its seed: engine/settings.h */
    uint32_t simd_width;
    uint32_t cooperation; /* enum __msl_cooperation: layout of cooperative tensors */
    sm_engine engine;
    const char *cpu; /* that code is made for, by LLVM's name, "": the host; NULL: whatever is there */
    bool cuda;       /* code for an NVIDIA GPU, as PTX; cpu then is its architecture: "sm_90" */
} sm_target;
#endif
