/* serve.c: the worker's side. Standard input and output are the pipes to the parent; they are moved out of the way
 * first, so that nothing a library prints can get between the frames. Jobs are read one by one; a worker whose device
 * failed still answers, and is then ended by its parent. */
#include "serve.h"
#include "../execute.h"
#include "../plan/versions.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

typedef struct server {
    int requests, replies;
    bool broken; /* the parent no longer listens */
    executor on;
    case_file *file; /* the file of the last job */
    char hash[32];
    char *settings; /* subcases added to the file, or NULL */
} server;

static bool take_over_pipes(server *server)
{
    server->requests = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3);
    server->replies = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
    int nothing = open("/dev/null", O_RDONLY);
    if (server->requests < 0 || server->replies < 0 || nothing < 0)
        return false;
    dup2(nothing, STDIN_FILENO);
    dup2(STDERR_FILENO, STDOUT_FILENO);
    close(nothing);
    return true;
}

static void send_frame(server *server, text *frame)
{
    size_t done = 0;
    while (!server->broken && done < frame->length) {
        ssize_t count = write(server->replies, frame->data + done, frame->length - done);
        if (count > 0)
            done += (size_t)count;
        else if (count == 0 || errno != EINTR)
            server->broken = true;
    }
    text_free(frame);
}

static void send_phase(void *context, phase phase, size_t subcase)
{
    text frame = {0};
    wire_send_phase(&frame, &(wire_phase){phase, subcase});
    send_frame(context, &frame);
}

static void send_swept(void *context, const char *state)
{
    text frame = {0};
    wire_send_swept(&frame, &(wire_swept){(char *)state});
    send_frame(context, &frame);
}

/* ---- The device */

enum { ALIVE_SECONDS = 20 };

/* Whether the device still runs a kernel to its end, be it an empty one. */
static bool is_alive(metal_device *device, metal_pipeline *pipeline, assay_error *error)
{
    metal_result result;
    metal_commands *commands = metal_commands_create(device, METAL_SERIAL, error);
    if (!commands)
        return false;
    metal_set_pipeline(commands, pipeline);
    metal_dispatch_groups(commands, (uint32_t[]){1, 1, 1}, (uint32_t[]){1, 1, 1});
    metal_commands_run(commands, ALIVE_SECONDS, &result);
    metal_commands_destroy(commands);
    if (result.status == METAL_TIMED_OUT)
        return assay_fail(error, NULL, 0, "an empty kernel did not end in %d s", ALIVE_SECONDS);
    return result.status == METAL_COMPLETED ||
           assay_fail(error, NULL, 0, "an empty kernel ended with an error: %s", result.message);
}

/* Runs an empty kernel. The width of its SIMD-groups; 0 if the device does not run it. */
static uint32_t probe_simd_width(metal_device *device, assay_error *error)
{
    metal_compile options = {.source = "kernel void empty() {}"};
    uint32_t width = 0;
    metal_library *library = metal_library_create(device, &options, NULL, error);
    metal_pipeline *pipeline = library ? metal_pipeline_create(library, "empty", NULL, 0, NULL, error) : NULL;
    if (pipeline && is_alive(device, pipeline, error))
        width = metal_pipeline_simd_width(pipeline);
    metal_pipeline_destroy(pipeline);
    metal_library_destroy(library);
    return width;
}

static bool open_device(executor *on, const char *name, bool checked, bool host4, assay_error *error)
{
    on->device = metal_open(name, error);
    if (!on->device || (host4 && !metal_use_host4(on->device, error)))
        return false;
    on->facts = metal_device_facts(on->device);
    on->simd_width = probe_simd_width(on->device, error);
    on->checked = checked;
    return on->simd_width != 0;
}

static void send_hello(server *server, const assay_error *error)
{
    const metal_facts *facts = server->on.facts;
    wire_device device = {0};
    char msl[32], compiler[128];
    char *families[64];
    text frame = {0};
    if (error) {
        device.error = (char *)error->text;
    } else {
        snprintf(msl, sizeof msl, "%u.%u", facts->msl >> 16, facts->msl & 0xffff);
        for (size_t i = 0; i < facts->family_count; i++)
            if (metal_family_name(facts->families[i]))
                families[device.family_count++] = (char *)metal_family_name(facts->families[i]);
        device.families = families;
        device.name = (char *)facts->name;
        device.registry = (char *)facts->registry;
        device.os = (char *)facts->os_build;
        device.architecture = (char *)facts->architecture;
        device.msl = msl;
        if (metal_compiler_version(server->on.device, compiler, sizeof compiler))
            device.compiler = compiler;
        device.software = facts->software;
        device.paravirtual = facts->paravirtual;
        device.processors = facts->processors;
        for (int i = 0; i < 3; i++)
            device.max_threads[i] = facts->max_threads[i];
        device.simd_width = server->on.simd_width;
    }
    wire_send_device(&frame, &device);
    send_frame(server, &frame);
}

/* The lock that keeps dispatches of all workers of a user apart, as GPU faults spread. Software needs none. */
static int open_lock(const metal_facts *facts)
{
    char path[1024];
    const char *directory = getenv("TMPDIR");
    if (facts->software)
        return -1;
    snprintf(path, sizeof path, "%s/assay-device-%lu.lock", directory && *directory ? directory : "/tmp",
             (unsigned long)getuid());
    return open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
}

/* ---- Jobs */

static bool is_loaded(const server *server, const wire_job *job)
{
    const char *settings = server->settings ? server->settings : "";
    return server->file && strcmp(case_file_path(server->file), job->path) == 0 &&
           strcmp(server->hash, job->hash) == 0 && strcmp(settings, job->settings ? job->settings : "") == 0;
}

static void forget_file(server *server)
{
    case_file_destroy(server->file);
    free(server->settings);
    server->file = NULL;
    server->settings = NULL;
}

/* The job's file, read anew unless it is that of the job before; the hash says that it is what the parent has read. */
static bool load_file(server *server, const wire_job *job, assay_error *error)
{
    if (is_loaded(server, job))
        return true;
    forget_file(server);
    server->file = case_file_read_again(job->path, *job->root ? job->root : NULL, error);
    if (!server->file)
        return false;
    snprintf(server->hash, sizeof server->hash, "%s", case_file_hash(server->file));
    if (strcmp(server->hash, job->hash) != 0)
        return assay_fail(error, job->path, 0, "the file has changed since the run began; start again");
    if (!job->settings || case_file_add_settings(server->file, job->settings, error)) {
        server->settings = job->settings ? text_copy(job->settings) : NULL;
        return true;
    }
    forget_file(server);
    return false;
}

static const assay_case *find_case(const case_file *file, const char *name)
{
    size_t count;
    const assay_case *cases = case_file_cases(file, &count);
    for (size_t i = 0; i < count; i++)
        if (strcmp(cases[i].name, name) == 0)
            return &cases[i];
    return NULL;
}

static void run_job(server *server, const wire_job *job, outcome *outcome)
{
    assay_error error = {0};
    size_t mutants = 0;
    const assay_case *it = NULL;
    const case_mutant *mutant = NULL;
    if (load_file(server, job, &error)) {
        it = find_case(server->file, job->name);
        mutant = case_file_mutants(server->file, &mutants);
    }
    if (!it || job->mutant > mutants) {
        outcome_decide(outcome, VERDICT_INTERNAL_ERROR, "%s%s%s", error.file, *error.file ? ": " : "",
                       *error.text ? error.text : "the worker does not find this case");
        return;
    }
    assay_case changed = *it; /* --math and --functions stand above the file */
    if (job->math)
        changed.math = (metal_math)(job->math - 1);
    if (job->functions)
        changed.functions = (metal_functions)(job->functions - 1);
    if (job->versions && !job->mutant)
        versions_run(&server->on, &changed, job, outcome);
    else
        execute_case(&server->on, &changed, job->mutant ? &mutant[job->mutant - 1] : NULL, job, 0, false, outcome);
}

static void answer(server *server, const frame *frame)
{
    wire_job job;
    outcome outcome = {0};
    if (wire_receive_job(frame, &job))
        run_job(server, &job, &outcome);
    else
        outcome_decide(&outcome, VERDICT_INTERNAL_ERROR, "the worker was sent nonsense");
    text reply = {0};
    wire_send_outcome(&reply, &outcome);
    send_frame(server, &reply);
    wire_job_clear(&job);
    outcome_clear(&outcome);
}

static void serve(server *server)
{
    text arrived = {0};
    char block[4096];
    while (!server->broken) {
        frame frame;
        frame_state state = frame_next(&arrived, &frame);
        if (state == FRAME_READY) {
            answer(server, &frame);
            text_consume(&arrived, frame.size);
            continue;
        }
        ssize_t count = state == FRAME_NONE ? read(server->requests, block, sizeof block) : 0;
        if (count > 0)
            text_bytes(&arrived, block, (size_t)count);
        else if (count == 0 || errno != EINTR)
            break;
    }
    text_free(&arrived);
}

/* One job after the other takes memory of the same sizes: pages that are kept need not be made again. */
static void keep_memory(void)
{
#ifdef __GLIBC__
    enum { LARGE = 32 << 20, KEPT = 256 << 20 };
    mallopt(M_MMAP_THRESHOLD, LARGE);
    mallopt(M_TRIM_THRESHOLD, KEPT);
#endif
}

int serve_jobs(const char *device, bool checked, bool host4)
{
    server server = {.on.report = send_phase, .on.swept = send_swept, .on.lock = -1};
    assay_error error = {0};
    server.on.context = &server;
    signal(SIGPIPE, SIG_IGN);
    keep_memory();
    if (!take_over_pipes(&server))
        return EXIT_FAILURE;
    bool usable = open_device(&server.on, device, checked, host4, &error);
    send_hello(&server, usable ? NULL : &error);
    if (usable) {
        server.on.lock = open_lock(server.on.facts);
        serve(&server);
    }
    forget_file(&server);
    metal_close(server.on.device);
    return usable ? EXIT_SUCCESS : EXIT_FAILURE;
}
