/* kept_refusal.h: what is wrong with a program is kept like what is made of it. A cache that goes to a machine
 * without a compiler (SOFTMETAL_SEAL=write) keeps every refusal; on that machine (SOFTMETAL_SEAL=read) nothing is
 * compiled. */
#ifndef SOFTMETAL_KEPT_REFUSAL_H
#define SOFTMETAL_KEPT_REFUSAL_H
#include "pack.h"

/* What stands in the way, as was found before; in a sealed cache, that nobody has asked. The caller frees it. NULL:
 * compile it. */
char *sm_known_refusal(sm_hash key);
/* Whether it will be said of this source again: it names a line of the program, and nothing that lies elsewhere, like a
 * compiler that ran out of memory or a file that is included. */
bool sm_refusal_lasts(const char *source, size_t size, const char *log);
/* Keeps a refusal that lasts, or any if the cache is being sealed. `log` may be NULL. */
void sm_keep_refusal(sm_hash key, const char *log, bool lasting);
#endif
