/* toolchain.c: the helper and the headers are found from where this library lies, so that an installed tree can be
 * moved: it has lib/libsoftmetal.so, bin/softmetal-compile and include/softmetal/msl. A build directory has library and
 * helper at its top, and include/softmetal/msl there is a link to the sources.
 *
 * Programs count as the same version if path, size and time of change are the same; headers by their content, so that a
 * fresh checkout of the same headers finds what was compiled before. */
#include "toolchain.h"
#include "../store/cache.h"
#include "../../engine/kernel.h"
#include "../protocol.h"
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
    char beside[4096], helper[4096], include[4096], preload[4200];
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

/* The variable's value or, if it is not set, the first of two places that exists, seen from this library's directory.
 */
static const char *locate(const char *variable, const char *built, const char *installed, char path[4096])
{
    const char *set = getenv(variable);
    if (set && *set) {
        snprintf(path, 4096, "%s", set);
        return path;
    }
    char candidate[4096 + 64];
    snprintf(candidate, sizeof candidate, "%s/%s", toolchain.beside, built);
    if (access(candidate, R_OK) != 0)
        snprintf(candidate, sizeof candidate, "%s/%s", toolchain.beside, installed);
    if (!realpath(candidate, path))
        snprintf(path, 4096, "%.4095s", candidate);
    return path;
}

static void find_beside(void)
{
    Dl_info self;
    char *path = dladdr((void *)&toolchain, &self) && self.dli_fname ? realpath(self.dli_fname, NULL) : NULL;
    const char *slash = path ? strrchr(path, '/') : NULL;
    if (slash)
        snprintf(toolchain.beside, sizeof toolchain.beside, "%.*s", (int)(slash - path), path);
    free(path);
}

static const char *beside_helper(const char *name, char path[4200])
{
    const char *slash = strrchr(toolchain.found.helper, '/');
    snprintf(path, 4200, "%.*s%s", slash ? (int)(slash + 1 - toolchain.found.helper) : 0, toolchain.found.helper, name);
    if (access(path, R_OK) != 0)
        snprintf(path, 4200, "%.*s../lib/softmetal/%s", slash ? (int)(slash + 1 - toolchain.found.helper) : 0,
                 toolchain.found.helper, name);
    return path;
}

/* A cache that is carried to a machine without a compiler takes along what identifies the one that filled it: the
 * hashes, then the paths, which are in commands and so in keys. */
static void seal(sm_toolchain *t, bool write)
{
    static char clang[4096];
    char path[4096];
    FILE *file = sm_cache_file("seal", "toolchain", path, sizeof path) ? fopen(path, write ? "w" : "r") : NULL;
    if (!file)
        return;
    if (write) {
        fwrite(&t->front, sizeof(sm_hash), 1, file);
        fwrite(&t->rewriter, sizeof(sm_hash), 1, file);
        fwrite(&t->back, sizeof(sm_hash), 1, file);
        fprintf(file, "%s\n%s\n", t->clang, t->include);
    } else if (fread(&t->front, sizeof(sm_hash), 1, file) == 1 && fread(&t->rewriter, sizeof(sm_hash), 1, file) == 1 &&
               fread(&t->back, sizeof(sm_hash), 1, file) == 1 &&
               fscanf(file, "%4095[^\n]\n%4095[^\n]\n", clang, toolchain.include) == 2) {
        t->clang = clang;
    }
    fclose(file);
}

static void find(void)
{
    sm_toolchain *t = &toolchain.found;
    const char *clang = getenv("SOFTMETAL_CLANG");
    char path[4200];
    find_beside();
    t->clang = clang && *clang ? clang : SOFTMETAL_CLANG;
    t->include = locate("SOFTMETAL_INCLUDE", "include/softmetal/msl", "../include/softmetal/msl", toolchain.include);
    t->helper = locate("SOFTMETAL_COMPILE", "softmetal-compile", "../bin/softmetal-compile", toolchain.helper);
    t->preload = access(beside_helper("softmetal-serve.so", toolchain.preload), R_OK) == 0 ? toolchain.preload : "";
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
    add_program(&pack, beside_helper("softmetal-cuda.bc", path));
    add_processor(&pack);
    t->back = sm_hash_bytes(pack.data, pack.size);
    free(pack.data);
    const char *wanted = getenv("SOFTMETAL_SEAL");
    if (wanted && *wanted) {
        t->seal = strcmp(wanted, "write") == 0 ? SM_SEAL_WRITE : SM_SEAL_READ;
        seal(t, t->seal == SM_SEAL_WRITE);
    }
}

const sm_toolchain *sm_toolchain_find(void)
{
    pthread_once(&toolchain.once, find);
    return &toolchain.found;
}
