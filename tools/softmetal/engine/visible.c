/* visible.c: memory that kernels reach. A CPU reaches the heap. A GPU reaches regions that its driver knows: blocks
 * come from regions of 4 MiB, in sizes that are powers of two, with a list of free ones for each size. Larger blocks
 * have a region of their own. */
#include "visible.h"
#include "cuda/gpu.h"
#include "settings.h"
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { REGION = 4 << 20, SMALLEST = 6, LARGEST = 20 }; /* logarithms of sizes in bytes */

typedef struct free_block {
    struct free_block *next;
} free_block;

static struct {
    pthread_mutex_t lock;
    free_block *free[LARGEST + 1];
    uint8_t *region;
    size_t left; /* bytes of the region */
} blocks = {.lock = PTHREAD_MUTEX_INITIALIZER};

static unsigned class_of(size_t bytes)
{
    unsigned n = SMALLEST;
    while (n <= LARGEST && (size_t)1 << n < bytes)
        n++;
    return n;
}

static void *take(unsigned n)
{
    free_block *block = blocks.free[n];
    if (block) {
        blocks.free[n] = block->next;
        return block;
    }
    size_t size = (size_t)1 << n;
    if (blocks.left < size) { /* what is left of the last one is small: regions are filled with like sizes */
        blocks.region = sm_cuda_shared(REGION);
        blocks.left = blocks.region ? REGION : 0;
    }
    if (blocks.left < size)
        return NULL;
    blocks.left = (blocks.left - size) / size * size; /* aligned to its size */
    return blocks.region + blocks.left;
}

static void *zeroed(size_t bytes)
{
    enum { ALIGNMENT = 256 };
    if (bytes > SIZE_MAX - ALIGNMENT)
        return NULL;
    size_t rounded = (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    void *memory = aligned_alloc(ALIGNMENT, rounded);
    return memory ? memset(memory, 0, rounded) : NULL;
}

void *sm_visible_allocate(size_t bytes)
{
    if (!sm_device_settings()->target.cuda)
        return zeroed(bytes);
    unsigned n = class_of(bytes);
    if (n > LARGEST)
        return sm_cuda_shared(bytes);
    pthread_mutex_lock(&blocks.lock);
    void *block = take(n);
    pthread_mutex_unlock(&blocks.lock);
    return block ? memset(block, 0, bytes) : NULL;
}

void sm_visible_free(void *memory, size_t bytes)
{
    unsigned n = class_of(bytes);
    if (!sm_device_settings()->target.cuda) {
        free(memory);
    } else if (n > LARGEST) {
        sm_cuda_free_shared(memory, bytes);
    } else if (memory) {
        pthread_mutex_lock(&blocks.lock);
        ((free_block *)memory)->next = blocks.free[n];
        blocks.free[n] = memory;
        pthread_mutex_unlock(&blocks.lock);
    }
}

bool sm_visible_show(void *pages, size_t bytes)
{
    return !sm_device_settings()->target.cuda || sm_cuda_register(pages, bytes);
}

void sm_visible_forget(void *pages)
{
    if (sm_device_settings()->target.cuda)
        sm_cuda_forget(pages);
}

void *sm_visible_private(size_t bytes)
{
    return sm_device_settings()->target.cuda ? sm_cuda_private(bytes) : NULL;
}

void sm_visible_free_private(void *memory)
{
    sm_cuda_free_private(memory);
}

void sm_visible_copy(void *to, const void *from, size_t bytes)
{
    if (!sm_device_settings()->target.cuda || !sm_cuda_copy(to, from, bytes))
        memmove(to, from, bytes);
}

void sm_visible_fill(void *to, unsigned char value, size_t bytes)
{
    if (!sm_device_settings()->target.cuda || !sm_cuda_fill(to, value, bytes))
        memset(to, value, bytes);
}
