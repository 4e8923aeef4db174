/* checked.h: checked mode: every access to memory of a kernel compiled for it comes here first
 * (compiler/backend/passes/instrument.c), and so do barriers and SIMD-group functions. What a GPU would let pass
 * becomes a finding. One worker runs the whole grid. */
#ifndef SOFTMETAL_CHECKED_H
#define SOFTMETAL_CHECKED_H
#include "checked_access.h"
#include "../thread.h"

/* Called by kernels: where the access may really go. That is `address` if it is sound, otherwise a scratch area, so
 * that the kernel goes on. */
void *sm_check(sm_thread *thread, void *address, uint32_t size, uint32_t alignment, uint32_t access, uint32_t line,
               uint32_t column);

/* Called by kernels that read or write a texel. No thread owns one outside the texture: it is ignored. */
void sm_check_texel(sm_thread *thread, const void *texture, uint32_t x, uint32_t y, uint32_t z, uint32_t slice,
                    uint32_t level, uint32_t access, uint32_t line, uint32_t column);
/* Called by kernels at atomic_thread_fence: enum __msl_flags, enum __msl_order, enum __msl_scope. */
void sm_check_fence(uint32_t flags, uint32_t order, uint32_t scope);
/* Called by kernels that misuse a tensor: enum __msl_tensor_misuse and its numbers. */
void sm_check_tensor(sm_thread *thread, uint32_t kind, int64_t a, int64_t b, int64_t c, uint32_t line, uint32_t column);
/* Called by kernels that load or store a slot of a cooperative tensor: enum sm_place, and whether it is written. */
enum sm_place { SM_PLACE_VALID = 1, SM_PLACE_STORE = 2 };
void sm_check_place(sm_thread *thread, uint8_t *written, int32_t slot, uint32_t flags, uint32_t line, uint32_t column);

/* Called by kernels: an access at this offset of an array of the thread's own, or a constant one of the program, or a
 * row of it, which has `length` bytes; and the order of a - b, integers of so many bits, and 0, where the difference
 * overflows; and the conversion of a number, whose bits `x` has as those of a double, to an integer of so many bits
 * that does not hold it. */
void sm_check_own(sm_thread *thread, int64_t offset, int64_t length, uint32_t access, uint32_t line, uint32_t column);
void sm_check_difference(sm_thread *thread, int64_t a, int64_t b, uint32_t bits, uint32_t line, uint32_t column);
void sm_check_conversion(sm_thread *thread, int64_t x, int64_t is_signed, uint32_t bits, uint32_t line,
                         uint32_t column);

/* Notes a finding; `format` says what the thread does. */
void sm_checker_report(const sm_thread *thread, const char *kind, uint32_t line, uint32_t column, const char *format,
                       ...) __attribute__((format(printf, 5, 6)));
/* How many bytes there are from the address on, in the buffer or other memory that it is in; 0: it is in none.
 * SIZE_MAX: that is not known. */
size_t sm_checker_room(const sm_thread *thread, uintptr_t address);
/* The thread ends the kernel early, by the `return` in this line. */
void sm_check_return(uint32_t line);

struct sm_team;

/* One checker for a dispatch, or for several that may run beside each other. NULL if there is no memory. */
sm_checker *sm_checker_create(const sm_kernel *kernel, const sm_dispatch *dispatch, sm_outcome *outcome);
/* Another dispatch of the same company begins. */
void sm_checker_go_on(sm_checker *checker, const sm_kernel *kernel, const sm_dispatch *dispatch, sm_outcome *outcome);
void sm_checker_destroy(sm_checker *checker);

/* A threadgroup starts: its threadgroup memory is unwritten. False if there is no memory. */
bool sm_checker_start(sm_checker *checker, struct sm_team *team, uint64_t number);
void sm_checker_forget(struct sm_team *team);

/* `mask` lanes of the SIMD-group whose first thread is `first` have come to a barrier; `missing` have not and have not
 * ended. */
void sm_checker_arrive(struct sm_team *team, uint32_t first, uint64_t mask, uint64_t missing, const sm_site *site);
/* All threads wait at a threadgroup barrier, or have ended. `flags`: of its site. */
void sm_checker_release(struct sm_team *team, const struct sm_site *site);
/* These lanes have ended while others of the threadgroup (or SIMD-group) wait at the barrier. */
void sm_checker_ended(struct sm_team *team, uint32_t first, uint64_t lanes, const sm_site *site);
/* Lanes whose value came from an inactive lane. */
void sm_checker_inactive(struct sm_team *team, uint32_t first, uint64_t lanes, const sm_site *site);
/* SIMD-groups of the team wait at different barriers. */
void sm_checker_mixed(struct sm_team *team, uint32_t thread, const sm_site *site, const sm_site *other);
#endif
