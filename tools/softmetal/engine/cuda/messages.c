/* messages.c: takes the messages of a launch out of the memory that the GPU wrote them to. */
#include "messages.h"
#include "../visible.h"
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { SIZE = 1 << 20 };

sm_cuda_log *sm_cuda_log_start(const sm_log *log)
{
    static sm_cuda_log *buffer; /* launches follow each other */
    if (!buffer)
        buffer = sm_visible_allocate(sizeof *buffer + SIZE);
    if (buffer)
        *buffer = (sm_cuda_log){.size = SIZE, .lowest = log->lowest};
    return buffer;
}

/* One copy of each string for the life of the process: formats are as many as programs have. */
static const char *keep(const char *text)
{
    static struct kept {
        struct kept *next;
        char text[];
    } * all;
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    pthread_mutex_lock(&lock);
    struct kept *found = all;
    while (found && strcmp(found->text, text) != 0)
        found = found->next;
    if (!found && (found = malloc(sizeof *found + strlen(text) + 1))) {
        strcpy(found->text, text);
        found->next = all;
        all = found;
    }
    pthread_mutex_unlock(&lock);
    return found ? found->text : "(no memory for this message)";
}

void sm_cuda_log_finish(const sm_cuda_log *from, sm_log *log, const void *owner)
{
    uint32_t used = from->used < from->size ? from->used : from->size;
    for (uint32_t at = 0; used - at >= sizeof(sm_cuda_message);) {
        const sm_cuda_message *m = (const sm_cuda_message *)(const void *)(from->bytes + at);
        if (m->length < sizeof *m || m->length > used - at)
            break; /* the first that did not fit */
        const char *subsystem = (const char *)(m + 1), *category = subsystem + strlen(subsystem) + 1,
                   *format = category + strlen(category) + 1;
        bool missing = m->type >> 31;
        const sm_message message = {.type = m->type & 0x7fffffff,
                                    .subsystem = missing ? NULL : keep(subsystem),
                                    .category = missing ? NULL : keep(category),
                                    .text = keep(format)};
        sm_log_put(log, owner, &message, (const uint64_t *)(const void *)((const char *)m + m->length - 8 * m->count),
                   m->count);
        at += m->length;
    }
    if (from->dropped)
        sm_log_lose(log, from->dropped);
}
