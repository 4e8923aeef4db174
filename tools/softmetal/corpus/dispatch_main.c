/* dispatch_main.c: runs kernels of one MSL source on inputs from files, through the public API. Called by
 * tools/corpus-run. softmetal-dispatch < JOB A job is lines, executed in order: source FILE · msl MAJOR.MINOR      the
 * program constant NAME:TYPE=VALUE           a function constant of the kernels that follow kernel NAME compiles the
 * kernel and makes it the current one buffer INDEX FILE                  binds the file's content; the same file is the
 * same buffer, and is written back at the end threadgroup INDEX BYTES            threadgroup memory groups X Y Z W H D
 * · threads X Y Z W H D     dispatches in threadgroups of W × H × D All dispatches go into one command buffer, with a
 * barrier between two. Prints nothing if all went well. */
#include "corpus.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_BUFFERS = 64, MAX_PIPELINES = 16, MAX_CONSTANTS = 64, WAIT_SECONDS = 300 };

typedef struct bound_file {
    char path[512];
    metal_buffer *buffer;
    size_t size;
} bound_file;

typedef struct job {
    metal_device *device;
    metal_library *library;
    metal_commands *commands;
    metal_pipeline *pipeline[MAX_PIPELINES];
    size_t pipelines, files, constants, dispatches;
    bound_file file[MAX_BUFFERS];
    metal_constant constant[MAX_CONSTANTS];
    corpus_value value[MAX_CONSTANTS];
    char *constant_text[MAX_CONSTANTS];
    uint32_t msl;
} job;

static bool complain(const char *format, ...) __attribute__((format(printf, 1, 2)));
static bool complain(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fputc('\n', stderr);
    return false;
}

static bool open_source(job *j, const char *path)
{
    assay_error error = {0};
    char *diagnostics = NULL, *source = corpus_read_file(path, NULL);
    if (!source)
        return complain("cannot read %s", path);
    metal_compile compile = {
        .source = source, .msl = j->msl, .math = METAL_MATH_FAST, .functions = METAL_FUNCTIONS_FAST};
    j->library = metal_library_create(j->device, &compile, &diagnostics, &error);
    if (!j->library)
        complain("%s", diagnostics ? diagnostics : error.text);
    free(diagnostics);
    free(source);
    return j->library != NULL;
}

static bool use_kernel(job *j, const char *name)
{
    assay_error error = {0};
    if (!j->library || j->pipelines == MAX_PIPELINES)
        return complain("kernel %s: no source before it, or too many kernels", name);
    metal_pipeline *pipeline = metal_pipeline_create(j->library, name, j->constant, j->constants, NULL, &error);
    if (!pipeline)
        return complain("%s: %s", name, error.text);
    j->pipeline[j->pipelines++] = pipeline;
    metal_set_pipeline(j->commands, pipeline);
    return true;
}

static bound_file *find_file(job *j, const char *path)
{
    for (size_t i = 0; i < j->files; i++) {
        if (strcmp(j->file[i].path, path) == 0)
            return &j->file[i];
    }
    assay_error error = {0};
    bound_file *file = &j->file[j->files];
    char *content = j->files < MAX_BUFFERS ? corpus_read_file(path, &file->size) : NULL;
    if (content && snprintf(file->path, sizeof file->path, "%s", path) < (int)sizeof file->path)
        file->buffer = metal_buffer_create(j->device, file->size ? file->size : 1, &error);
    if (file->buffer) {
        memcpy(metal_buffer_contents(file->buffer), content, file->size);
        j->files++;
    }
    free(content);
    return file->buffer ? file : NULL;
}

static bool use_buffer(job *j, uint32_t index, const char *path)
{
    bound_file *file = find_file(j, path);
    if (!file)
        return complain("cannot make a buffer of %s", path);
    metal_set_buffer(j->commands, file->buffer, 0, index);
    return true;
}

static bool add_constant(job *j, const char *text)
{
    if (j->constants == MAX_CONSTANTS || !(j->constant_text[j->constants] = strdup(text)))
        return complain("too many constants");
    size_t n = j->constants++;
    return corpus_parse_constant(j->constant_text[n], &j->constant[n], &j->value[n]) ||
           complain("not a constant: %s", text);
}

static bool dispatch(job *j, const char *line, bool in_groups)
{
    uint32_t size[3], group[3];
    if (sscanf(line, "%u %u %u %u %u %u", &size[0], &size[1], &size[2], &group[0], &group[1], &group[2]) != 6)
        return complain("not six numbers: %s", line);
    (in_groups ? metal_dispatch_groups : metal_dispatch_threads)(j->commands, size, group);
    metal_barrier(j->commands, true, true);
    j->dispatches++;
    return true;
}

static bool execute_line(job *j, char *line)
{
    char *rest = line + strcspn(line, " "), *end;
    if (*rest)
        *rest++ = 0;
    unsigned major = 0, minor = 0;
    if (!strcmp(line, "msl") && sscanf(rest, "%u.%u", &major, &minor) == 2) {
        j->msl = major << 16 | minor;
        return true;
    }
    if (!strcmp(line, "source"))
        return open_source(j, rest);
    if (!strcmp(line, "constant"))
        return add_constant(j, rest);
    if (!strcmp(line, "kernel"))
        return use_kernel(j, rest);
    if (!strcmp(line, "groups") || !strcmp(line, "threads"))
        return dispatch(j, rest, *line == 'g');
    uint32_t index = (uint32_t)strtoul(rest, &end, 10);
    if (!strcmp(line, "buffer") && *end == ' ')
        return use_buffer(j, index, end + 1);
    if (!strcmp(line, "threadgroup") && *end == ' ') {
        metal_set_threadgroup_memory(j->commands, strtoul(end, NULL, 10), index);
        return true;
    }
    return complain("not a line of a job: %s %s", line, rest);
}

static bool execute(job *j)
{
    char line[1024];
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\n")] = 0;
        if (*line && !execute_line(j, line))
            return false;
    }
    metal_result result;
    metal_commands_run(j->commands, WAIT_SECONDS, &result);
    for (size_t i = 0; i < result.finding_count; i++) /* job.py reads the kinds */
        complain("finding %s", result.finding[i].kind);
    if (result.status != METAL_COMPLETED || *result.message)
        return complain("%s", *result.message ? result.message : "the command buffer did not complete");
    return j->dispatches || complain("nothing was dispatched");
}

static bool write_back(const job *j)
{
    for (size_t i = 0; i < j->files; i++) {
        FILE *file = fopen(j->file[i].path, "wb");
        bool good =
            file && fwrite(metal_buffer_contents(j->file[i].buffer), 1, j->file[i].size, file) == j->file[i].size;
        if ((file && fclose(file) != 0) || !good)
            return complain("cannot write %s", j->file[i].path);
    }
    return true;
}

int main(void)
{
    static job j;
    assay_error error = {0};
    j.device = metal_open("default", &error);
    j.commands = j.device ? metal_commands_create(j.device, METAL_SERIAL, &error) : NULL;
    if (!j.commands)
        complain("%s", error.text);
    bool good = j.commands && execute(&j) && write_back(&j);
    metal_commands_destroy(j.commands);
    for (size_t i = 0; i < j.pipelines; i++)
        metal_pipeline_destroy(j.pipeline[i]);
    for (size_t i = 0; i < j.files; i++)
        metal_buffer_destroy(j.file[i].buffer);
    for (size_t i = 0; i < j.constants; i++)
        free(j.constant_text[i]);
    metal_library_destroy(j.library);
    metal_close(j.device);
    return good ? 0 : 1;
}
