/* device_testing.h: for tests of validate that run kernels, on the default device. Their program is its own worker;
 * where there is no device they are skipped. */
#ifndef ASSAY_DEVICE_TESTING_H
#define ASSAY_DEVICE_TESTING_H
#include "../run/ledger.h"
#include "../run/workers/serve.h"
#include "read/read_testing.h"
#include "run_validation.h"

static validate_request request;
static validation v;

static inline bool has_device(void)
{
    assay_error none = {0};
    validation any = {.request = &request};
    request.run.device = "default";
    request.run.jobs = 1;
    request.run.timeout = 60;
    pool *pool = validation_pool(&any, SCHEDULE_ANY, false, 1, &none);
    pool_end(pool);
    return pool != NULL;
}

/* What main does: with the arguments of a worker it is one. */
#define RUN_ON_DEVICE(argc, argv, name, tests)                                                                         \
    do {                                                                                                               \
        if ((argc) >= 3 && strcmp((argv)[1], "--worker") == 0)                                                         \
            return serve_jobs((argv)[2], (argc) > 3 && strcmp((argv)[3], "checked") == 0, false);                      \
        if (!has_device()) {                                                                                           \
            puts("1..0 # SKIP no device");                                                                             \
            return EXIT_PASS;                                                                                          \
        }                                                                                                              \
        cmocka_set_message_output(CM_OUTPUT_TAP);                                                                      \
        return cmocka_run_group_tests_name(name, tests, NULL, NULL);                                                   \
    } while (0)
#endif
