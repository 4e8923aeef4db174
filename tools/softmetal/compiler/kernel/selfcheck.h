/* selfcheck.h: whether the code that LLVM makes for this host computes what it should. */
#ifndef SOFTMETAL_SELFCHECK_H
#define SOFTMETAL_SELFCHECK_H
#include <stdbool.h>
#include <stddef.h>

/* The CPU that kernels are compiled for, by LLVM's name, "" for the host's own: SOFTMETAL_CPU, or the first of the host
 * and its lower levels for which the check passes. Checked once per host, LLVM and version of this library; the outcome
 * is kept in the cache. A level that fails is said on standard error. Thread-safe. */
const char *sm_selfcheck_cpu(void);

/* Runs the check for one CPU now. False with the first difference, or why it could not be run. */
bool sm_selfcheck(const char *cpu, char *problem, size_t room);

/* The first of the levels that passes, or the last; the others are named on standard error. */
typedef bool sm_level_check(const char *cpu, char *problem, size_t room);
const char *sm_selfcheck_choose(const char *const *levels, size_t count, sm_level_check *passes);
#endif
