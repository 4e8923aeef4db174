/* file.c: looks before it reads, so that a 100 MB file or a pipe is refused without being read. */
#include "file.h"
#include "utf8.h"
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

uint64_t text_hash(const void *text, size_t length)
{
    const unsigned char *bytes = text;
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < length; i++)
        hash = (hash ^ bytes[i]) * UINT64_C(0x100000001b3);
    return hash;
}

bool file_is_folder(const char *path)
{
    struct stat facts;
    return path && stat(path, &facts) == 0 && S_ISDIR(facts.st_mode);
}

static bool look(const char *path, size_t largest, size_t *size, assay_error *error)
{
    struct stat facts;
    if (stat(path, &facts) != 0)
        return assay_fail(error, path, 0, "cannot be read: %s", strerror(errno));
    if (S_ISDIR(facts.st_mode))
        return assay_fail(error, path, 0, "is a directory, not a file");
    if (!S_ISREG(facts.st_mode))
        return assay_fail(error, path, 0, "is not a regular file");
    if ((uint64_t)facts.st_size > largest)
        return assay_fail(error, path, 0, "has %lld bytes; at most %zu are read", (long long)facts.st_size, largest);
    *size = (size_t)facts.st_size;
    return true;
}

char *file_text(arena *into, const char *path, size_t largest, size_t *size, assay_error *error)
{
    if (!look(path, largest, size, error))
        return NULL;
    FILE *file = fopen(path, "rb");
    if (!file) {
        assay_fail(error, path, 0, "cannot be read: %s", strerror(errno));
        return NULL;
    }
    char *text = arena_take(into, *size + 1, 1);
    size_t got = fread(text, 1, *size, file);
    bool failed = ferror(file) != 0;
    fclose(file);
    text[got] = 0;
    *size = got;
    if (failed)
        assay_fail(error, path, 0, "cannot be read: %s", strerror(errno));
    else if (memchr(text, 0, got))
        assay_fail(error, path, 0, "is binary (it has a zero byte), not text");
    else if (strncmp(text, "\xef\xbb\xbf", 3) == 0)
        assay_fail(error, path, 1, "begins with a byte-order mark; save it as UTF-8 without one");
    else if (utf8_check(text, path, error))
        return text;
    return NULL;
}
