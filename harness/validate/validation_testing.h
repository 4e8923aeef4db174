/* validation_testing.h: for the tests of a validation's steps: one of RMSNorm, in three types, whose kernel does
 * nothing. */
#ifndef ASSAY_VALIDATION_TESTING_H
#define ASSAY_VALIDATION_TESTING_H
#include "read/read_testing.h"
#include "validation.h"

static validate_request request;
static validation v;

static inline void begin_validation(void)
{
    request = (validate_request){.shown = "k.metal", .kernel = path_of("k.metal"), .run = {.timeout = 5}};
    write_file("k.metal", "kernel void norm(device const T *x, device const T *w, device T *y, constant uint &n,\n"
                          "  constant float &epsilon, uint i [[thread_position_in_grid]]) {}\n");
    v = (validation){.request = &request};
    v.contract = contract_read("rms_norm", CONTRACTS, &error);
    v.candidate_source = kernel_read(request.kernel, (const char *const[]){NULL}, 0, &error);
    if (!v.contract || !v.candidate_source || !binding_make(&v.candidate, v.contract, v.candidate_source, &error) ||
        !trials_begin(&v.trials, &error))
        fail_msg("%s", error.text);
}
#endif
