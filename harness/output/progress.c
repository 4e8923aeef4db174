/* progress.c: the live line of a run on a terminal. Drawn at most five times a second, erased before anything else is
 * printed. */
#include "progress.h"

void progress_begin(progress *progress, FILE *out, bool live, size_t total, double now)
{
    *progress = (struct progress){.out = out, .live = live, .total = total, .started = now};
}

const char *progress_duration(double seconds, char *buffer, size_t size)
{
    unsigned long whole = (unsigned long)(seconds + 0.5);
    if (seconds < 10)
        snprintf(buffer, size, "%.1f s", seconds);
    else if (whole < 60)
        snprintf(buffer, size, "%lu s", whole);
    else if (whole < 3600)
        snprintf(buffer, size, "%lu min %lu s", whole / 60, whole % 60);
    else
        snprintf(buffer, size, "%lu h %lu min", whole / 3600, whole / 60 % 60);
    return buffer;
}

static void erase(progress *progress)
{
    if (progress->shown)
        fputs("\r\033[K", progress->out);
    progress->shown = false;
}

void progress_tick(progress *progress, double now)
{
    if (!progress->live || now - progress->drawn < 0.2)
        return;
    progress->drawn = now;
    erase(progress);
    char left[64] = "";
    double elapsed = now - progress->started;
    fprintf(progress->out, "%zu/%zu", progress->done, progress->total);
    if (progress->failed)
        fprintf(progress->out, "  %zu failed", progress->failed);
    if (progress->skipped)
        fprintf(progress->out, "  %zu skipped", progress->skipped);
    if (progress->done && elapsed > 1)
        fprintf(progress->out, "  %s left",
                progress_duration(elapsed / (double)progress->done * (double)(progress->total - progress->done), left,
                                  sizeof left));
    fflush(progress->out);
    progress->shown = true;
}

void progress_print(progress *progress, const char *text)
{
    erase(progress);
    fputs(text, progress->out);
    fflush(progress->out);
}

void progress_end(progress *progress)
{
    erase(progress);
    fflush(progress->out);
}
