/* threadgroups.c: the values of TG that a kernel is tried with: those that somebody says; otherwise the contract's, as
 * far as the kernel's pipeline and its own text take them. */
#include "binding.h"
#include "intent/intent.h"
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* What the contract lists, as far as the kernel's own text lets it; its own limit or side comes first where the usual
 * one does not fit. */
static size_t intended_threadgroups(const binding *b, const char ***list)
{
    const contract *contract = b->contract;
    unsigned long usual = contract->threadgroup_count ? strtoul(contract->threadgroups[0], NULL, 10) : 0;
    size_t count = 0;
    if (b->side || usual > b->limit)
        *ARENA_PUSH(binding_memory(b), *list, count) =
            arena_format(binding_memory(b), "%u", b->side ? b->side : b->limit);
    for (size_t i = 0; i < contract->threadgroup_count && !b->side; i++) {
        unsigned long size = strtoul(contract->threadgroups[i], NULL, 10);
        if (size < b->limit || (size == b->limit && usual <= b->limit))
            *ARENA_PUSH(binding_memory(b), *list, count) = contract->threadgroups[i];
    }
    return count;
}

static bool is_one_row(const char *dispatch)
{
    static const char last[] = "threadgroup TG";
    size_t length = strlen(dispatch);
    return length >= strlen(last) && strcmp(dispatch + length - strlen(last), last) == 0;
}

/* Kernels that work by SIMD-groups are mostly written for whole ones, and dispatched so: what is wrong with others
 * counts only if somebody says that they are. */
static bool wants_whole_groups(const binding *b)
{
    const kernel_directives *says = &b->kernel->says;
    bool rows = says->dispatch_count || is_one_row(b->contract->dispatch);
    for (size_t i = 0; i < says->dispatch_count; i++)
        rows &= is_one_row(says->dispatches[i]);
    return rows && !says->threadgroup_count && !b->side && intent_uses_simd(b->kernel);
}

/* Of all values those with whole SIMD-groups, or the others. The usual one is always among the first. */
static const char *const *threadgroups(const binding *b, bool whole)
{
    const kernel_directives *says = &b->kernel->says;
    const char *const *from =
        says->threadgroup_count ? (const char *const *)says->threadgroups : b->contract->threadgroups;
    size_t most = says->threadgroup_count ? says->threadgroup_count : b->contract->threadgroup_count, count = 0;
    const char **all = NULL, **list = NULL;
    if (b->intent)
        count = intended_threadgroups(b, &all);
    for (size_t i = 0; i < most && (i == 0 || b->sized) && !b->intent; i++)
        *ARENA_PUSH(binding_memory(b), all, count) = from[i];
    bool chosen = b->sized && wants_whole_groups(b);
    size_t left = 0;
    for (size_t i = 0; i < count; i++) {
        bool is_whole = !i || !chosen || strtoul(all[i], NULL, 10) % (b->lanes ? b->lanes : USUAL_SIMD_WIDTH) == 0;
        if (is_whole == whole)
            *ARENA_PUSH(binding_memory(b), list, left) = all[i];
    }
    *ARENA_PUSH(binding_memory(b), list, left) = NULL;
    return list;
}

const char *const *binding_threadgroups(const binding *b)
{
    return threadgroups(b, true);
}

const char *const *binding_partial_threadgroups(const binding *b)
{
    return threadgroups(b, false);
}

const char *const *binding_unnamed_threadgroups(const binding *b)
{
    const char **list = NULL;
    size_t count = 0, smallest = SIZE_MAX, largest = SIZE_MAX;
    for (size_t i = 0; i < b->contract->threadgroup_count && b->launch.count; i++) {
        unsigned long size = strtoul(b->contract->threadgroups[i], NULL, 10);
        if (size == b->side)
            continue;
        if (smallest == SIZE_MAX || size < strtoul(b->contract->threadgroups[smallest], NULL, 10))
            smallest = i;
        if (largest == SIZE_MAX || size > strtoul(b->contract->threadgroups[largest], NULL, 10))
            largest = i;
    }
    if (smallest != SIZE_MAX)
        *ARENA_PUSH(binding_memory(b), list, count) = b->contract->threadgroups[smallest];
    if (largest != smallest)
        *ARENA_PUSH(binding_memory(b), list, count) = b->contract->threadgroups[largest];
    *ARENA_PUSH(binding_memory(b), list, count) = NULL;
    return list;
}
