/* cache.c: one file per entry, `<directory>/<two hex digits>/<key>.<kind>`: a header with a magic number, the length
 * and a hash of the content, then the content. Written beside its place and renamed, so that a reader sees a whole file
 * or none.
 *
 * The time of a file's last change says when it was last used, to the hour. Every writer lengthens the file `written`
 * by a byte for each 1/TRIM_BYTES of a sixteenth of the limit; who makes it TRIM_BYTES long empties it and removes the
 * oldest files, until a sixteenth of the limit is free again. So nobody looks through the directory more often than
 * that, and no lock is needed. */
#include "cache.h"
#include "../../engine/settings.h"
#include <errno.h>
#include <fcntl.h>
#include <fts.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { TRIM_BYTES = 1024, USED_SECONDS = 3600, BLOCK = 4096 };

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

/* The directory, created if possible; NULL if there is none. */
static const char *cache_directory(void)
{
    pthread_once(&directory.once, find_directory);
    return directory.usable ? directory.path : NULL;
}

bool sm_cache_path(sm_hash key, const char *kind, char *path, size_t room)
{
    const char *base = cache_directory();
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

bool sm_cache_file(const char *folder, const char *name, char *path, size_t room)
{
    const char *base = cache_directory();
    int n = base ? snprintf(path, room, "%s/%s", base, folder) : -1;
    if (n < 0 || (size_t)n >= room)
        return false;
    (void)mkdir(path, 0777);
    n = snprintf(path, room, "%s/%s/%s", base, folder, name);
    return n > 0 && (size_t)n < room;
}

/* ---- the limit */
typedef struct entry {
    char *path;
    uint64_t size; /* as whole blocks */
    struct timespec used;
} entry;

static int by_age(const void *a, const void *b)
{
    const entry *first = a, *second = b;
    if (first->used.tv_sec != second->used.tv_sec)
        return first->used.tv_sec < second->used.tv_sec ? -1 : 1;
    return first->used.tv_nsec < second->used.tv_nsec ? -1 : first->used.tv_nsec > second->used.tv_nsec;
}

/* Every file of the directory's folders; the caller frees it and the paths. */
static entry *list_entries(size_t *count, uint64_t *total)
{
    char *const roots[] = {directory.path, NULL};
    entry *list = NULL;
    size_t room = 0;
    *count = 0;
    *total = 0;
    FTS *walk = fts_open(roots, FTS_PHYSICAL | FTS_NOCHDIR, NULL);
    for (FTSENT *f; walk && (f = fts_read(walk));) {
        if (f->fts_info != FTS_F || f->fts_level != 2)
            continue;
        if (*count == room) {
            entry *grown = realloc(list, (room = 2 * room + 256) * sizeof *list);
            if (!grown)
                break;
            list = grown;
        }
        uint64_t size = ((uint64_t)f->fts_statp->st_size + BLOCK - 1) / BLOCK * BLOCK;
        list[(*count)++] = (entry){strdup(f->fts_path), size, f->fts_statp->st_mtim};
        *total += size;
    }
    if (walk)
        fts_close(walk);
    return list;
}

static void trim(uint64_t limit)
{
    size_t count;
    uint64_t total;
    entry *list = list_entries(&count, &total);
    if (count)
        qsort(list, count, sizeof *list, by_age);
    for (size_t i = 0; i < count; i++) {
        if (total > limit - limit / 16 && list[i].path && (unlink(list[i].path) == 0 || errno == ENOENT))
            total -= list[i].size;
        free(list[i].path);
    }
    free(list);
}

/* Counts bytes that this process has added. */
static void count_bytes(uint64_t size)
{
    static const char zeros[TRIM_BYTES];
    char path[4096];
    uint64_t limit = sm_device_settings()->cache_size, unit = limit / 16 / TRIM_BYTES + 1;
    uint64_t units = (size + BLOCK) / unit + 1;
    struct stat status;
    if (!directory.usable || (size_t)snprintf(path, sizeof path, "%s/written", directory.path) >= sizeof path)
        return;
    int file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    bool full = file >= 0 && write(file, zeros, units < TRIM_BYTES ? units : TRIM_BYTES) > 0 &&
                fstat(file, &status) == 0 && status.st_size >= TRIM_BYTES && ftruncate(file, 0) == 0;
    if (file >= 0)
        close(file);
    if (full)
        trim(limit);
}

void sm_cache_written(const char *path)
{
    struct stat status;
    if (stat(path, &status) == 0)
        count_bytes((uint64_t)status.st_size);
}

static void note_use(int file, const struct stat *status)
{
    if (time(NULL) - status->st_mtim.tv_sec > USED_SECONDS)
        (void)futimens(file, NULL);
}

void sm_cache_used(const char *path)
{
    struct stat status;
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file >= 0 && fstat(file, &status) == 0)
        note_use(file, &status);
    if (file >= 0)
        close(file);
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
    if (good)
        note_use(file, &status);
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
    else
        count_bytes(sizeof head + content.size);
}
