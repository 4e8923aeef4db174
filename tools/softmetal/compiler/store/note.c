/* note.c: the log of the compiler. */
#include "note.h"
#include "../../engine/settings.h"
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

void sm_note(const char *format, ...)
{
    const char *path = sm_device_settings()->log;
    FILE *to = !path ? NULL : strcmp(path, "-") == 0 ? stderr : fopen(path, "a");
    if (!to)
        return;
    va_list list;
    va_start(list, format);
    fputs("softmetal: ", to);
    vfprintf(to, format, list);
    fputc('\n', to);
    va_end(list);
    if (to != stderr)
        fclose(to);
}

double sm_note_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}
