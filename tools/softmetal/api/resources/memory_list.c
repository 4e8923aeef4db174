/* memory_list.c: places in memory that kernels may reach, in the order in which they were found. */
#include "../metal4/metal4.h"
#include <stdlib.h>

bool mtl_memory_list_add(mtl_memory_list *list, void *address, size_t length)
{
    if (!address)
        return true;
    if (list->count == list->capacity) {
        size_t capacity = list->capacity ? 2 * list->capacity : 64;
        sm_memory *grown = realloc(list->item, capacity * sizeof *grown);
        if (!grown)
            return false;
        list->item = grown;
        list->capacity = capacity;
    }
    list->item[list->count++] = (sm_memory){address, length};
    return true;
}
