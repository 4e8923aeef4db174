/* log.h: messages of os_log (MSL 6.20). A kernel puts them into a buffer, as format and values; who owns the buffer
 * takes them out as text once the dispatches that wrote them have ended. */
#ifndef SOFTMETAL_LOG_H
#define SOFTMETAL_LOG_H
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A log buffer. Several owners (command buffers) may share one. */
typedef struct sm_log {
    pthread_mutex_t lock;
    uint64_t *words; /* made with the first message */
    size_t size;     /* words it holds */
    size_t used;
    size_t dropped; /* messages, since the last end; what follows the first is dropped until the buffer is emptied */
    bool full;
    uint32_t lowest; /* messages of lower types are not wanted: 0 (debug) to 4 (fault) */
    size_t owners;   /* that run now */
} sm_log;

typedef struct sm_message {
    uint32_t type;                           /* enum log_type */
    const char *subsystem, *category, *text; /* the first two NULL for os_log_default */
} sm_message;

/* The smallest buffer, in bytes, and that of a log without a size. */
enum { SM_LOG_LEAST = 1024, SM_LOG_USUAL = 1 << 20 };

void sm_log_init(sm_log *log, size_t bytes, uint32_t lowest);
void sm_log_free(sm_log *log);
/* Around the dispatches of an owner. At the end `take` gets its messages, those of one thread in order, and the number
 * of messages that were dropped since the last end is returned. The space is free again when no owner is running. */
void sm_log_begin(sm_log *log);
size_t sm_log_end(sm_log *log, const void *owner, void (*take)(const sm_message *, void *), void *data);

/* Puts a message of a lower type than is wanted nowhere. Strings must live as long as the owner's dispatches. */
void sm_log_put(sm_log *log, const void *owner, const sm_message *message, const uint64_t *words, uint32_t count);
void sm_log_lose(sm_log *log, uint32_t messages); /* that many did not fit */

/* What compiled kernels call. */
void sm_log_message(uint32_t type, const char *subsystem, const char *category, const char *format,
                    const uint64_t *words, uint32_t count);
#endif
