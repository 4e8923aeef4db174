/* kept_refusal.c: refusals as entries of the cache. */
#include "kept_refusal.h"
#include "cache.h"
#include "../compiler.h"
#include "../protocol.h"
#include "../process/toolchain.h"
#include <string.h>

char *sm_known_refusal(sm_hash key)
{
    sm_bytes text;
    char *found = NULL;
    if (sm_cache_read(key, "refusal", &text)) {
        found = strndup((const char *)text.data, text.size);
        sm_cache_free(text);
    } else if (sm_toolchain_find()->seal == SM_SEAL_READ) {
        found = strdup("program_source: error: it is not in the sealed cache (SOFTMETAL_SEAL=read): pack it again");
    }
    return found;
}

bool sm_refusal_lasts(const char *source, size_t size, const char *log)
{
    static const char place[] = SM_PROGRAM_NAME ":", include[] = "include \"";
    if (memmem(source, size, include, sizeof include - 1) || strstr(log, "file not found") ||
        strstr(log, SM_LOG_BREAKDOWN))
        return false;
    for (const char *at = log; (at = strstr(at, place)); at++) {
        if (at[sizeof place - 1] >= '0' && at[sizeof place - 1] <= '9')
            return true;
    }
    return false;
}

void sm_keep_refusal(sm_hash key, const char *log, bool lasting)
{
    if (log && (lasting || sm_toolchain_find()->seal == SM_SEAL_WRITE))
        sm_cache_write(key, "refusal", (sm_bytes){(const uint8_t *)log, strlen(log)});
}

sm_trouble sm_log_trouble(char *log)
{
    sm_trouble found = SM_TROUBLE_PROGRAM;
    char *to = log;
    for (const char *from = log; from && *from; from++) {
        sm_trouble here = *from == *SM_LOG_GAP         ? SM_TROUBLE_GAP
                          : *from == *SM_LOG_BREAKDOWN ? SM_TROUBLE_BREAKDOWN
                                                       : SM_TROUBLE_PROGRAM;
        found = here > found ? here : found;
        if (!here)
            *to++ = *from;
    }
    if (log)
        *to = 0;
    return found;
}
