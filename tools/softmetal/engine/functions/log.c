/* log.c: the buffer that messages of os_log wait in, and their way into it. A message is a run of words: its length and
 * type, owner, subsystem, category, format, and the values. Strings are constants of the kernel, which lives until its
 * command buffer has ended, so their addresses will do. */
#include "log.h"
#include "../fault.h"
#include "../thread.h"
#include "log_text.h"
#include <stdlib.h>
#include <string.h>

enum { LENGTH, OWNER, SUBSYSTEM, CATEGORY, FORMAT, VALUES };

void sm_log_init(sm_log *log, size_t bytes, uint32_t lowest)
{
    *log = (sm_log){.size = bytes / sizeof *log->words, .lowest = lowest};
    pthread_mutex_init(&log->lock, NULL);
}

void sm_log_free(sm_log *log)
{
    free(log->words);
    pthread_mutex_destroy(&log->lock);
}

static uint64_t word_of(const void *pointer)
{
    return (uint64_t)(uintptr_t)pointer;
}

static const char *string_of(uint64_t word)
{
    return (const char *)(uintptr_t)word;
}

/* Where a message of so many words goes, with the lock held; NULL if there is no space. */
static uint64_t *reserve(sm_log *log, size_t length)
{
    if (!log->words && !(log->words = malloc(log->size * sizeof *log->words)))
        log->size = 0;
    log->full |= length > log->size - log->used;
    if (log->full && !(sm_fault(SM_FAULT_log_full_overwrites) && length <= log->size)) {
        log->dropped++;
        return NULL;
    }
    if (log->full)
        log->used = 0;
    uint64_t *at = log->words + log->used;
    log->used += length;
    return at;
}

void sm_log_put(sm_log *log, const void *owner, const sm_message *message, const uint64_t *words, uint32_t count)
{
    uint32_t type = message->type > 4 ? 2 : message->type;
    if (!log || type < log->lowest)
        return;
    size_t length = VALUES + count;
    pthread_mutex_lock(&log->lock);
    uint64_t *at = reserve(log, length);
    if (at) {
        at[LENGTH] = length | (uint64_t)type << 32;
        at[OWNER] = word_of(owner);
        at[SUBSYSTEM] = word_of(message->subsystem);
        at[CATEGORY] = word_of(message->category);
        at[FORMAT] = word_of(message->text);
        memcpy(at + VALUES, words, count * sizeof *words);
    }
    pthread_mutex_unlock(&log->lock);
}

void sm_log_lose(sm_log *log, uint32_t messages)
{
    pthread_mutex_lock(&log->lock);
    log->dropped += messages;
    pthread_mutex_unlock(&log->lock);
}

void sm_log_message(uint32_t type, const char *subsystem, const char *category, const char *format,
                    const uint64_t *words, uint32_t count)
{
    const sm_dispatch *dispatch = sm_current_group()->dispatch;
    const sm_message message = {.type = type, .subsystem = subsystem, .category = category, .text = format};
    sm_log_put(dispatch->log, dispatch->log_owner, &message, words, count);
}

void sm_log_begin(sm_log *log)
{
    pthread_mutex_lock(&log->lock);
    log->owners++;
    pthread_mutex_unlock(&log->lock);
}

static void give(const uint64_t *at, void (*take)(const sm_message *, void *), void *data)
{
    size_t count = (uint32_t)at[LENGTH] - VALUES;
    uint32_t type = at[LENGTH] >> 32;
    char *text = sm_log_text(string_of(at[FORMAT]), at + VALUES, count);
    sm_message message = {.type = sm_fault(SM_FAULT_log_type_lost) ? 2 : type,
                          .subsystem = string_of(at[SUBSYSTEM]),
                          .category = string_of(at[sm_fault(SM_FAULT_log_category_subsystem) ? SUBSYSTEM : CATEGORY]),
                          .text = text ? text : "(no memory for this message)"};
    if (!message.subsystem && sm_fault(SM_FAULT_log_default_named))
        message.subsystem = message.category = "metal";
    take(&message, data);
    free(text);
}

/* The owner's messages, copied one after another, so that no lock is held while they are taken. */
static uint64_t *copy_of(sm_log *log, const void *owner, size_t *size)
{
    uint64_t *copy = log->used ? malloc(log->used * sizeof *copy) : NULL;
    *size = 0;
    for (size_t at = 0; copy && at < log->used; at += (uint32_t)log->words[at]) {
        size_t length = (uint32_t)log->words[at];
        if (log->words[at + OWNER] != word_of(owner))
            continue;
        memcpy(copy + *size, log->words + at, length * sizeof *copy);
        *size += length;
    }
    return copy;
}

size_t sm_log_end(sm_log *log, const void *owner, void (*take)(const sm_message *, void *), void *data)
{
    size_t size;
    pthread_mutex_lock(&log->lock);
    uint64_t *messages = copy_of(log, owner, &size);
    size_t dropped = log->dropped + (log->used && !messages);
    log->dropped = 0;
    if (--log->owners == 0) {
        log->used = 0;
        log->full = false;
    }
    pthread_mutex_unlock(&log->lock);
    for (size_t at = 0; at < size; at += (uint32_t)messages[at])
        give(messages + at, take, data);
    free(messages);
    return dropped;
}
