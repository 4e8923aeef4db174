/* large_pages.c: code in large pages. A fork does not have the pages of a file that its parent has touched: that takes
 * hundreds of exceptions in a run of 10 to 20 ms, and a compiler has more pages than a processor's tables. */
#include "large_pages.h"
#include <link.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

static const uintptr_t large = 2 << 20, most = 48 << 20; /* of what is larger (LLVM, in clang) too little is used */

static bool kernel_has_large_pages(void)
{
    char text[64] = "";
    FILE *file = fopen("/sys/kernel/mm/transparent_hugepage/enabled", "r");
    bool has = file && fgets(text, sizeof text, file) && !strstr(text, "[never]");
    if (file)
        fclose(file);
    return has;
}

/* Puts a copy of the code in its place: code that runs meanwhile finds the same there. */
static void copy_code(uintptr_t start, uintptr_t end)
{
    size_t size = end - start;
    char *room = mmap(NULL, size + large, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (room == MAP_FAILED)
        return;
    uintptr_t first = ((uintptr_t)room + large - 1) / large * large;
    char *copy = room + (first - (uintptr_t)room);
    madvise(copy, size, MADV_HUGEPAGE);
    memcpy(copy, (const char *)start, size);
    if (mprotect(copy, size, PROT_READ | PROT_EXEC) == 0)
        (void)mremap(copy, size, size, MREMAP_MAYMOVE | MREMAP_FIXED, (void *)start);
    munmap(room, size + large);
}

static int copy_object(struct dl_phdr_info *object, size_t size, void *context)
{
    (void)size;
    (void)context;
    for (int i = 0; i < object->dlpi_phnum; i++) {
        const ElfW(Phdr) *part = &object->dlpi_phdr[i];
        uintptr_t start = object->dlpi_addr + part->p_vaddr, end = start + part->p_memsz;
        start = (start + large - 1) / large * large;
        end = end / large * large;
        if (part->p_type == PT_LOAD && part->p_flags == (PF_R | PF_X) && start < end && end - start <= most)
            copy_code(start, end);
    }
    return 0;
}

void sm_use_large_pages(void)
{
    if (kernel_has_large_pages())
        dl_iterate_phdr(copy_object, NULL);
}
