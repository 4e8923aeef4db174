/* child.h: runs a program to its end with given input, and hands back what it wrote. */
#ifndef SOFTMETAL_CHILD_H
#define SOFTMETAL_CHILD_H
#include "../store/pack.h"

typedef struct sm_child_result {
    bool started;
    int signal;             /* that ended it, or 0 */
    int code;               /* exit code */
    sm_pack output, errors; /* NUL-terminated; the caller frees their data */
} sm_child_result;

/* argv ends with NULL; argv[0] is a path. Kills it after `seconds`. Returns whether it ran and exited with 0. */
bool sm_child_run(const char *const *argv, sm_bytes input, unsigned seconds, sm_child_result *result);
/* Runs argv from where it has read `first`, which ends by including SM_SERVE_INPUT (serve/serve.h): there it finds
 * `input`. False with `started` false if no server can do that. */
bool sm_child_run_after(const char *const *argv, sm_bytes first, sm_bytes input, unsigned seconds,
                        sm_child_result *result);
void sm_child_result_free(sm_child_result *result);
#endif
