/* logging.c: what kernels log (MSL 6.20), kept by a handler of a log state. */
#include "../client.h"
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct metal_log {
    id object; /* MTLLogState */
    const metal_device *device;
    pthread_mutex_t lock; /* guards what follows: the handler runs on a thread of the device */
    char **line;
    size_t count;
};

enum { WAIT_MILLISECONDS = 2000 };

static void keep(const client_block *self, id subsystem, id category, NSInteger level, id message)
{
    metal_log *log = self->context;
    const char *part[] = {metal_log_level_name((uint32_t)level), runtime_text(subsystem), runtime_text(category),
                          runtime_text(message)};
    size_t size = strlen(part[0]) + strlen(part[1]) + strlen(part[2]) + strlen(part[3]) + sizeof " [:] ";
    char *line = malloc(size);
    if (!line)
        return;
    snprintf(line, size, "%s [%s:%s] %s", part[0], part[1], part[2], part[3]);
    pthread_mutex_lock(&log->lock);
    char **grown = realloc(log->line, (log->count + 1) * sizeof *grown);
    if (grown) {
        log->line = grown;
        grown[log->count++] = line;
    } else {
        free(line);
    }
    pthread_mutex_unlock(&log->lock);
}

static id make_state(metal_device *device, const metal_log_options *options, assay_error *error)
{
    id descriptor = ns_new(runtime_class(CLASS_MTLLogStateDescriptor)), problem = NULL;
    log_set_level(descriptor, options->level ? (NSInteger)options->level : 1);
    if (options->bytes)
        log_set_size(descriptor, (NSInteger)options->bytes);
    id object = device_new_log(device->object, descriptor, &problem);
    ns_release(descriptor);
    if (!object)
        assay_fail(error, NULL, 0, "the device makes no log state: %s", runtime_error_text(problem));
    return object;
}

metal_log *metal_log_create(metal_device *device, const metal_log_options *options, assay_error *error)
{
    static const client_block_layout layout = {0, sizeof(client_block), NULL};
    if (!runtime_responds(device->object, METHOD_device_new_log)) {
        assay_fail(error, NULL, 0, "this system's Metal has no MTLLogState, which came with macOS 15");
        return NULL;
    }
    metal_log *log = calloc(1, sizeof *log);
    if (!log) {
        assay_fail(error, NULL, 0, "out of memory");
        return NULL;
    }
    id pool = runtime_pool_open();
    log->device = device;
    pthread_mutex_init(&log->lock, NULL);
    log->object = make_state(device, options, error);
    client_block handler = client_block_make(device, &layout, (void (*)(void))keep, log);
    if (log->object)
        log_add_handler(log->object, (id)&handler);
    runtime_pool_close(pool);
    if (log->object)
        return log;
    metal_log_destroy(log);
    return NULL;
}

void metal_log_destroy(metal_log *log)
{
    if (!log)
        return;
    if (log->object)
        ns_release(log->object);
    pthread_mutex_lock(&log->lock);
    for (size_t n = 0; n < log->count; n++)
        free(log->line[n]);
    free(log->line);
    log->line = NULL;
    log->count = 0;
    pthread_mutex_unlock(&log->lock);
    if (!log->device->facts.software)
        return; /* a GPU's messages may come later than the end of their commands: the log has to be there */
    pthread_mutex_destroy(&log->lock);
    free(log);
}

static size_t count_of(metal_log *log)
{
    pthread_mutex_lock(&log->lock);
    size_t count = log->count;
    pthread_mutex_unlock(&log->lock);
    return count;
}

size_t metal_log_wait(metal_log *log, size_t count)
{
    for (int waited = 0; count_of(log) < count && waited < WAIT_MILLISECONDS && !log->device->facts.software; waited++)
        nanosleep(&(struct timespec){0, 1000000}, NULL);
    return count_of(log);
}

const char *metal_log_line(const metal_log *log, size_t n)
{
    return log->line[n];
}

id client_log_state(metal_log *log)
{
    return log->object;
}
