/* choose_launch.c: a kernel that is not told how many threads there are is right with the number that its host knows.
 * Each that its text suggests is tried, and at last the contract's usual one. */
#include "choose_launch.h"
#include "asked/answers.h"
#include "trial_plan.h"
#include <stdlib.h>

enum { SECONDS = 3 }; /* for a dispatch with threads that it may not be made for */

/* Runs it with the sizes that are tried most, all at once. */
static bool is_right(validation *v, pool *pool, const trial *like, bool *right, assay_error *error)
{
    const contract_sizes *quick = &v->contract->quick;
    size_t first = v->trials.count;
    options run = v->request->run;
    run.timeout = run.timeout < SECONDS ? run.timeout : SECONDS;
    *right = false;
    for (size_t row = 0; row < quick->row_count; row++) {
        trial one = *like;
        bool admits;
        one.what.sizes = quick;
        one.what.row = row;
        one.keep = false;
        if (!compose_admits(one.binding, &one.what, &admits, error))
            return false;
        if (admits && values_fit(one.binding, &one.what, error) && trials_add(&v->trials, &one, error) == SIZE_MAX)
            return false;
    }
    if (!answers_find(v, first, error))
        return false;
    size_t end = v->trials.count, good = 0;
    if (first < end && !trials_run(&v->trials, first, end, pool, &run, NULL, error))
        return *error->text ? false : assay_fail(error, NULL, 0, "interrupted");
    for (size_t i = first; i < end; i++)
        good += trial_good(&v->trials.item[i]);
    *right = good == end - first;
    trials_cut(&v->trials, first);
    return true;
}

bool choose_launch(validation *v, pool *pool, assay_error *error)
{
    binding *b = &v->candidate;
    unsigned usual = v->contract->threadgroup_count ? (unsigned)strtoul(v->contract->threadgroups[0], NULL, 10) : 0;
    bool right = false;
    for (size_t i = 0; i <= b->launch.count && b->launch.count && !right; i++) {
        trial one;
        binding_launch(b, i < b->launch.count ? b->launch.size[i] : usual);
        if (!plan_first(v, &one, error) || !is_right(v, pool, &one, &right, error))
            return false;
    }
    if (b->launch.count && !right)
        binding_launch(b, b->launch.size[0]);
    return true;
}
