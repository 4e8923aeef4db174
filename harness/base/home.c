/* home.c: everything is found from the executable's own place, so that an installed tree can be moved. Such a tree has
 * bin/assay, lib/ and share/assay/. A build directory has the executable at its top, and share/assay there is a link to
 * the source tree. */
#include "home.h"
#include <limits.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#ifdef __APPLE__
#include <mach-o/dyld.h>
#endif

/* Set once per process. */
static struct {
    pthread_once_t once;
    char executable[PATH_MAX], beside[PATH_MAX], directory[PATH_MAX], cases[PATH_MAX + 8];
} home = {.once = PTHREAD_ONCE_INIT};

static bool ask_system(char *path, size_t size)
{
#ifdef __APPLE__
    uint32_t length = (uint32_t)size;
    return _NSGetExecutablePath(path, &length) == 0;
#else
    ssize_t length = readlink("/proc/self/exe", path, size - 1);
    path[length < 0 ? 0 : length] = 0;
    return length > 0;
#endif
}

static bool is_home(const char *below)
{
    char path[PATH_MAX + 32], cases[PATH_MAX + 64];
    snprintf(path, sizeof path, "%s%s/share/assay", home.beside, below);
    snprintf(cases, sizeof cases, "%s/cases", path);
    return access(cases, R_OK) == 0 && realpath(path, home.directory);
}

static void find(void)
{
    char path[PATH_MAX];
    if (!ask_system(path, sizeof path) || !realpath(path, home.executable))
        home.executable[0] = 0;
    const char *slash = strrchr(home.executable, '/');
    snprintf(home.beside, sizeof home.beside, "%.*s", slash ? (int)(slash - home.executable) : 0, home.executable);
    if (!is_home("/..") && !is_home(""))
        snprintf(home.directory, sizeof home.directory, "%.*s/../share/assay", PATH_MAX - 20, home.beside);
    snprintf(home.cases, sizeof home.cases, "%s/cases", home.directory);
}

const char *home_executable(void)
{
    pthread_once(&home.once, find);
    return home.executable;
}

const char *home_directory(void)
{
    pthread_once(&home.once, find);
    return home.directory;
}

char *home_path(const char *name, char *path, size_t size)
{
    snprintf(path, size, "%s/%s", home_directory(), name);
    return path;
}

const char *home_cases(void)
{
    pthread_once(&home.once, find);
    return home.cases;
}

char *home_library(const char *name, char *path, size_t size)
{
    pthread_once(&home.once, find);
    snprintf(path, size, "%s/%s", home.beside, name);
    if (access(path, R_OK) != 0)
        snprintf(path, size, "%s/../lib/%s", home.beside, name);
    return path;
}
