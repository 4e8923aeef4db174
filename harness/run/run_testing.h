/* run_testing.h: a minimal device stands in for Metal, for tests of what becomes of a case whose device
 * misbehaves. It defines the functions of metal.h that a worker uses, so one file of a test includes it; its
 * "kernels" do what a word in their source says. */
#ifndef ASSAY_RUN_TESTING_H
#define ASSAY_RUN_TESTING_H
#include "../base/text.h"
#include "execute.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

/* ---- The device */

struct metal_device {
    int unused;
};
struct metal_library {
    char *source;
};
struct metal_pipeline {
    const char *source;
};
struct metal_buffer {
    uint8_t *contents;
    size_t length;
};
struct metal_commands {
    const char *source;
    metal_buffer *buffer[4];
    size_t offset[4];
    uint32_t threads;
    uint8_t bytes[64]; /* set last */
    size_t byte_count;
};

/* What the device was given last. */
static struct {
    text source;
    uint32_t data[8], third[8]; /* of the buffers with the indices 0 and 2 */
    uint8_t bytes[64];
    size_t byte_count;
    size_t constant_count;
    metal_constant constant; /* the last one, */
    uint32_t word;           /* and its value */
    double patience;         /* seconds */
} given;

/* The program alone: the header names the same words. */
static bool says(const char *source, const char *word)
{
    const char *program = strstr(source, "kernel void");
    return program && strstr(program, word);
}

static uint32_t oldest_taken; /* language version */

metal_library *metal_library_create(metal_device *device, const metal_compile *compile, char **diagnostics,
                                    assay_error *error)
{
    (void)device;
    const char *problem =
        says(compile->source, "REFUSED")     ? "program_source:7:1: error: refused\n"
        : says(compile->source, "ELSEWHERE") ? "program_source:1:1: error: refused\n"
        : says(compile->source, "IN_HEADER") ? "metal_x:9:5: error: refused\nprogram_source:7:1: note: requested here\n"
        : says(compile->source, "NOTED")
            ? "program_source:1:1: error: refused\nprogram_source:7:1: note: declared here\n"
        : says(compile->source, "WARNED")
            ? "metal_x:9:5: error: refused\nprogram_source:1:1: warning: odd\nprogram_source:7:1: note: declared here\n"
        : says(compile->source, "BEHIND") ? "metal_x:9:5: error: refused\nprogram_source:71:1: note: requested here\n"
        : says(compile->source, "GAP")    ? "program_source:7:1: error: not there yet\n"
        : says(compile->source, "BROKEN") ? "Stack dump:\n0. Program arguments"
        : says(compile->source, "GONE")   ? "Unable to reach MTLCompilerService. The process is unavailable"
        : compile->msl && compile->msl < oldest_taken                  ? "error: no such language version"
        : says(compile->source, "NEEDS_2_4") && compile->msl < 0x20004 ? "program_source:7:1: error: unknown name"
                                                                       : NULL;
    if (diagnostics)
        *diagnostics = text_copy(problem);
    if (problem) {
        assay_fail(error, NULL, 0, "does not compile");
        error->cause = says(compile->source, "GAP") ? CAUSE_GAP : CAUSE_OTHER;
        return NULL;
    }
    text_free(&given.source);
    text_add(&given.source, compile->source);
    metal_library *library = calloc(1, sizeof *library);
    bool wrong = says(compile->source, "OFF_WITH_2_1") && compile->msl == 0x20001;
    library->source = text_copy(wrong ? "kernel void k WRONG" : compile->source);
    return library;
}

/* A file whose name is its program. */
metal_library *metal_library_open(metal_device *device, const char *path, assay_error *error)
{
    (void)device;
    if (strstr(path, "MISSING")) {
        assay_fail(error, path, 0, "is not loaded");
        return NULL;
    }
    metal_library *library = calloc(1, sizeof *library);
    library->source = text_copy(path);
    return library;
}

void metal_library_destroy(metal_library *library)
{
    if (library)
        free(library->source);
    free(library);
}

size_t metal_library_function_count(const metal_library *library)
{
    return library != NULL;
}
const char *metal_library_function_name(const metal_library *library, size_t n)
{
    return library && !n ? "k" : "";
}

char *metal_library_annotation(const metal_library *library, const char *function)
{
    return library && strcmp(function, "k") == 0 ? strdup("words") : NULL;
}

metal_pipeline *metal_pipeline_create(metal_library *library, const char *function, const metal_constant *constants,
                                      size_t count, const metal_wishes *wishes, assay_error *error)
{
    (void)wishes;
    given.constant_count = count;
    if (count) {
        given.constant = constants[count - 1];
        memcpy(&given.word, constants[count - 1].value, sizeof given.word);
    }
    if (says(library->source, "PIPELESS")) {
        assay_fail(error, NULL, 0, "no pipeline for `%s`", function);
        return NULL;
    }
    if (says(library->source, "SHATTERED")) {
        assay_fail(error, NULL, 0, "no pipeline for `%s`: Compiler encountered an internal error", function);
        return NULL;
    }
    metal_pipeline *pipeline = calloc(1, sizeof *pipeline);
    pipeline->source = library->source;
    return pipeline;
}

void metal_pipeline_destroy(metal_pipeline *pipeline)
{
    free(pipeline);
}
uint32_t metal_pipeline_simd_width(const metal_pipeline *pipeline)
{
    return says(pipeline->source, "WIDE") ? 64 : says(pipeline->source, "NARROW") ? 8 : 32;
}
uint32_t metal_pipeline_max_threads(const metal_pipeline *pipeline)
{
    return says(pipeline->source, "SMALL") ? 4 : 1024;
}
uint32_t metal_pipeline_threadgroup_memory(const metal_pipeline *pipeline)
{
    return pipeline == NULL;
}

static int buffers_alive;

metal_buffer *metal_buffer_create(metal_device *device, size_t length, assay_error *error)
{
    (void)device, (void)error;
    metal_buffer *buffer = calloc(1, sizeof *buffer);
    buffer->contents = calloc(1, length);
    buffer->length = length;
    buffers_alive++;
    return buffer;
}

void metal_buffer_destroy(metal_buffer *buffer)
{
    if (buffer) {
        free(buffer->contents);
        buffers_alive--;
    }
    free(buffer);
}

void *metal_buffer_contents(metal_buffer *buffer)
{
    return buffer->contents;
}
size_t metal_buffer_length(const metal_buffer *buffer)
{
    return buffer->length;
}

metal_texture *metal_texture_create(metal_device *device, const char *format, const metal_shape *shape, metal_use use,
                                    assay_error *error)
{
    (void)device, (void)format, (void)shape, (void)use;
    assay_fail(error, NULL, 0, "no textures here");
    return NULL;
}

metal_texture *metal_texture_view(metal_texture *texture, const char *format, const metal_view *view,
                                  assay_error *error)
{
    (void)texture, (void)view;
    return metal_texture_create(NULL, format, NULL, METAL_READ, error);
}

metal_texture *metal_texture_of_buffer(metal_buffer *buffer, size_t offset, const char *format, uint32_t width,
                                       bool writable, assay_error *error)
{
    (void)buffer, (void)offset, (void)width;
    return metal_texture_create(NULL, format, NULL, (metal_use){.written = writable}, error);
}

bool metal_blit_copy(metal_commands *commands, const metal_place *from, const metal_place *to, const uint32_t size[3],
                     assay_error *error)
{
    (void)commands, (void)from, (void)to, (void)size;
    return assay_fail(error, NULL, 0, "no blits here");
}
bool metal_blit_fill(metal_commands *commands, const metal_place *place, size_t length, uint8_t value,
                     assay_error *error)
{
    (void)length, (void)value;
    return metal_blit_copy(commands, NULL, place, NULL, error);
}
bool metal_blit_mipmaps(metal_commands *commands, metal_texture *texture, assay_error *error)
{
    (void)texture;
    return metal_blit_copy(commands, NULL, NULL, NULL, error);
}

metal_sampler *metal_sampler_create(metal_device *device, const metal_sampling *sampling, assay_error *error)
{
    (void)device, (void)sampling;
    assay_fail(error, NULL, 0, "no samplers here");
    return NULL;
}
void metal_sampler_destroy(metal_sampler *sampler)
{
    (void)sampler;
}

metal_table *metal_table_create(const metal_pipeline *pipeline, const char *const *functions, size_t count,
                                assay_error *error)
{
    (void)pipeline, (void)functions, (void)count;
    assay_fail(error, NULL, 0, "no tables here");
    return NULL;
}
void metal_table_destroy(metal_table *table)
{
    (void)table;
}

metal_arguments *metal_arguments_create(metal_device *device, const metal_pipeline *pipeline, uint32_t index,
                                        assay_error *error)
{
    (void)device, (void)pipeline, (void)index;
    assay_fail(error, NULL, 0, "no argument buffers here");
    return NULL;
}
metal_arguments *metal_arguments_create_plain(metal_device *device, size_t count, assay_error *error)
{
    (void)device, (void)count, (void)error;
    return NULL;
}

void metal_arguments_tensor(metal_arguments *arguments, metal_tensor *tensor, uint32_t id)
{
    (void)arguments, (void)tensor, (void)id;
}

void metal_arguments_destroy(metal_arguments *arguments)
{
    (void)arguments;
}
void metal_arguments_buffer(metal_arguments *arguments, metal_buffer *buffer, size_t offset, uint32_t id)
{
    (void)arguments, (void)buffer, (void)offset, (void)id;
}
void metal_arguments_texture(metal_arguments *arguments, metal_texture *texture, uint32_t id)
{
    (void)arguments, (void)texture, (void)id;
}
void metal_arguments_sampler(metal_arguments *arguments, metal_sampler *sampler, uint32_t id)
{
    (void)arguments, (void)sampler, (void)id;
}
void metal_arguments_table(metal_arguments *arguments, metal_table *table, uint32_t id)
{
    (void)arguments, (void)table, (void)id;
}
bool metal_arguments_data(metal_arguments *arguments, const void *bytes, size_t length, uint32_t id)
{
    (void)arguments, (void)bytes, (void)length, (void)id;
    return false;
}

/* Every argument `data` has the index 0; there are no others. */
bool metal_pipeline_index(const metal_pipeline *pipeline, const char *path, uint32_t *index)
{
    (void)pipeline;
    *index = 0;
    return strcmp(path, "data") == 0;
}

char *metal_pipeline_signature(const metal_pipeline *pipeline)
{
    (void)pipeline;
    return text_copy("buffer 0 read uint data; buffer 1 write uint result");
}

char *metal_library_constants(const metal_library *library, const char *function)
{
    (void)library;
    return strcmp(function, "k") == 0 ? text_copy("uint pace 3 required") : NULL;
}

void metal_texture_destroy(metal_texture *texture)
{
    (void)texture;
}
size_t metal_texture_pixel_size(const metal_texture *texture)
{
    return texture == NULL;
}
bool metal_texture_write(metal_texture *texture, const void *pixels, assay_error *error)
{
    (void)texture, (void)pixels, (void)error;
    return true;
}
bool metal_texture_read(metal_texture *texture, void *pixels, assay_error *error)
{
    (void)texture, (void)pixels, (void)error;
    return true;
}

static int commands_left = 1 << 20; /* that the device makes before it has no more */

metal_commands *metal_commands_create(metal_device *device, metal_order order, assay_error *error)
{
    (void)device, (void)order;
    if (commands_left-- > 0)
        return calloc(1, sizeof(metal_commands));
    assay_fail(error, NULL, 0, "no more commands");
    return NULL;
}

metal_commands *metal_commands_create4(metal_device *device, metal_order order, assay_error *error)
{
    return metal_commands_create(device, order, error);
}

metal_tensor *metal_tensor_create(metal_device *device, metal_tensor_plane data, metal_tensor_plane scales,
                                  const metal_tensor_shape *shape, assay_error *error)
{
    (void)device;
    (void)data;
    (void)scales;
    (void)shape;
    assay_fail(error, NULL, 0, "no tensors here");
    return NULL;
}

void metal_tensor_destroy(metal_tensor *tensor)
{
    (void)tensor;
}

void metal_set_tensor(metal_commands *commands, metal_tensor *tensor, uint32_t index)
{
    (void)commands;
    (void)tensor;
    (void)index;
}

bool metal_uses_host4(const metal_device *device)
{
    (void)device;
    return false;
}

bool metal_next_encoder(metal_commands *commands, assay_error *error)
{
    (void)commands, (void)error;
    return true;
}

void metal_barrier(metal_commands *commands, bool buffers, bool textures)
{
    (void)commands, (void)buffers, (void)textures;
}

void metal_barrier_of(metal_commands *commands, const metal_resource *resources, size_t count)
{
    (void)commands, (void)resources, (void)count;
}

void metal_commands_destroy(metal_commands *commands)
{
    free(commands);
}
void metal_set_pipeline(metal_commands *commands, metal_pipeline *pipeline)
{
    commands->source = pipeline->source;
}

void metal_set_buffer(metal_commands *commands, metal_buffer *buffer, size_t offset, uint32_t index)
{
    commands->buffer[index] = buffer;
    commands->offset[index] = offset;
    assert_int_equal(offset % 256, 0);
    assert_true(offset < buffer->length);
}

void metal_set_bytes(metal_commands *commands, const void *bytes, size_t length, uint32_t index)
{
    (void)index;
    assert_true(length <= sizeof commands->bytes);
    memcpy(commands->bytes, bytes, length);
    commands->byte_count = length;
}

void metal_set_texture(metal_commands *commands, metal_texture *texture, uint32_t index)
{
    (void)commands, (void)texture, (void)index;
}

void metal_set_table(metal_commands *commands, metal_table *table, uint32_t index)
{
    (void)commands, (void)table, (void)index;
}

void metal_set_sampler(metal_commands *commands, metal_sampler *sampler, uint32_t index)
{
    (void)commands, (void)sampler, (void)index;
}

void metal_set_arguments(metal_commands *commands, metal_arguments *arguments, uint32_t index)
{
    (void)commands, (void)arguments, (void)index;
}

void metal_set_stage_in_region(metal_commands *commands, const uint32_t size[3])
{
    (void)commands, (void)size;
}

void metal_set_threadgroup_memory(metal_commands *commands, size_t length, uint32_t index)
{
    (void)commands, (void)length, (void)index;
}

void metal_dispatch_threads(metal_commands *commands, const uint32_t threads[3], const uint32_t threadgroup[3])
{
    (void)threadgroup;
    commands->threads = threads[0];
}

void metal_dispatch_indirect(metal_commands *commands, metal_buffer *buffer, size_t offset,
                             const uint32_t threadgroup[3])
{
    (void)commands, (void)buffer, (void)offset, (void)threadgroup;
}

void metal_dispatch_groups(metal_commands *commands, const uint32_t groups[3], const uint32_t threadgroup[3])
{
    commands->threads = groups[0] * threadgroup[0];
}

static uint8_t *contents(const metal_commands *commands, int index)
{
    return commands->buffer[index] ? commands->buffer[index]->contents + commands->offset[index] : NULL;
}

static void remember(const metal_commands *commands)
{
    if (contents(commands, 0))
        memcpy(given.data, contents(commands, 0), sizeof given.data);
    if (contents(commands, 2))
        memcpy(given.third, contents(commands, 2), sizeof given.third);
    memcpy(given.bytes, commands->bytes, sizeof given.bytes);
    given.byte_count = commands->byte_count;
}

/* result[i] = data[i], but for what the source says; data may be one word by setBytes. */
static void copy(const metal_commands *commands, const char *source)
{
    uint8_t *in = contents(commands, 0), *out = contents(commands, 1);
    size_t size = commands->threads * sizeof(uint32_t);
    for (size_t at = 0; !in && at < size; at += sizeof(uint32_t))
        memcpy(out + at, commands->bytes, sizeof(uint32_t));
    if (in)
        memcpy(out, in, says(source, "LAZY") ? size - 4 : size);
    if (says(source, "WRONG"))
        out[8] ^= 1;
    if (says(source, "BEYOND"))
        out[size] ^= 1;
    if (says(source, "BEFORE"))
        out[-1] ^= 1;
    if (says(source, "FAR_BACK"))
        out[-4096] ^= 1;
    if (says(source, "INPUT"))
        in[0] ^= 1;
    if (says(source, "POISONED")) /* really writes what happens to be the poison */
        memset(out, 0xa5, 4);
}

metal_commands *metal_commands_create_logging(metal_device *device, metal_order order, metal_log *log,
                                              assay_error *error)
{
    (void)log;
    return metal_commands_create(device, order, error);
}

struct metal_log {
    size_t count;
};

metal_log *metal_log_create(metal_device *device, const metal_log_options *options, assay_error *error)
{
    (void)device, (void)options, (void)error;
    metal_log *log = calloc(1, sizeof *log);
    if (log)
        log->count = 2;
    return log;
}

void metal_log_destroy(metal_log *log)
{
    free(log);
}

size_t metal_log_wait(metal_log *log, size_t count)
{
    (void)count;
    return log->count;
}

const char *metal_log_line(const metal_log *log, size_t n)
{
    (void)log;
    return n ? "error [:] 1,2,  3" : "info [a.b:c d] twice";
}

void metal_commands_run(metal_commands *commands, double seconds, metal_result *result)
{
    given.patience = seconds;
    *result = (metal_result){.status = METAL_COMPLETED, .gpu_seconds = 0.5};
    const char *source = commands->source ? commands->source : "";
    if (says(source, "LATER") && commands->threads < 1000) /* only in a sweep */
        source = "";
    if (commands->source) {
        remember(commands);
        copy(commands, source);
    }
    if (says(source, "FINDING"))
        result->finding[result->finding_count++] = (metal_finding){.kind = "race", .text = "race in k"},
        result->finding[result->finding_count++] = (metal_finding){.kind = "race", .text = "race in j"};
    if (says(source, "HANG"))
        *result = (metal_result){.status = METAL_TIMED_OUT, .message = "late"};
    if (says(source, "STOPPED"))
        *result = (metal_result){.status = METAL_ERROR, .code = 2, .message = "hang"};
    if (says(source, "FAULT"))
        *result = (metal_result){.status = METAL_ERROR, .code = 3, .message = "page fault\nat 0"};
    static unsigned submissions;
    if (says(source, "INNOCENT") || (says(source, "ONCE_A_VICTIM") && submissions++ == 0))
        *result = (metal_result){.status = METAL_ERROR, .code = 1, .innocent = true, .message = "innocent"};
}

/* ---- Running a case file */

/* Line 7 is the first of the program. */
static const char header[] = "//! title:     a copy\n"
                             "//! dispatch:  threads 8, threadgroup 8\n"
                             "//! in:        data uint[8] = values 1 2 3 4 5 6 7 8\n"
                             "//! out:       result uint[8]\n"
                             "//! expect:    result = values 1 2 3 4 5 6 7 8\n"
                             "\n";
static const char kernel[] = "kernel void k(device const uint *data, device uint *result) {}\n";

static wire_job wishes;         /* what is asked of the next job beside its seed and time */
static executor device_of_next; /* and of its device: what it tells */
static int lock_of_next = -1;   /* and who else uses it */
static bool mutant_is_next;     /* the first of the file */

static inline outcome run_text(const char *content, bool checked, bool tamper)
{
    char path[] = "/tmp/assay-execute-XXXXXX.metal";
    assay_error error = {0};
    outcome outcome = {0};
    size_t count;
    int descriptor = mkstemps(path, 6);
    assert_true(descriptor >= 0 && write(descriptor, content, strlen(content)) == (ssize_t)strlen(content));
    close(descriptor);
    case_file *file = case_file_read(path, NULL, &error);
    unlink(path);
    if (!file)
        fail_msg("%s:%d: %s", error.file, error.line, error.text);
    metal_device device = {0};
    metal_facts facts = {.name = "fake", .msl = 0x30000, .max_threads = {1024, 1024, 1024}, .math_modes = true};
    executor on = device_of_next;
    on.device = &device;
    on.facts = &facts;
    on.simd_width = 32;
    on.checked = checked;
    on.lock = lock_of_next;
    wire_job job = wishes;
    job.seed = job.seed ? job.seed : 1;
    job.timeout = 1;
    job.tamper = tamper;
    const case_mutant *mutant = mutant_is_next ? case_file_mutants(file, &count) : NULL;
    execute_case(&on, case_file_cases(file, &count), mutant, &job, 0, false, &outcome);
    case_file_destroy(file);
    return outcome;
}

static inline outcome run_word(const char *word, bool checked)
{
    text content = {0};
    text_format(&content, "%s%s// %s\n", header, kernel, word);
    outcome outcome = run_text(text_string(&content), checked, false);
    text_free(&content);
    return outcome;
}

static inline void expect_end(const char *word, verdict verdict, failure_kind kind, const char *summary)
{
    char text[2048];
    outcome outcome = run_word(word, false);
    outcome_summary(&outcome, text, sizeof text);
    if (outcome.verdict != verdict || outcome.kind != kind || !strstr(text, summary))
        fail_msg("%s ended in %s (kind %d): %s", word, verdict_name(outcome.verdict), outcome.kind, text);
    outcome_clear(&outcome);
}
#endif
