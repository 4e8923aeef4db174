/* cache.c: one file per entry, `<directory>/<two hex digits>/<key>.<kind>`: a header with a magic number, the length
 * and a hash of the content, then the content. Written beside its place and renamed, so that a reader sees a whole file
 * or none. */
#include "cache.h"
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct header {
    char magic[8];
    uint64_t size;
    sm_hash hash;
} header;

static const char magic[8] = {'S', 'M', 'c', 'a', 'c', 'h', 'e', '1'};

static struct {
    pthread_once_t once;
    char path[3072];
    bool usable;
} directory = {.once = PTHREAD_ONCE_INIT};

/* Makes the directory with its parents. */
static bool make_directories(char *path)
{
    for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = 0;
        (void)mkdir(path, 0777);
        *slash = '/';
    }
    return mkdir(path, 0777) == 0 || errno == EEXIST;
}

static void find_directory(void)
{
    const char *set = getenv("SOFTMETAL_CACHE"), *home = getenv("HOME"), *xdg = getenv("XDG_CACHE_HOME");
    int n = 0;
    if (set && *set)
        n = snprintf(directory.path, sizeof directory.path, "%s", set);
    else if (xdg && *xdg == '/')
        n = snprintf(directory.path, sizeof directory.path, "%s/softmetal", xdg);
    else if (home && *home)
        n = snprintf(directory.path, sizeof directory.path, "%s/.cache/softmetal", home);
    directory.usable = n > 0 && (size_t)n < sizeof directory.path && make_directories(directory.path);
}

const char *sm_cache_directory(void)
{
    pthread_once(&directory.once, find_directory);
    return directory.usable ? directory.path : NULL;
}

bool sm_cache_path(sm_hash key, const char *kind, char *path, size_t room)
{
    const char *base = sm_cache_directory();
    if (!base)
        return false;
    unsigned first = (unsigned)(key.word[0] >> 56);
    int n = snprintf(path, room, "%s/%02x", base, first);
    if (n < 0 || (size_t)n >= room)
        return false;
    (void)mkdir(path, 0777);
    n = snprintf(path, room, "%s/%02x/%016llx%016llx.%s", base, first, (unsigned long long)key.word[0],
                 (unsigned long long)key.word[1], kind);
    return n > 0 && (size_t)n < room;
}

static bool read_whole(int file, uint8_t *into, size_t size)
{
    while (size) {
        ssize_t n = read(file, into, size);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return false;
        into += n;
        size -= (size_t)n;
    }
    return true;
}

static bool write_whole(int file, const void *from, size_t size)
{
    const uint8_t *at = from;
    while (size) {
        ssize_t n = write(file, at, size);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return false;
        at += n;
        size -= (size_t)n;
    }
    return true;
}

bool sm_cache_read(sm_hash key, const char *kind, sm_bytes *content)
{
    char path[4096];
    *content = (sm_bytes){0};
    if (!sm_cache_path(key, kind, path, sizeof path))
        return false;
    int file = open(path, O_RDONLY | O_CLOEXEC);
    struct stat status;
    if (file < 0)
        return false;
    uint8_t *data = NULL;
    bool good = fstat(file, &status) == 0 && S_ISREG(status.st_mode) && (size_t)status.st_size >= sizeof(header) &&
                (data = malloc((size_t)status.st_size)) && read_whole(file, data, (size_t)status.st_size);
    close(file);
    header head;
    if (good) {
        memcpy(&head, data, sizeof head);
        sm_hash found = sm_hash_bytes(data + sizeof head, (size_t)status.st_size - sizeof head);
        good = memcmp(head.magic, magic, sizeof magic) == 0 && head.size == (uint64_t)status.st_size - sizeof head &&
               memcmp(&found, &head.hash, sizeof found) == 0;
    }
    if (!good) {
        free(data);
        return false;
    }
    *content = (sm_bytes){data + sizeof head, (size_t)head.size};
    return true;
}

void sm_cache_free(sm_bytes content)
{
    if (content.data)
        free((uint8_t *)(uintptr_t)content.data - sizeof(header));
}

void sm_cache_write(sm_hash key, const char *kind, sm_bytes content)
{
    char path[4096], temporary[4160];
    if (!sm_cache_path(key, kind, path, sizeof path))
        return;
    snprintf(temporary, sizeof temporary, "%s.XXXXXX", path);
    int file = mkostemp(temporary, O_CLOEXEC);
    if (file < 0)
        return;
    header head = {.size = content.size, .hash = sm_hash_bytes(content.data, content.size)};
    memcpy(head.magic, magic, sizeof magic);
    bool good = write_whole(file, &head, sizeof head) && write_whole(file, content.data, content.size);
    if (close(file) != 0 || !good || rename(temporary, path) != 0)
        unlink(temporary);
}
