/* make_kernel.c: kernels as the client holds them. The compile helper makes them, the cache keeps them; this file
 * asks for them, unpacks them and loads their code. */
#include "make_kernel.h"
#include "../../engine/cuda/cuda.h"
#include "../../engine/settings.h"
#include "../../engine/kernel.h"
#include "../store/cache.h"
#include "../process/helper.h"
#include "../store/kept_refusal.h"
#include "loader.h"
#include "../store/note.h"
#include "../protocol.h"
#include "symbols.h"
#include "../process/toolchain.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool unpack_sites(sm_kernel *k, sm_unpack *in)
{
    k->site_count = (uint32_t)sm_unpack_count(in, 32);
    k->site = calloc(k->site_count + 1, sizeof *k->site);
    for (uint32_t i = 0; k->site && i < k->site_count; i++) {
        sm_site *s = &k->site[i];
        uint32_t *const fields[] = {&s->operation,  &s->type,  &s->flags, &s->position,
                                    &s->first_loop, &s->depth, &s->line,  &s->column};
        for (size_t f = 0; f < sizeof fields / sizeof *fields; f++)
            *fields[f] = sm_unpack_number(in);
    }
    k->site_loop_count = (uint32_t)sm_unpack_count(in, 8);
    k->site_loop = calloc(k->site_loop_count + 1, sizeof *k->site_loop);
    for (uint32_t i = 0; k->site_loop && i < k->site_loop_count; i++) {
        k->site_loop[i].position = sm_unpack_number(in);
        k->site_loop[i].slot = sm_unpack_number(in);
    }
    return k->site && k->site_loop && !in->failed;
}

static bool unpack_places(sm_kernel *k, sm_unpack *in)
{
    k->place_count = (uint32_t)sm_unpack_count(in, 12);
    k->place = calloc(k->place_count + 1, sizeof *k->place);
    for (uint32_t i = 0; k->place && i < k->place_count; i++) {
        k->place[i].offset = sm_unpack_number(in);
        k->place[i].lies = sm_unpack_number(in);
        k->place[i].size = sm_unpack_number(in);
    }
    k->gaps = sm_unpack_number(in);
    return k->place && !in->failed;
}

static bool unpack_files(sm_kernel *k, sm_unpack *in)
{
    uint32_t count = (uint32_t)sm_unpack_count(in, 4);
    bool good = (k->file = calloc(count + 1, sizeof *k->file)) != NULL;
    for (; good && k->file_count < count; k->file_count++)
        good = (k->file[k->file_count] = strdup(sm_unpack_string(in))) != NULL;
    return good && !in->failed;
}

static bool unpack_active(sm_kernel *k, sm_unpack *in)
{
    k->argument_count = (uint32_t)sm_unpack_count(in, 8);
    k->active = calloc(k->argument_count + 1, sizeof *k->active);
    k->index = calloc(k->argument_count + 1, sizeof *k->index);
    for (uint32_t i = 0; k->active && k->index && i < k->argument_count; i++) {
        k->active[i] = sm_unpack_number(in);
        k->index[i] = sm_unpack_number(in);
    }
    return k->active && k->index && !in->failed;
}

static uint32_t max_threads_of(const sm_function *f)
{
    uint32_t most = sm_device_settings()->max_threads, own = f->max_total_threads_per_threadgroup;
    return own && own < most ? own : most;
}

static sm_kernel *load_on_gpu(sm_kernel *k, sm_bytes ptx, char **log)
{
    char problem[200] = "there is no memory for a kernel";
    k->cuda = k->name ? sm_cuda_load(ptx.data, ptx.size, problem) : NULL;
    if (!k->cuda) {
        (void)!asprintf(log, "%s", problem);
        sm_kernel_destroy(k);
        return NULL;
    }
    uint32_t most = sm_cuda_max_threads(k->cuda);
    if (k->max_threads > most)
        k->max_threads = most / k->simd_width * k->simd_width;
    return k;
}

sm_kernel *sm_kernel_load(const sm_library *library, const sm_library_entry *f, const sm_request *request,
                          sm_unpack *in, char **log)
{
    bool vector = request->vector;
    char problem[200] = "the compiled kernel is malformed";
    sm_kernel *k = calloc(1, sizeof *k);
    if (!k)
        return NULL;
    k->name = strdup(f->facts.name);
    const char *refusal = sm_unpack_string(in);
    if (*refusal) {
        k->refusal = strdup(refusal);
        return k;
    }
    bool is_range = sm_unpack_number(in);
    k->fibers = sm_unpack_number(in);
    k->grid_only = sm_unpack_number(in);
    k->rounds = sm_unpack_number(in);
    k->length = sm_unpack_number(in);
    k->scattered = sm_unpack_number(in);
    k->most_lanes = sm_unpack_number(in);
    k->shape = request->shape;
    k->static_memory = sm_unpack_number(in);
    k->counters = sm_unpack_number(in);
    k->stack = sm_unpack_number(in);
    k->recursive = sm_unpack_number(in);
    k->recursion_line = sm_unpack_number(in);
    k->family = sm_unpack_number(in);
    bool placed = unpack_places(k, in);
    k->checked = library->target.checked;
    k->weak = library->target.weak;
    k->apple = library->target.apple;
    k->simd_width = library->target.simd_width;
    k->max_threads = max_threads_of(&f->facts);
    if (placed && unpack_sites(k, in) && unpack_files(k, in) && unpack_active(k, in)) {
        sm_bytes object = sm_unpack_bytes(in);
        if (library->target.cuda && !in->failed)
            return load_on_gpu(k, object, log);
        k->code = in->failed ? NULL : sm_code_load(object, sm_resolve, problem);
        if (k->code)
            sm_code_extent(k->code, &k->code_start, &k->code_size);
    }
    const char *symbol = vector ? SM_VECTOR_SYMBOL : is_range ? SM_RANGE_SYMBOL : SM_ENTRY_SYMBOL;
    void *entry = k->code ? sm_code_symbol(k->code, symbol) : NULL;
    if (!entry || !k->name) {
        *log = strdup(problem);
        sm_kernel_destroy(k);
        return NULL;
    }
    if (vector)
        memcpy(&k->vector, &entry, sizeof k->vector);
    else if (is_range)
        memcpy(&k->range, &entry, sizeof k->range);
    else
        memcpy(&k->entry, &entry, sizeof k->entry);
    return k;
}

/* Asks the helper for the kernel; the part of its answer after the error text goes to *content. */
static bool compile_kernel(sm_bytes bitcode, const sm_request *wanted, sm_pack *content, char **log)
{
    sm_pack request = {0}, answer = {0};
    sm_unpack at;
    sm_helper_start(&request, SM_ACTION_KERNEL);
    sm_pack_bytes(&request, bitcode.data, bitcode.size);
    sm_pack_number(&request, wanted->shape.row);
    sm_pack_number(&request, wanted->shape.lanes);
    sm_pack_raw(&request, wanted->tail->data, wanted->tail->size);
    bool good = sm_helper_ask(&request, &answer, &at, log);
    if (good)
        sm_pack_raw(content, at.at, (size_t)(at.end - at.at));
    free(request.data);
    free(answer.data);
    return good;
}

sm_kernel *sm_kernel_make(const sm_library *library, const sm_library_entry *f, const sm_request *request, char **log)
{
    sm_pack key = {0}, content = {0};
    *log = NULL;
    sm_pack_raw(&key, &library->key, sizeof library->key);
    sm_pack_raw(&key, &sm_toolchain_find()->back, sizeof(sm_hash));
    sm_pack_number(&key, request->shape.row);
    sm_pack_number(&key, request->shape.lanes);
    sm_pack_raw(&key, request->tail->data, request->tail->size);
    sm_hash hash = sm_hash_bytes(key.data, key.size);
    free(key.data);
    sm_bytes cached;
    sm_kernel *kernel = NULL;
    if (sm_cache_read(hash, "kernel", &cached)) {
        sm_unpack in = {cached.data, cached.data + cached.size, false};
        kernel = sm_kernel_load(library, f, request, &in, log);
        sm_cache_free(cached);
    }
    if (!kernel) {
        if (*log && sm_toolchain_find()->seal == SM_SEAL_READ)
            return NULL; /* the GPU's driver refused it */
        free(*log);
        if ((*log = sm_known_refusal(hash)))
            return NULL;
        double start = sm_note_now();
        if (compile_kernel(library->bitcode[f->part], request, &content, log)) {
            sm_unpack in = {content.data, content.data + content.size, false};
            kernel = sm_kernel_load(library, f, request, &in, log);
        }
        if (kernel)
            kernel->seconds = sm_note_now() - start;
        if (kernel)
            sm_cache_write(hash, "kernel", (sm_bytes){content.data, content.size});
        else
            sm_keep_refusal(hash, *log, false);
    }
    free(content.data);
    if (!kernel && !*log)
        *log = strdup("there is no memory to compile the kernel");
    return kernel;
}

void sm_kernel_destroy(sm_kernel *kernel)
{
    if (!kernel)
        return;
    sm_code_free(kernel->code);
    sm_cuda_unload(kernel->cuda);
    free(kernel->site);
    free(kernel->site_loop);
    free(kernel->place);
    for (uint32_t i = 0; i < kernel->file_count; i++)
        free(kernel->file[i]);
    free(kernel->file);
    free(kernel->active);
    free(kernel->index);
    free(kernel->refusal);
    free(kernel->name);
    free(kernel);
}

uint64_t sm_kernel_linked_function(const sm_kernel *kernel, size_t n)
{
    if (kernel->cuda)
        return sm_cuda_linked(kernel->cuda, n);
    const uint64_t *list = sm_code_symbol(kernel->code, SM_LINKED_SYMBOL);
    return list ? list[n] : 0;
}
