/* gpu_context.c: the GPU of this process, and the host's memory that it reaches.
 *
 * A kernel that faults takes its context along, and what the context knew: modules, streams, registered memory. The
 * list of registered memory is therefore kept here, and a new context is told of all of it; contents are the host's and
 * survive. */
#include "gpu_context.h"
#include "../settings.h"
#include "gpu.h"
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum {
    OLDEST_CAPABILITY = 70, /* threads of a warp that make progress by themselves */
    OLDEST_CUDA = 11080,    /* reads PTX 7.8 */
    STACK = 16 << 10        /* bytes of a thread: of a recursive function nobody knows how many it takes */
};

typedef struct range {
    void *memory;
    size_t bytes;
} range;

/* Sorted by address. */
typedef struct ranges {
    range *item;
    size_t count, room;
} ranges;

static struct {
    pthread_once_t once;
    pthread_mutex_t lock;
    sm_gpu gpu;
    cu_device device;
    cu_context context;
    char obstacle[256], name[128], architecture[32];
    ranges registered, own; /* the host's memory that the GPU knows; the GPU's own */
} state = {.once = PTHREAD_ONCE_INIT, .lock = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP};

/* ---- what is known of memory */

static size_t first_from(const ranges *all, const void *memory)
{
    size_t low = 0, high = all->count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if ((uintptr_t)all->item[middle].memory < (uintptr_t)memory)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static bool remember(ranges *all, void *memory, size_t bytes)
{
    if (all->count == all->room) {
        size_t room = all->room ? 2 * all->room : 256;
        range *grown = realloc(all->item, room * sizeof *grown);
        if (!grown)
            return false;
        all->item = grown;
        all->room = room;
    }
    size_t at = first_from(all, memory);
    memmove(all->item + at + 1, all->item + at, (all->count - at) * sizeof *all->item);
    all->item[at] = (range){memory, bytes};
    all->count++;
    return true;
}

/* False if it was not remembered. */
static bool forget(ranges *all, const void *memory)
{
    size_t at = first_from(all, memory);
    if (at == all->count || all->item[at].memory != memory)
        return false;
    memmove(all->item + at, all->item + at + 1, (--all->count - at) * sizeof *all->item);
    return true;
}

static bool contains(const ranges *all, const void *address)
{
    size_t at = first_from(all, (const char *)address + 1);
    return at > 0 && (uintptr_t)address - (uintptr_t)all->item[at - 1].memory < all->item[at - 1].bytes;
}

/* For all contexts, and a registration may outlive the one that a fault took along. */
static cu_result register_host(void *memory, size_t bytes)
{
    cu_result result = state.gpu.driver->host_register(memory, bytes, CU_REGISTER_PORTABLE | CU_REGISTER_MAPPED);
    return result == CU_ERROR_ALREADY_REGISTERED ? CU_SUCCESS : result;
}

static bool show(void *memory, size_t bytes)
{
    const sm_cuda_driver *driver = state.gpu.driver;
    if (register_host(memory, bytes) != CU_SUCCESS)
        return false;
    if (remember(&state.registered, memory, bytes))
        return true;
    driver->host_unregister(memory);
    return false;
}

/* ---- opening */

const char *sm_gpu_error(const sm_gpu *gpu, cu_result result, char text[200])
{
    const char *name = NULL, *words = NULL;
    gpu->driver->error_name(result, &name);
    gpu->driver->error_text(result, &words);
    snprintf(text, 200, "%s: %s", name ? name : "an unknown error", words ? words : "");
    return text;
}

static bool fails(const char *what, cu_result result)
{
    char text[200];
    if (result == CU_SUCCESS)
        return false;
    snprintf(state.obstacle, sizeof state.obstacle, "%s (%.180s)", what, sm_gpu_error(&state.gpu, result, text));
    return true;
}

static bool make_context(void)
{
    const sm_cuda_driver *driver = state.gpu.driver;
    return !fails("the GPU gives no context",
                  driver->context_create(&state.context, CU_SCHEDULE_YIELD | CU_MAP_HOST, state.device)) &&
           !fails("the GPU gives no stacks", driver->context_limit(CU_LIMIT_STACK_SIZE, STACK)) &&
           !fails("the GPU gives no stream", driver->stream_create(&state.gpu.stream, CU_STREAM_ALONE));
}

static bool find_device(void)
{
    const sm_cuda_driver *driver = state.gpu.driver;
    int count = 0, wanted = (int)sm_device_settings()->gpu, major = 0, minor = 0, same = 0, version = 0;
    if (fails("NVIDIA's driver does not start", driver->init(0)) ||
        fails("NVIDIA's driver finds no GPU", driver->device_count(&count)))
        return false;
    driver->driver_version(&version);
    if (version < OLDEST_CUDA) {
        snprintf(state.obstacle, sizeof state.obstacle,
                 "NVIDIA's driver is too old: it is of CUDA %d.%d; install version 525 of the driver or a newer one",
                 version / 1000, version % 1000 / 10);
        return false;
    }
    if (wanted >= count) {
        snprintf(state.obstacle, sizeof state.obstacle, "SOFTMETAL_DEVICE: there is no GPU %d, only %d of them", wanted,
                 count);
        return false;
    }
    if (fails("the GPU does not open", driver->device_get(&state.device, wanted)))
        return false;
    driver->device_name(state.name, sizeof state.name, state.device);
    driver->device_attribute(&major, CU_CAPABILITY_MAJOR, state.device);
    driver->device_attribute(&minor, CU_CAPABILITY_MINOR, state.device);
    driver->device_attribute(&same, CU_SAME_ADDRESS, state.device);
    if (10 * major + minor < OLDEST_CAPABILITY || !same) {
        snprintf(
            state.obstacle, sizeof state.obstacle,
            "%.100s cannot run kernels of Metal: it needs compute capability 7.0 and host memory at its own address",
            state.name);
        return false;
    }
    snprintf(state.architecture, sizeof state.architecture, "sm_%d%d", major, minor);
    return true;
}

static void open_gpu(void)
{
    state.gpu.driver = sm_cuda_driver_open(state.obstacle);
    if (!state.gpu.driver || !find_device() || !make_context())
        return;
    void *page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    state.gpu.stop = page == MAP_FAILED ? NULL : page;
    if (!state.gpu.stop)
        snprintf(state.obstacle, sizeof state.obstacle, "there is no memory for the GPU");
    else if (!show(page, 4096))
        snprintf(state.obstacle, sizeof state.obstacle, "the GPU cannot reach the host's memory");
}

const char *sm_cuda_obstacle(void)
{
    pthread_once(&state.once, open_gpu);
    return *state.obstacle ? state.obstacle : NULL;
}

const char *sm_cuda_name(void)
{
    return sm_cuda_obstacle() ? "no GPU" : state.name;
}

const char *sm_cuda_architecture(void)
{
    return sm_cuda_obstacle() ? "sm_70" : state.architecture;
}

sm_gpu *sm_gpu_enter(void)
{
    if (sm_cuda_obstacle())
        return NULL;
    pthread_mutex_lock(&state.lock);
    state.gpu.driver->context_enter(state.context);
    return &state.gpu;
}

void sm_gpu_leave(sm_gpu *gpu)
{
    if (gpu)
        pthread_mutex_unlock(&state.lock);
}

bool sm_gpu_renew(sm_gpu *gpu)
{
    gpu->driver->context_destroy(state.context);
    gpu->age++;
    if (!make_context())
        return false;
    gpu->driver->context_enter(state.context);
    state.own.count = 0;
    for (size_t n = 0; n < state.registered.count; n++) {
        const range *shown = state.registered.item + n;
        if (fails("the GPU does not take its memory back", register_host(shown->memory, shown->bytes)))
            return false;
    }
    return true;
}

/* ---- the host's memory */

bool sm_cuda_register(void *memory, size_t bytes)
{
    sm_gpu *gpu = sm_gpu_enter();
    bool done = gpu && show(memory, bytes);
    sm_gpu_leave(gpu);
    return done;
}

void sm_cuda_forget(void *memory)
{
    sm_gpu *gpu = sm_gpu_enter();
    if (gpu && forget(&state.registered, memory))
        gpu->driver->host_unregister(memory);
    sm_gpu_leave(gpu);
}

static size_t whole_pages(size_t bytes)
{
    enum { PAGE = 4096 };
    return (bytes + PAGE - 1) / PAGE * PAGE;
}

void *sm_cuda_shared(size_t bytes)
{
    void *pages = mmap(NULL, whole_pages(bytes), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (pages == MAP_FAILED)
        return NULL;
    if (sm_cuda_register(pages, whole_pages(bytes)))
        return pages;
    munmap(pages, whole_pages(bytes));
    return NULL;
}

void sm_cuda_free_shared(void *memory, size_t bytes)
{
    if (!memory)
        return;
    sm_cuda_forget(memory);
    munmap(memory, whole_pages(bytes));
}

/* ---- memory of the GPU's own */

static void *pointer_of(cu_address address)
{
    return (void *)(uintptr_t)address;
}

static cu_address address_of(const void *memory)
{
    return (uintptr_t)memory;
}

void *sm_cuda_private(size_t bytes)
{
    cu_address address = 0;
    sm_gpu *gpu = sm_gpu_enter();
    bool done = gpu && gpu->driver->memory_allocate(&address, bytes) == CU_SUCCESS;
    if (done && (gpu->driver->memory_set(address, 0, bytes) != CU_SUCCESS ||
                 !remember(&state.own, pointer_of(address), bytes))) {
        gpu->driver->memory_free(address);
        done = false;
    }
    sm_gpu_leave(gpu);
    return done ? pointer_of(address) : NULL;
}

void sm_cuda_free_private(void *memory)
{
    sm_gpu *gpu = memory ? sm_gpu_enter() : NULL;
    if (gpu && forget(&state.own, memory)) /* a lost context has taken it along */
        gpu->driver->memory_free(address_of(memory));
    sm_gpu_leave(gpu);
}

bool sm_cuda_copy(void *to, const void *from, size_t bytes)
{
    sm_gpu *gpu = sm_gpu_enter();
    bool own = gpu && (contains(&state.own, to) || contains(&state.own, from));
    if (own && bytes)
        gpu->driver->memory_copy(address_of(to), address_of(from), bytes);
    sm_gpu_leave(gpu);
    return own;
}

bool sm_cuda_fill(void *to, unsigned char value, size_t bytes)
{
    sm_gpu *gpu = sm_gpu_enter();
    bool own = gpu && contains(&state.own, to);
    if (own && bytes)
        gpu->driver->memory_set(address_of(to), value, bytes);
    sm_gpu_leave(gpu);
    return own;
}
