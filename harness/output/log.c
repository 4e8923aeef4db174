/* log.c: an append-only file of JSON lines. Each line is one write(2) on a descriptor opened with O_APPEND: a reader,
 * or the next run after a SIGKILL, sees whole lines and at most one torn one at the end. */
#include "log.h"
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct assay_log {
    int file;
    char *path;
    bool broken;
    assay_error failure;
};

/* Makes the directories that lead to `path`; whether it worked shows when the file is opened. */
static void make_parents(const char *path)
{
    char *copy = text_copy(path);
    for (char *slash = copy ? strchr(copy + 1, '/') : NULL; slash; slash = strchr(slash + 1, '/')) {
        *slash = 0;
        mkdir(copy, 0777);
        *slash = '/';
    }
    free(copy);
}

static assay_log *open_log(const char *path, int flags, assay_error *error)
{
    int file = open(path, O_WRONLY | O_APPEND | O_CLOEXEC | flags, 0666);
    if (file < 0) {
        assay_fail(error, path, 0, "cannot write the log: %s; name another file with --log", strerror(errno));
        return NULL;
    }
    assay_log *log = calloc(1, sizeof *log);
    if (!log || !(log->path = text_copy(path))) {
        free(log);
        close(file);
        assay_fail(error, path, 0, "out of memory");
        return NULL;
    }
    log->file = file;
    return log;
}

/* Whether a file has content that no log begins with: somebody's kernel or case, named by mistake. */
static bool is_no_log(const char *path)
{
    char first = '{';
    struct stat status;
    int file = stat(path, &status) == 0 && S_ISREG(status.st_mode) ? open(path, O_RDONLY | O_CLOEXEC) : -1;
    if (file < 0)
        return false;
    ssize_t got = read(file, &first, 1);
    close(file);
    return got == 1 && first != '{';
}

assay_log *assay_log_create(const char *path, assay_error *error)
{
    if (is_no_log(path)) {
        assay_fail(error, path, 0, "is no log and would be overwritten; name another file with --log");
        return NULL;
    }
    make_parents(path);
    return open_log(path, O_CREAT | O_TRUNC, error);
}

/* Offset just behind the last newline. */
static off_t whole_lines(int file, off_t size)
{
    char block[4096];
    while (size > 0) {
        off_t start = size > (off_t)sizeof block ? size - (off_t)sizeof block : 0;
        ssize_t got = pread(file, block, (size_t)(size - start), start);
        if (got <= 0)
            return -1;
        for (ssize_t i = got; i > 0; i--)
            if (block[i - 1] == '\n')
                return start + i;
        size = start;
    }
    return 0;
}

assay_log *assay_log_append(const char *path, assay_error *error)
{
    struct stat kind;
    if (stat(path, &kind) == 0 && S_ISFIFO(kind.st_mode)) /* a pipe has no torn line to cut off */
        return open_log(path, 0, error);
    int file = open(path, O_RDWR | O_CLOEXEC);
    struct stat status;
    off_t end = -1;
    if (file >= 0 && fstat(file, &status) == 0)
        end = whole_lines(file, status.st_size);
    bool cut = end >= 0 && ftruncate(file, end) == 0;
    int reason = errno;
    if (file >= 0)
        close(file);
    if (!cut) {
        assay_fail(error, path, 0, "cannot go on with this log: %s", strerror(reason));
        return NULL;
    }
    return open_log(path, 0, error);
}

bool assay_log_line(assay_log *log, text *line)
{
    bool written = false;
    text_add(line, "\n");
    if (!log->broken) {
        ssize_t count;
        do {
            count = line->failed ? -1 : write(log->file, line->data, line->length);
        } while (count < 0 && errno == EINTR && !line->failed);
        written = count == (ssize_t)line->length;
        if (!written) {
            log->broken = true;
            assay_fail(&log->failure, log->path, 0, "the log is incomplete: %s",
                       line->failed ? "out of memory" : strerror(count < 0 ? errno : ENOSPC));
        }
    }
    text_clear(line);
    return written;
}

void assay_log_sync(const assay_log *log)
{
#ifdef F_FULLFSYNC /* macOS: fsync alone leaves it in the drive's memory */
    if (fcntl(log->file, F_FULLFSYNC) == 0)
        return;
#endif
    fsync(log->file);
}

const assay_error *assay_log_failure(const assay_log *log)
{
    return log->broken ? &log->failure : NULL;
}

void assay_log_close(assay_log *log)
{
    if (!log)
        return;
    close(log->file);
    free(log->path);
    free(log);
}

static bool read_all(const char *path, text *content, assay_error *error)
{
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return assay_fail(error, path, 0, "cannot read the log: %s", strerror(errno));
    char block[65536];
    ssize_t count;
    while ((count = read(file, block, sizeof block)) > 0)
        text_bytes(content, block, (size_t)count);
    int reason = errno;
    close(file);
    if (count < 0)
        return assay_fail(error, path, 0, "cannot read the log: %s", strerror(reason));
    return !content->failed || assay_fail(error, path, 0, "out of memory");
}

bool assay_log_read(const char *path, bool (*visit)(void *context, const json_value *line), void *context,
                    assay_error *error)
{
    text content = {0};
    bool good = read_all(path, &content, error);
    int number = 0;
    const char *at = text_string(&content), *newline;
    for (bool going = good; going && (newline = strchr(at, '\n')); at = newline + 1) {
        number++;
        if (newline == at)
            continue;
        json_value *line = json_read(at, (size_t)(newline - at));
        if (!line || line->kind != JSON_OBJECT)
            going = good = assay_fail(error, path, number, "not a line of a log");
        else
            going = visit(context, line);
        json_destroy(line);
    }
    text_free(&content);
    return good;
}
