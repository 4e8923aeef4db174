/* slots.c: finding an element's place takes divisions, and a kernel asks for the same layout at each operation: the
 * lists that were made are kept, up to a number, for as long as the process runs. */
#include "slots.h"
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { KEPT = 256 };
static sm_slots *kept[KEPT];
static atomic_size_t kept_count;
static pthread_mutex_t making = PTHREAD_MUTEX_INITIALIZER;

static bool is_of(const sm_slots *s, const __msl_coop *coop, uint32_t group)
{
    return s->group == group && memcmp(&s->coop, coop, sizeof *coop) == 0;
}

static const sm_slots *find(const __msl_coop *coop, uint32_t group)
{
    size_t count = atomic_load_explicit(&kept_count, memory_order_acquire);
    for (size_t i = 0; i < count; i++)
        if (is_of(kept[i], coop, group))
            return kept[i];
    return NULL;
}

static sm_slots *make(const __msl_coop *coop, uint32_t group)
{
    int capacity = __msl_coop_capacity(*coop);
    sm_slots *s = malloc(sizeof *s + (size_t)coop->width * (size_t)capacity * sizeof *s->slot);
    if (!s)
        return NULL;
    *s = (sm_slots){.coop = *coop, .group = group};
    for (int lane = 0; lane < coop->width; lane++) {
        for (int i = 0; i < capacity; i++) {
            __msl_slot at = __msl_coop_slot(*coop, (int)group, lane, i);
            if (at.valid)
                s->slot[s->count++] = (sm_slot){(uint16_t)lane, (uint16_t)i, (uint16_t)at.row, (uint16_t)at.column};
        }
    }
    return s;
}

const sm_slots *sm_slots_of(const __msl_coop *coop, uint32_t group)
{
    const sm_slots *found = find(coop, group);
    if (found)
        return found;
    pthread_mutex_lock(&making);
    found = find(coop, group);
    sm_slots *made = found ? NULL : make(coop, group);
    size_t count = atomic_load_explicit(&kept_count, memory_order_relaxed);
    if (made && count < KEPT) {
        made->kept = true;
        kept[count] = made;
        atomic_store_explicit(&kept_count, count + 1, memory_order_release);
    }
    pthread_mutex_unlock(&making);
    return found ? found : made;
}

void sm_slots_done(const sm_slots *slots)
{
    if (slots && !slots->kept)
        free((void *)(uintptr_t)slots);
}
