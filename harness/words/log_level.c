/* log_level.c: MTLLogLevel in the words of MSL's log_type (6.20). */
#include "words.h"
#include <string.h>

static const char *const levels[] = {"undefined", "debug", "info", "default", "error", "fault"};
enum { LEVELS = sizeof levels / sizeof *levels };

const char *metal_log_level_name(uint32_t level)
{
    return levels[level < LEVELS ? level : 0];
}

bool metal_log_level(const char *name, uint32_t *level)
{
    for (uint32_t n = 1; n < LEVELS; n++)
        if (strcmp(name, levels[n]) == 0) {
            *level = n;
            return true;
        }
    return false;
}
