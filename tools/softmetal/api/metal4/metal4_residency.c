/* metal4_residency.c: what a Metal 4 command buffer made resident, against what its dispatches reach.
 *
 * All memory is there anyway, so this is checked mode's: bound memory outside of the sets is a finding here, and what a
 * kernel reaches through pointers is one of the engine's, which is told of the sets' memory only. */
#include "../commands/dispatch_command.h"
#include "../resources/tensor.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- lists of sets */

void mtl_set_list_add(mtl_set_list *list, id set)
{
    for (size_t n = 0; n < list->count; n++)
        if (list->set[n] == set)
            return;
    id *grown = mtl_is(set, &mtl_residency_set_class) ? realloc(list->set, (list->count + 1) * sizeof *grown) : NULL;
    if (!grown)
        return;
    grown[list->count++] = mtl_retain(set);
    list->set = grown;
}

void mtl_set_list_remove(mtl_set_list *list, id set)
{
    for (size_t n = 0; n < list->count; n++) {
        if (list->set[n] != set)
            continue;
        list->set[n] = list->set[--list->count];
        mtl_release(set);
        return;
    }
}

void mtl_set_list_free(mtl_set_list *list)
{
    for (size_t n = 0; n < list->count; n++)
        mtl_release(list->set[n]);
    free(list->set);
    *list = (mtl_set_list){0};
}

/* ---- judging a dispatch */

static bool collect(const mtl_set_list *from, mtl_memory_list *list)
{
    bool good = true;
    for (size_t n = 0; n < from->count; n++)
        good &= mtl_residency_set_collect(from->set[n], list);
    return good;
}

static bool holds(const mtl_memory_list *list, const void *address)
{
    for (size_t n = 0; n < list->count; n++)
        if ((uintptr_t)address - (uintptr_t)list->item[n].address < list->item[n].length)
            return true;
    return false;
}

static void judge(const mtl_dispatch *dispatch, mtl_command_buffer *buffer, const mtl_memory_list *list,
                  const sm_argument *argument, uint32_t index)
{
    bool is_texture = argument->kind == SM_TEXTURE;
    const void *bound = is_texture ? NULL : dispatch->dispatch.buffer[index].address, *at = bound;
    if (is_texture && dispatch->dispatch.texture[index])
        at = dispatch->dispatch.texture[index]->level[0].pixels;
    if (argument->data_type == SM_DATA_TENSOR && bound)
        at = (const void *)(uintptr_t)((const struct __msl_tensor *)bound)->__data;
    if (!at || holds(list, at))
        return;
    sm_finding finding = {.kind = "not-resident"};
    snprintf(finding.text, sizeof finding.text,
             "%s: what is bound to %s(%u) for %s is in no residency set of the queue or the command buffer "
             "(useResidencySet:, after the set's commit)",
             dispatch->dispatch.label, is_texture ? "texture" : "buffer", index, argument->name);
    mtl_command_buffer_log(buffer, &finding, dispatch->pipeline->function, dispatch->label);
}

static int by_address(const void *a, const void *b)
{
    uintptr_t x = (uintptr_t)((const sm_memory *)a)->address, y = (uintptr_t)((const sm_memory *)b)->address;
    return (x > y) - (x < y);
}

/* The engine wants no address twice. */
static size_t unite(sm_memory *item, size_t count)
{
    size_t kept = 0;
    qsort(item, count, sizeof *item, by_address);
    for (size_t n = 0; n < count; n++) {
        if (kept > 0 && item[kept - 1].address == item[n].address) {
            if (item[kept - 1].length < item[n].length)
                item[kept - 1].length = item[n].length;
        } else {
            item[kept++] = item[n];
        }
    }
    return kept;
}

sm_memory *mtl_residency_judge(const mtl_dispatch *dispatch, mtl_command_buffer *buffer, size_t *count)
{
    mtl_residency *residency = dispatch->residency;
    mtl_memory_list list = {.item = calloc(16, sizeof *list.item), .capacity = 16};
    bool good = list.item && collect(&residency->own, &list);
    if (good && residency->queue) {
        pthread_mutex_lock(&residency->queue->lock);
        good = collect(&residency->queue->sets, &list);
        pthread_mutex_unlock(&residency->queue->lock);
    }
    if (good && list.everything) {
        free(list.item);
        return mtl_device_memory(buffer->queue->device, count);
    }
    const sm_function *function = dispatch->pipeline->function->function;
    for (size_t n = 0; good && n < function->argument_count; n++) {
        uint32_t index = sm_kernel_argument_index(dispatch->pipeline->kernel, n);
        const sm_argument *argument = function->argument + n;
        bool reaches = argument->kind == SM_BUFFER || (argument->kind == SM_TEXTURE && argument->count <= 1);
        if (reaches && sm_kernel_argument_active(dispatch->pipeline->kernel, n))
            judge(dispatch, buffer, &list, argument, index);
    }
    if (!good || !mtl_identity_collect_handles(&list)) {
        free(list.item);
        return NULL;
    }
    *count = unite(list.item, list.count);
    return list.item;
}
