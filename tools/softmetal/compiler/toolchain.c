/* toolchain.c: programs count as the same version if path, size and time of change are the same; headers by their
 * content, so that a fresh checkout of the same headers finds what was compiled before. */
#include "toolchain.h"
#include "../engine/kernel.h"
#include "protocol.h"
#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/stat.h>
#include <unistd.h>
#if defined(__x86_64__)
#include <cpuid.h>
#endif

static struct {
    pthread_once_t once;
    sm_toolchain found;
    char helper[4096];
} toolchain = {.once = PTHREAD_ONCE_INIT};

static void add_program(sm_pack *pack, const char *path)
{
    struct stat s;
    sm_pack_string(pack, path);
    if (stat(path, &s) != 0)
        return;
    sm_pack_raw(pack, &s.st_size, sizeof s.st_size);
    sm_pack_raw(pack, &s.st_mtim.tv_sec, sizeof s.st_mtim.tv_sec);
    sm_pack_raw(pack, &s.st_mtim.tv_nsec, sizeof s.st_mtim.tv_nsec);
}

static void add_file(sm_pack *pack, const char *path)
{
    int file = open(path, O_RDONLY | O_CLOEXEC);
    char block[16384];
    for (ssize_t n; file >= 0 && (n = read(file, block, sizeof block)) > 0;)
        sm_pack_raw(pack, block, (size_t)n);
    if (file >= 0)
        close(file);
}

static void add_directory(sm_pack *pack, const char *path, int depth)
{
    struct dirent **entry;
    int n = depth < 4 ? scandir(path, &entry, NULL, alphasort) : -1;
    for (int i = 0; i < n; i++) {
        char inner[4096];
        struct stat s;
        if (entry[i]->d_name[0] != '.' &&
            (size_t)snprintf(inner, sizeof inner, "%s/%s", path, entry[i]->d_name) < sizeof inner &&
            stat(inner, &s) == 0) {
            sm_pack_string(pack, entry[i]->d_name);
            if (S_ISDIR(s.st_mode))
                add_directory(pack, inner, depth + 1);
            else
                add_file(pack, inner);
        }
        free(entry[i]);
    }
    if (n >= 0)
        free(entry);
}

/* LLVM generates code for exactly this processor. */
static void add_processor(sm_pack *pack)
{
#if defined(__x86_64__)
    static const unsigned leaves[][2] = {{0, 0}, {1, 0}, {7, 0}, {7, 1}, {13, 1}, {0x80000001, 0}};
    for (size_t i = 0; i < sizeof leaves / sizeof *leaves; i++) {
        unsigned r[4] = {0};
        __get_cpuid_count(leaves[i][0], leaves[i][1], &r[0], &r[1], &r[2], &r[3]);
        if (leaves[i][0] == 1)
            r[1] = 0; /* holds the number of the core that we happen to run on */
        sm_pack_raw(pack, r, sizeof r);
    }
#endif
    unsigned long capabilities[2] = {getauxval(AT_HWCAP), getauxval(AT_HWCAP2)};
    sm_pack_raw(pack, capabilities, sizeof capabilities);
}

static void find_helper(void)
{
    Dl_info self;
    const char *set = getenv("SOFTMETAL_COMPILE");
    if (set && *set) {
        snprintf(toolchain.helper, sizeof toolchain.helper, "%s", set);
        return;
    }
    if (!dladdr((void *)&toolchain, &self) || !self.dli_fname)
        return;
    char *path = realpath(self.dli_fname, NULL), *slash = path ? strrchr(path, '/') : NULL;
    if (slash)
        snprintf(toolchain.helper, sizeof toolchain.helper, "%.*s/softmetal-compile", (int)(slash - path), path);
    free(path);
}

static void find(void)
{
    sm_toolchain *t = &toolchain.found;
    const char *include = getenv("SOFTMETAL_INCLUDE");
    t->clang = SOFTMETAL_CLANG;
    t->include = include && *include ? include : SOFTMETAL_INCLUDE_DIRECTORY;
    find_helper();
    t->helper = toolchain.helper;
    sm_pack pack = {0};
    sm_pack_number(&pack, SM_PROTOCOL_VERSION);
    add_program(&pack, t->clang);
    sm_pack_string(&pack, t->include);
    add_directory(&pack, t->include, 0);
    t->front = sm_hash_bytes(pack.data, pack.size);
    pack.size = 0;
    Dl_info self;
    if (dladdr((void *)&toolchain, &self) && self.dli_fname)
        add_program(&pack, self.dli_fname);
    t->rewriter = sm_hash_bytes(pack.data, pack.size);
    pack.size = 0;
    sm_pack_number(&pack, SM_PROTOCOL_VERSION);
    sm_pack_number(&pack, SM_LAYOUT_VERSION);
    add_program(&pack, t->helper);
    add_processor(&pack);
    t->back = sm_hash_bytes(pack.data, pack.size);
    free(pack.data);
}

const sm_toolchain *sm_toolchain_find(void)
{
    pthread_once(&toolchain.once, find);
    return &toolchain.found;
}
