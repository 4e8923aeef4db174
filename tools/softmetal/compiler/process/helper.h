/* helper.h: asks the compile helper (protocol.h), which does LLVM's part of the work in a process of its own. */
#ifndef SOFTMETAL_HELPER_H
#define SOFTMETAL_HELPER_H
#include "../store/pack.h"

/* Begins a request: its version and action. */
void sm_helper_start(sm_pack *request, uint32_t action);

/* Runs the helper. On success *answer holds its whole answer (the caller frees it) and *at stands after the error text.
 * On failure *log holds a sentence (the caller frees it), or NULL without memory. */
bool sm_helper_ask(const sm_pack *request, sm_pack *answer, sm_unpack *at, char **log);
#endif
