/* cuda.c: modules and launches. */
#include "cuda.h"
#include "../kernel.h"
#include "gpu_context.h"
#include "gpu.h"
#include "launch.h"
#include "messages.h"
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct sm_cuda_module {
    char *ptx;
    uint32_t age; /* of the context that `module` belongs to */
    cu_module module;
    cu_function entry;
    bool logs; /* it may write messages of os_log */
};

/* ---- modules */

static void set_problem(char problem[200], const char *text)
{
    size_t length = strcspn(text, "\n");
    snprintf(problem, 200, "%.*s", length < 199 ? (int)length : 199, text);
}

static bool load(sm_gpu *gpu, sm_cuda_module *m, char problem[200])
{
    char log[4096] = "", text[200];
    int option[] = {CU_JIT_ERROR_LOG, CU_JIT_ERROR_LOG_SIZE};
    void *value[] = {log, (void *)sizeof log};
    cu_result result = gpu->driver->module_load(&m->module, m->ptx, 2, option, value);
    if (result != CU_SUCCESS) {
        set_problem(problem, *log ? log : sm_gpu_error(gpu, result, text));
        return false;
    }
    m->age = gpu->age;
    cu_address address;
    size_t size;
    m->logs = gpu->driver->module_global(&address, &size, m->module, SM_CUDA_LOGS) == CU_SUCCESS;
    result = gpu->driver->module_function(&m->entry, m->module, SM_CUDA_ENTRY);
    if (result != CU_SUCCESS)
        set_problem(problem, "the compiled kernel has no entry");
    return result == CU_SUCCESS;
}

sm_cuda_module *sm_cuda_load(const void *ptx, size_t size, char problem[200])
{
    sm_cuda_module *m = calloc(1, sizeof *m);
    if (m)
        m->ptx = calloc(1, size + 1);
    if (!m || !m->ptx) {
        set_problem(problem, "there is no memory for the kernel");
        sm_cuda_unload(m);
        return NULL;
    }
    memcpy(m->ptx, ptx, size);
    sm_gpu *gpu = sm_gpu_enter();
    if (!gpu)
        set_problem(problem, sm_cuda_obstacle());
    bool done = gpu && load(gpu, m, problem);
    sm_gpu_leave(gpu);
    if (done)
        return m;
    sm_cuda_unload(m);
    return NULL;
}

void sm_cuda_unload(sm_cuda_module *m)
{
    if (!m)
        return;
    sm_gpu *gpu = m->module ? sm_gpu_enter() : NULL;
    if (gpu && m->age == gpu->age)
        gpu->driver->module_unload(m->module);
    sm_gpu_leave(gpu);
    free(m->ptx);
    free(m);
}

uint32_t sm_cuda_max_threads(const sm_cuda_module *m)
{
    int most = SM_MAX_THREADS;
    sm_gpu *gpu = sm_gpu_enter();
    if (gpu)
        gpu->driver->function_attribute(&most, CU_FUNCTION_MAX_THREADS, m->entry);
    sm_gpu_leave(gpu);
    return most < 1 ? 1 : (uint32_t)most;
}

uint64_t sm_cuda_linked(const sm_cuda_module *m, size_t n)
{
    cu_address table = 0;
    size_t size = 0;
    uint64_t address = 0;
    sm_gpu *gpu = sm_gpu_enter();
    if (gpu && gpu->driver->module_global(&table, &size, m->module, SM_CUDA_LINKED) == CU_SUCCESS &&
        8 * (n + 1) <= size)
        gpu->driver->memory_copy((uintptr_t)&address, table + 8 * n, sizeof address);
    sm_gpu_leave(gpu);
    return address;
}

/* ---- launches */

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static bool fail(sm_outcome *outcome, sm_status status, const char *message)
{
    outcome->status = status;
    snprintf(outcome->message, sizeof outcome->message, "%s", message);
    return false;
}

/* Kernels end at a back edge of a loop when `stop` says so; those that do not within as long again are cut off with the
 * context. */
static const double patience = 20; /* seconds: SOFTMETAL_BUDGET counts steps, which a GPU does not */

static cu_result wait_for(sm_gpu *gpu, bool *hung)
{
    double start = now(), waited = 0;
    cu_result result;
    *hung = false;
    while ((result = gpu->driver->stream_query(gpu->stream)) == CU_ERROR_NOT_READY && waited < 2 * patience) {
        waited = now() - start;
        if (waited > patience && !*hung) {
            *hung = true;
            *gpu->stop = 1;
        }
        if (waited > 2e-3)
            nanosleep(&(struct timespec){.tv_nsec = waited > 0.1 ? 1000000 : 50000}, NULL);
    }
    *gpu->stop = 0;
    return result;
}

/* The rest of the error's codes are about the code that ran: an address, an instruction, a trap. */
static sm_status status_of(cu_result result)
{
    return result == CU_ERROR_OUT_OF_MEMORY || result == CU_ERROR_OUT_OF_RESOURCES ? SM_NO_MEMORY : SM_FAULTED;
}

static bool conclude(sm_gpu *gpu, const sm_kernel *kernel, sm_outcome *outcome, cu_result result, bool hung)
{
    char text[400], error[200];
    if (result == CU_SUCCESS && !hung)
        return true;
    if (hung)
        snprintf(text, sizeof text, "kernel '%s' did not end within %g seconds", kernel->name, patience);
    else
        snprintf(text, sizeof text, "kernel '%s': %s", kernel->name, sm_gpu_error(gpu, result, error));
    fail(outcome, hung ? SM_HUNG : status_of(result), text);
    bool lost = result != CU_SUCCESS && outcome->status != SM_NO_MEMORY;
    if (lost && !sm_gpu_renew(gpu)) {
        snprintf(text, sizeof text, "the GPU was lost, and does not come back: %s", sm_cuda_obstacle());
        fail(outcome, outcome->status, text);
    }
    return false;
}

enum { MAX_GRID_X = 0x7fffffff, MAX_GRID = 65535, MAX_BLOCK_Z = 64 };

/* Starts the threadgroups from `first` on, `count` of them, all of `size` threads. */
static cu_result start(sm_gpu *gpu, const sm_cuda_module *m, sm_launch *launch, const uint32_t first[3],
                       const uint32_t count[3], const uint32_t size[3], uint32_t shared)
{
    void *parameters[] = {launch};
    cu_result result = CU_SUCCESS;
    memcpy(launch->size, size, sizeof launch->size);
    for (uint32_t z = 0; z < count[2] && result == CU_SUCCESS; z += MAX_GRID) {
        for (uint32_t y = 0; y < count[1] && result == CU_SUCCESS; y += MAX_GRID) {
            uint32_t rows = count[1] - y < MAX_GRID ? count[1] - y : MAX_GRID,
                     planes = count[2] - z < MAX_GRID ? count[2] - z : MAX_GRID;
            launch->first[0] = first[0];
            launch->first[1] = first[1] + y;
            launch->first[2] = first[2] + z;
            result = gpu->driver->launch(m->entry, count[0], rows, planes, size[0] * size[1] * size[2], 1, 1, shared,
                                         gpu->stream, parameters, NULL);
        }
    }
    return result;
}

/* The whole threadgroups, then those that the grid's edges cut. */
static cu_result start_all(sm_gpu *gpu, const sm_cuda_module *m, sm_launch *launch, uint32_t shared)
{
    const sm_dispatch *d = &launch->dispatch;
    cu_result result = CU_SUCCESS;
    for (unsigned edge = 0; edge < 8 && result == CU_SUCCESS; edge++) {
        uint32_t first[3], count[3], size[3];
        for (int a = 0; a < 3; a++) {
            bool cut = edge >> a & 1;
            uint32_t whole = d->grid[a] / d->group[a], rest = d->grid[a] % d->group[a];
            first[a] = cut ? whole : 0;
            count[a] = cut ? rest != 0 : whole;
            size[a] = cut ? rest : d->group[a];
        }
        if (count[0] && count[1] && count[2])
            result = start(gpu, m, launch, first, count, size, shared);
    }
    return result;
}

static bool lay_out(const sm_kernel *kernel, sm_launch *launch, uint32_t *shared)
{
    size_t at = (kernel->static_memory + 15) / 16 * 16;
    launch->static_memory = kernel->static_memory;
    for (int i = 0; i < SM_MAX_BUFFERS; i++) {
        launch->argument[i] = (uint32_t)at;
        if (launch->dispatch.threadgroup_length[i] > SM_MAX_THREADGROUP_MEMORY)
            return false;
        at += (launch->dispatch.threadgroup_length[i] + 15) / 16 * 16;
    }
    *shared = (uint32_t)at;
    return at <= SM_MAX_THREADGROUP_MEMORY;
}

static bool check(const sm_kernel *kernel, const sm_dispatch *d, sm_outcome *outcome)
{
    uint64_t threads = 1;
    for (int a = 0; a < 3; a++) {
        if (d->group[a] == 0)
            return fail(outcome, SM_INVALID, "a threadgroup has no threads");
        threads *= d->group[a] > SM_MAX_THREADS ? SM_MAX_THREADS + 1 : d->group[a];
    }
    return threads <= kernel->max_threads ||
           fail(outcome, SM_INVALID, "a threadgroup has more threads than the kernel can have on this GPU");
}

static void run(sm_gpu *gpu, sm_kernel *kernel, const sm_dispatch *dispatch, sm_outcome *outcome)
{
    static const sm_dispatch blank;
    sm_launch *launch = calloc(1, sizeof *launch);
    char problem[200];
    uint32_t shared;
    if (!launch) {
        fail(outcome, SM_NO_MEMORY, "there is no memory for a launch");
        return;
    }
    launch->dispatch = *dispatch;
    launch->dispatch.resident = blank.resident;
    launch->dispatch.resident_count = 0;
    launch->dispatch.label = NULL;
    launch->dispatch.company = NULL;
    launch->dispatch.log = NULL;
    launch->dispatch.log_owner = NULL;
    launch->stop = (uint32_t *)(uintptr_t)gpu->stop;
    for (int a = 0; a < 3; a++)
        launch->groups[a] = (uint32_t)(((uint64_t)dispatch->grid[a] + dispatch->group[a] - 1) / dispatch->group[a]);
    if (!lay_out(kernel, launch, &shared)) {
        fail(outcome, SM_INVALID, "the threadgroup uses more than 32768 bytes of threadgroup memory");
    } else if (kernel->cuda->age != gpu->age && !load(gpu, kernel->cuda, problem)) {
        fail(outcome, SM_NO_MEMORY, problem);
    } else {
        bool hung = false;
        launch->log = dispatch->log && kernel->cuda->logs ? sm_cuda_log_start(dispatch->log) : NULL;
        cu_result result = start_all(gpu, kernel->cuda, launch, shared), end;
        if (result == CU_SUCCESS && dispatch->goes_on && !launch->log) {
            free(launch); /* the driver has taken a copy; what goes wrong is told by who waits */
            return;
        }
        end = wait_for(gpu, &hung);
        if (end == CU_SUCCESS && launch->log)
            sm_cuda_log_finish(launch->log, dispatch->log, dispatch->log_owner);
        conclude(gpu, kernel, outcome, end == CU_SUCCESS ? result : end, hung);
    }
    free(launch);
}

void sm_cuda_run(sm_kernel *kernel, const sm_dispatch *dispatch, sm_outcome *outcome)
{
    memset(outcome, 0, sizeof *outcome);
    double begin = now();
    bool hung;
    sm_gpu *gpu = sm_gpu_enter();
    if (!gpu)
        fail(outcome, SM_REMOVED, sm_cuda_obstacle());
    else if (check(kernel, dispatch, outcome))
        run(gpu, kernel, dispatch, outcome);
    else
        wait_for(gpu, &hung); /* those that went before */
    sm_gpu_leave(gpu);
    outcome->seconds = now() - begin;
}
