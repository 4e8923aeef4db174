/* identity.c: which object a gpuResourceID stands for. An object is entered when it is asked for its id, and leaves
 * when it ends, so that a table of arguments can tell an id from a number that is none. */
#include "../metal4/metal4.h"
#include <stdlib.h>
#include <string.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct entry {
    uintptr_t address;
    size_t size; /* of what kernels read there; 0: nothing */
    id object;
} * entries; /* sorted by address */
static size_t entry_count, entry_capacity;

static size_t position_of(uintptr_t address)
{
    size_t low = 0, high = entry_count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (entries[middle].address < address)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static bool is_at(size_t position, uintptr_t address)
{
    return position < entry_count && entries[position].address == address;
}

static bool make_room(void)
{
    if (entry_count < entry_capacity)
        return true;
    size_t capacity = entry_capacity ? 2 * entry_capacity : 64;
    struct entry *grown = realloc(entries, capacity * sizeof *grown);
    if (!grown)
        return false;
    entries = grown;
    entry_capacity = capacity;
    return true;
}

void mtl_identity_add_handle(const void *address, size_t size, id object)
{
    pthread_mutex_lock(&lock);
    size_t at = position_of((uintptr_t)address);
    if (!is_at(at, (uintptr_t)address) && make_room()) {
        memmove(entries + at + 1, entries + at, (entry_count - at) * sizeof *entries);
        entries[at] = (struct entry){(uintptr_t)address, size, object};
        entry_count++;
    }
    pthread_mutex_unlock(&lock);
}

void mtl_identity_add(const void *address, id object)
{
    mtl_identity_add_handle(address, 0, object);
}

void mtl_identity_remove(const void *address)
{
    pthread_mutex_lock(&lock);
    size_t at = position_of((uintptr_t)address);
    if (is_at(at, (uintptr_t)address)) {
        entry_count--;
        memmove(entries + at, entries + at + 1, (entry_count - at) * sizeof *entries);
    }
    pthread_mutex_unlock(&lock);
}

id mtl_identity_object(MTLResourceID identity)
{
    pthread_mutex_lock(&lock);
    size_t at = position_of((uintptr_t)identity._impl);
    id object = is_at(at, (uintptr_t)identity._impl) ? mtl_retain(entries[at].object) : nil;
    pthread_mutex_unlock(&lock);
    return object;
}

bool mtl_identity_collect_handles(mtl_memory_list *list)
{
    bool good = true;
    pthread_mutex_lock(&lock);
    for (size_t n = 0; n < entry_count; n++)
        if (entries[n].size)
            good &= mtl_memory_list_add(list, (void *)entries[n].address, entries[n].size);
    pthread_mutex_unlock(&lock);
    return good;
}
