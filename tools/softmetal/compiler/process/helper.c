/* helper.c: one request, one child. What the helper says is wrong with a program comes back as its own words; a
 * helper that cannot be started, or that dies, becomes an internal error with the signal or code it ended with. */
#include "helper.h"
#include "child.h"
#include "../protocol.h"
#include "toolchain.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { HELPER_SECONDS = 300 };

void sm_helper_start(sm_pack *request, uint32_t action)
{
    sm_pack_number(request, SM_PROTOCOL_VERSION);
    sm_pack_number(request, action);
}

bool sm_helper_ask(const sm_pack *request, sm_pack *answer, sm_unpack *at, char **log)
{
    char client[24];
    snprintf(client, sizeof client, "%ld", (long)getpid());
    const char *argv[] = {sm_toolchain_find()->helper, client, NULL};
    sm_child_result result;
    bool good = sm_child_run(argv, (sm_bytes){request->data, request->size}, HELPER_SECONDS, &result);
    *answer = result.output;
    result.output = (sm_pack){0};
    *at = (sm_unpack){answer->data, answer->data + answer->size, !good};
    uint32_t version = sm_unpack_number(at);
    const char *problem = sm_unpack_string(at);
    if (!good || at->failed || version != SM_PROTOCOL_VERSION || *problem) {
        const char *errors = result.errors.data ? (const char *)result.errors.data : "";
        *log = NULL;
        if (good && !at->failed && *problem)
            *log = strdup(problem);
        else if (!result.started)
            (void)!asprintf(log, "%s cannot be started", argv[0]);
        else
            (void)!asprintf(log, SM_LOG_BREAKDOWN "internal compiler error: %s ended with %s %d %.1000s", argv[0],
                            result.signal ? "signal" : "code", result.signal ? result.signal : result.code, errors);
        free(answer->data);
        *answer = (sm_pack){0};
        good = false;
    }
    sm_child_result_free(&result);
    return good;
}
