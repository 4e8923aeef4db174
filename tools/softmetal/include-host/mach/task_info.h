/* task_info.h: the memory that a process has, as Linux counts it. */
#ifndef SOFTMETAL_TASK_INFO_H
#define SOFTMETAL_TASK_INFO_H
#include "mach.h"
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

typedef int integer_t;
typedef unsigned int natural_t, mach_msg_type_number_t, task_flavor_t;
typedef integer_t *task_info_t;
typedef uint64_t mach_vm_size_t;
enum { KERN_INVALID_ARGUMENT = 4 };
enum { MACH_TASK_BASIC_INFO = 20, TASK_VM_INFO = 22 };

typedef struct mach_task_basic_info {
    mach_vm_size_t virtual_size, resident_size, resident_size_max;
} mach_task_basic_info_data_t, *mach_task_basic_info_t;
typedef struct task_vm_info {
    mach_vm_size_t virtual_size, resident_size, resident_size_peak, phys_footprint;
} task_vm_info_data_t, *task_vm_info_t;
#define MACH_TASK_BASIC_INFO_COUNT ((mach_msg_type_number_t)(sizeof(mach_task_basic_info_data_t) / sizeof(natural_t)))
#define TASK_VM_INFO_COUNT ((mach_msg_type_number_t)(sizeof(task_vm_info_data_t) / sizeof(natural_t)))
#define TASK_VM_INFO_REV0_COUNT (TASK_VM_INFO_COUNT - 2) /* without phys_footprint */
#define TASK_VM_INFO_REV1_COUNT TASK_VM_INFO_COUNT

/* Bytes; what is resident counts as the footprint. */
static inline kern_return_t task_info(task_t task, task_flavor_t flavor, task_info_t info,
                                      mach_msg_type_number_t *count)
{
    unsigned long long pages[2] = {0, 0};
    struct rusage usage;
    mach_msg_type_number_t wanted = flavor == TASK_VM_INFO           ? TASK_VM_INFO_COUNT
                                    : flavor == MACH_TASK_BASIC_INFO ? MACH_TASK_BASIC_INFO_COUNT
                                                                     : 0;
    FILE *file = task == 0 && wanted && *count >= wanted ? fopen("/proc/self/statm", "r") : (FILE *)0;
    if (!file)
        return KERN_INVALID_ARGUMENT;
    int got = fscanf(file, "%llu %llu", &pages[0], &pages[1]);
    (void)fclose(file);
    if (got != 2 || getrusage(RUSAGE_SELF, &usage) != 0)
        return KERN_INVALID_ARGUMENT;
    uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE);
    task_vm_info_data_t all = {pages[0] * page, pages[1] * page, (uint64_t)usage.ru_maxrss * 1024, pages[1] * page};
    memcpy(info, &all, wanted * sizeof(natural_t));
    *count = wanted;
    return KERN_SUCCESS;
}
#endif
