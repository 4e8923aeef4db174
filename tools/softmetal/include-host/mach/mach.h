/* mach.h: pages, as clients take them to give them to a buffer without a copy. */
#ifndef SOFTMETAL_MACH_H
#define SOFTMETAL_MACH_H
#include <stdint.h>
#include <sys/mman.h>

typedef int kern_return_t;
typedef unsigned int mach_port_t, vm_map_t, task_t, task_id_token_t;
typedef uintptr_t vm_address_t, vm_size_t;
enum { KERN_SUCCESS = 0, KERN_NO_SPACE = 3 };
enum { VM_FLAGS_FIXED = 0, VM_FLAGS_ANYWHERE = 1 };

static inline vm_map_t mach_task_self(void)
{
    return 0;
}

static inline kern_return_t vm_allocate(vm_map_t task, vm_address_t *address, vm_size_t size, int flags)
{
    void *pages = task == 0 && flags & VM_FLAGS_ANYWHERE
                      ? mmap((void *)0, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
                      : MAP_FAILED;
    if (pages == MAP_FAILED)
        return KERN_NO_SPACE;
    *address = (vm_address_t)pages;
    return KERN_SUCCESS;
}

static inline kern_return_t vm_deallocate(vm_map_t task, vm_address_t address, vm_size_t size)
{
    return task == 0 && munmap((void *)address, size) == 0 ? KERN_SUCCESS : KERN_NO_SPACE;
}
#endif
