/* mach-o/dyld.h: where the program is. */
#ifndef SOFTMETAL_MACH_O_DYLD_H
#define SOFTMETAL_MACH_O_DYLD_H
#include <stdint.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

/* The program's path into `path` of *size bytes. 0, or -1 and the size that it takes. */
static inline int _NSGetExecutablePath(char *path, uint32_t *size)
{
    char name[4096];
    ssize_t length = readlink("/proc/self/exe", name, sizeof name - 1);
    if (length < 0)
        return -1;
    if (*size <= (uint32_t)length) {
        *size = (uint32_t)length + 1;
        return -1;
    }
    memcpy(path, name, (size_t)length);
    path[length] = 0;
    return 0;
}
#endif
