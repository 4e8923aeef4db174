/* gpu_log.c: messages of os_log on their way to the host, which reads launch.log. */
#include "gpu_thread.h"

static uint32_t length_of(const char *text)
{
    uint32_t n = 0;
    while (text && text[n])
        n++;
    return n + 1;
}

static uint8_t *put(uint8_t *at, const char *text, uint32_t length)
{
    for (uint32_t i = 0; i < length; i++)
        at[i] = i + 1 < length ? (uint8_t)text[i] : 0;
    return at + length;
}

/* Adds a message, which is lost where the log has no room for all of it. */
static void put_message(sm_cuda_log *log, uint32_t type, const char *subsystem, const char *category,
                        const char *format, const uint64_t *words, uint32_t count)
{
    uint32_t first = length_of(subsystem), second = length_of(category), third = length_of(format);
    uint32_t strings = first + second + third;
    uint32_t length = (uint32_t)((sizeof(sm_cuda_message) + strings + 7) / 8 * 8 + 8 * count);
    uint32_t start = __scoped_atomic_fetch_add(&log->used, length, __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE);
    if (start > log->size || length > log->size - start) {
        __scoped_atomic_fetch_add(&log->dropped, 1u, __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE);
        return;
    }
    sm_cuda_message *message = (sm_cuda_message *)(void *)(log->bytes + start);
    *message = (sm_cuda_message){
        .length = length, .type = type | (subsystem ? 0 : 1u << 31), .count = count, .strings = strings};
    uint8_t *at = put((uint8_t *)(message + 1), subsystem, first);
    put(put(at, category, second), format, third);
    uint64_t *value = (uint64_t *)(void *)((uint8_t *)message + length - 8 * count);
    for (uint32_t i = 0; i < count; i++)
        value[i] = words[i];
}

/* The group is the caller's: code for GPUs passes it first (compiler/backend/passes/lower.c). */
DEVICE void sm_cuda_log_message(const sm_threadgroup *group, uint32_t type, const char *subsystem, const char *category,
                                const char *format, const uint64_t *words, uint32_t count)
{
    const sm_launch *launch =
        (const sm_launch *)(const void *)((const char *)group->dispatch - offsetof(sm_launch, dispatch));
    if (launch->log && (type > 4 ? 2 : type) >= launch->log->lowest)
        put_message(launch->log, type, subsystem, category, format, words, count);
}
