/* warp.h: a warp without a GPU, for tests of device/: each lane is a context of its own, and runs until it reaches a
 * shuffle, a vote or a barrier; when all lanes that take part are there, they go on. Included before a file of device/,
 * in whose place of NVIDIA's instructions these functions are. */
#ifndef SOFTMETAL_CUDA_WARP_H
#define SOFTMETAL_CUDA_WARP_H
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <ucontext.h>
#include <cmocka.h>

enum { WARP = 32, WARP_STACK = 256 << 10, WARP_INACTIVE = 0x0bad0bad };
enum warp_wait { WARP_RUNS, WARP_SHUFFLES, WARP_VOTES, WARP_BARRIER, WARP_ENDED };

static struct {
    uint32_t mask, lane;
    void (*code)(uint32_t lane);
    ucontext_t engine, context[WARP];
    enum warp_wait wait[WARP];
    uint32_t given[WARP], taken[WARP]; /* what lanes bring to the place where they wait; to the last one */
} warp;

static char warp_stack[WARP][WARP_STACK];

static void warp_enter(void)
{
    warp.code(warp.lane);
    warp.wait[warp.lane] = WARP_ENDED;
}

static void warp_wait(uint32_t mask, enum warp_wait wait, uint32_t value)
{
    uint32_t lane = warp.lane;
    assert_int_equal(mask, warp.mask); /* who is named must be who is there */
    warp.given[lane] = value;
    warp.wait[lane] = wait;
    swapcontext(&warp.context[lane], &warp.engine);
}

/* Lets the lanes of `mask` run the code, to its end. */
static void warp_run(uint32_t mask, void (*code)(uint32_t lane))
{
    uint32_t first = (uint32_t)__builtin_ctz(mask);
    warp.mask = mask;
    warp.code = code;
    for (uint32_t lane = 0; lane < WARP; lane++) {
        getcontext(&warp.context[lane]);
        warp.context[lane].uc_stack.ss_sp = warp_stack[lane];
        warp.context[lane].uc_stack.ss_size = WARP_STACK;
        warp.context[lane].uc_link = &warp.engine;
        makecontext(&warp.context[lane], warp_enter, 0);
        warp.given[lane] = WARP_INACTIVE;
        warp.wait[lane] = WARP_RUNS;
    }
    do {
        for (warp.lane = 0; warp.lane < WARP; warp.lane++) {
            if (mask >> warp.lane & 1)
                swapcontext(&warp.engine, &warp.context[warp.lane]);
        }
        for (uint32_t lane = 0; lane < WARP; lane++) { /* all are at the same place, or have ended */
            if (mask >> lane & 1)
                assert_int_equal(warp.wait[lane], warp.wait[first]);
        }
        memcpy(warp.taken, warp.given, sizeof warp.taken);
    } while (warp.wait[first] != WARP_ENDED);
}

/* ---- the instructions */
static inline uint32_t __nvvm_activemask(void)
{
    return warp.mask;
}
static inline uint32_t __nvvm_read_ptx_sreg_laneid(void)
{
    return warp.lane;
}
static inline int __nvvm_shfl_sync_idx_i32(uint32_t mask, int value, int lane, int clamp)
{
    assert_int_equal(clamp, 31);
    warp_wait(mask, WARP_SHUFFLES, (uint32_t)value);
    return (int)warp.taken[lane & 31];
}
static inline uint32_t __nvvm_vote_ballot_sync(uint32_t mask, bool predicate)
{
    uint32_t ballot = 0;
    warp_wait(mask, WARP_VOTES, predicate);
    for (uint32_t lane = 0; lane < WARP; lane++)
        ballot |= (mask >> lane & 1 & warp.taken[lane]) << lane;
    return ballot;
}
static inline void __nvvm_bar_warp_sync(uint32_t mask)
{
    warp_wait(mask, WARP_BARRIER, 0);
}
static inline void __nvvm_barrier_sync(uint32_t number)
{
    (void)number;
    warp_wait(warp.mask, WARP_BARRIER, 0);
}
#ifndef __clang__
#pragma GCC diagnostic ignored "-Wpedantic" /* _Float16 */
#define __builtin_bit_cast(type, value)                                                                                \
    __extension__({                                                                                                    \
        type to_;                                                                                                      \
        __typeof__(value) from_ = (value);                                                                             \
        memcpy(&to_, &from_, sizeof to_);                                                                              \
        to_;                                                                                                           \
    })
#endif
#endif
