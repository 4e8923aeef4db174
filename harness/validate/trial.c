/* trial.c: writes each trial's case to a file of its own folder, so that all have one name and thereby equal inputs,
 * and hands them to the pool. */
#include "trial.h"
#include "../base/file.h"
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

const char *stage_name(stage stage)
{
    static const char *const names[] = {
#define X(constant, name, meaning) name,
        VALIDATE_STAGES(X)
#undef X
    };
    return names[stage];
}

const char *stage_meaning(stage stage)
{
    static const char *const meanings[] = {
#define X(constant, name, meaning) meaning,
        VALIDATE_STAGES(X)
#undef X
    };
    return meanings[stage];
}

bool stage_is_assumed(stage stage)
{
    return stage == STAGE_PARTIAL || stage == STAGE_UNNAMED;
}

const char *schedule_meaning(schedule schedule)
{
    static const char *const meanings[] = {
#define X(constant, meaning, order, weak, layout) meaning,
        VALIDATE_SCHEDULES(X)
#undef X
    };
    return meanings[schedule];
}

/* ---- Files */

/* Hundreds of small files, which are gone in seconds: in memory where there is room for them. */
static const char *temporary_folder(void)
{
    static const char memory[] = "/dev/shm";
    enum { ENOUGH_MEBIBYTES = 1024 };
    const char *told = getenv("TMPDIR");
    struct statvfs facts;
    if (told && *told)
        return told;
    bool room = statvfs(memory, &facts) == 0 && access(memory, W_OK) == 0 &&
                (double)facts.f_bavail * (double)facts.f_frsize >= ENOUGH_MEBIBYTES * 1048576.0;
    return room ? memory : "/tmp";
}

bool trials_begin(trials *trials, assay_error *error)
{
    *trials = (struct trials){0};
    snprintf(trials->directory, sizeof trials->directory, "%s/assay-validate-XXXXXX", temporary_folder());
    return mkdtemp(trials->directory) ||
           assay_fail(error, trials->directory, 0, "cannot be created: %s", strerror(errno));
}

static void remove_folder(const char *path)
{
    DIR *folder = opendir(path);
    for (struct dirent *entry; folder && (entry = readdir(folder));) {
        char inside[1024];
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
            continue;
        snprintf(inside, sizeof inside, "%s/%s", path, entry->d_name);
        if (unlink(inside) != 0)
            remove_folder(inside);
    }
    if (folder)
        closedir(folder);
    rmdir(path);
}

void trials_cut(trials *trials, size_t count)
{
    for (size_t i = count; i < trials->count; i++) {
        trial *one = &trials->item[i];
        outcome_clear(&one->outcome);
        case_file_destroy(one->read);
        free(one->file);
        free(one->kept);
        free(one->hash);
    }
    trials->count = count < trials->count ? count : trials->count;
}

void trials_clear(trials *trials)
{
    trials_cut(trials, 0);
    free(trials->item);
    if (*trials->directory)
        remove_folder(trials->directory);
    *trials = (struct trials){0};
}

/* An equal text is written once. */
static bool write_case(trials *trials, trial *to, const text *content, assay_error *error)
{
    char path[1024];
    uint64_t hash = text_hash(text_string(content), content->length);
    snprintf(path, sizeof path, "%s/%016llx", trials->directory, (unsigned long long)hash);
    bool fresh = mkdir(path, 0700) == 0;
    strcat(path, "/candidate.metal");
    if (fresh) {
        FILE *file = fopen(path, "wb");
        bool good = file && fwrite(content->data, 1, content->length, file) == content->length;
        if (!file || fclose(file) != 0 || !good)
            return assay_fail(error, path, 0, "cannot be written: %s", strerror(errno));
    }
    to->file = text_copy(path);
    to->read = case_file_read(path, NULL, error);
    if (!to->read)
        return compose_blame(to->binding, &to->what, text_string(content), error) && false;
    to->hash = text_copy(case_file_hash(to->read));
    return to->file && to->hash;
}

size_t trials_add(trials *trials, const trial *like, assay_error *error)
{
    trial *grown = realloc(trials->item, (trials->count + 1) * sizeof *grown);
    if (!grown) {
        assay_fail(error, NULL, 0, "out of memory");
        return SIZE_MAX;
    }
    trials->item = grown;
    trial *to = &grown[trials->count];
    *to = *like;
    to->file = to->kept = to->hash = NULL;
    to->read = NULL;
    to->outcome = (outcome){0};
    to->ended = false;
    text content = {0};
    bool good = compose(to->binding, &to->what, &content, error) && write_case(trials, to, &content, error);
    text_free(&content);
    char kept[1024];
    snprintf(kept, sizeof kept, "%s/%zu", trials->directory, trials->count);
    to->kept = to->keep ? text_copy(kept) : NULL;
    trials->count++;
    return good ? trials->count - 1 : SIZE_MAX;
}

bool trials_try(trials *trials, const trial *like, assay_error *error)
{
    trial one = *like;
    text content = {0};
    one.file = one.hash = NULL;
    one.read = NULL;
    bool good = compose(one.binding, &one.what, &content, error) && write_case(trials, &one, &content, error);
    text_free(&content);
    case_file_destroy(one.read);
    free(one.file);
    free(one.hash);
    return good;
}

bool trials_expect(trials *trials, size_t n, const char *const *given, assay_error *error)
{
    trial *to = &trials->item[n];
    text content = {0};
    case_file_destroy(to->read);
    free(to->file);
    free(to->hash);
    to->read = NULL;
    to->file = to->hash = NULL;
    to->what.given = given;
    bool good = compose(to->binding, &to->what, &content, error) && write_case(trials, to, &content, error);
    text_free(&content);
    return good;
}

/* ---- Running */

typedef struct running {
    trials *trials;
    size_t first, stopped;
} running;

/* A kernel that does not compile will not the next time; one that hangs or crashes costs too long to try on. */
static bool hopeless(const outcome *outcome)
{
    return outcome->verdict == VERDICT_TIMEOUT || outcome->verdict == VERDICT_CRASH ||
           outcome->verdict == VERDICT_DEVICE_ERROR ||
           (outcome->verdict == VERDICT_INTERNAL_ERROR && outcome->kind != FAILURE_UNJUDGED) ||
           (outcome->verdict == VERDICT_FAIL &&
            (outcome->kind == FAILURE_COMPILE || outcome->kind == FAILURE_PIPELINE));
}

static bool done(void *context, size_t job, outcome *outcome)
{
    running *run = context;
    trial *one = &run->trials->item[run->first + job];
    one->outcome = *outcome;
    one->ended = true;
    memset(outcome, 0, sizeof *outcome);
    if (run->stopped == SIZE_MAX && hopeless(&one->outcome))
        run->stopped = run->first + job;
    return run->stopped == SIZE_MAX;
}

static wire_job job_of(const trial *one, const options *options)
{
    return (wire_job){.path = one->file,
                      .root = (char *)"",
                      .name = (char *)"candidate",
                      .hash = one->hash,
                      .seed = options->seed,
                      .math = 1 + (uint64_t)one->math,
                      .functions = 1 + (uint64_t)one->functions,
                      .timeout = options->timeout,
                      .keep = one->kept,
                      .library = (char *)one->binding->kernel->library,
                      .placement = one->placement,
                      .repeats = one->repeats};
}

bool trials_run(trials *trials, size_t first, size_t end, pool *pool, const options *options, size_t *stopped,
                assay_error *error)
{
    running run = {trials, first, SIZE_MAX};
    pool_job *jobs = calloc(end - first + 1, sizeof *jobs);
    if (!jobs)
        return assay_fail(error, NULL, 0, "out of memory");
    for (size_t i = first; i < end; i++)
        trials->item[i].seconds = options->timeout;
    for (size_t i = first; i < end; i++)
        jobs[i - first] = (pool_job){.wire = job_of(&trials->item[i], options), .once = true};
    pool_events events = {.context = &run, .done = done};
    bool good = pool_run(pool, jobs, end - first, &events, error);
    free(jobs);
    if (stopped)
        *stopped = run.stopped;
    return good;
}

/* ---- Results */

bool trial_unjudged(const trial *trial)
{
    return trial->ended && trial->outcome.verdict == VERDICT_INTERNAL_ERROR && trial->outcome.kind == FAILURE_UNJUDGED;
}

bool trial_good(const trial *trial)
{
    return trial->ended && trial->outcome.verdict == VERDICT_PASS;
}

const char *trial_describe(const trial *trial, char *buffer, size_t size)
{
    const composition *what = &trial->what;
    size_t used = (size_t)snprintf(buffer, size, "%s, %s", what->type, compose_sizes(trial->binding, what));
    if (trial->binding->sized && used < size)
        used += (size_t)snprintf(buffer + used, size - used, ", threadgroup %s", what->threadgroup);
    if (what->inputs && used < size)
        used += (size_t)snprintf(buffer + used, size - used, ", %s", what->inputs->title);
    if (used < size)
        used += (size_t)snprintf(buffer + used, size - used, ", math %s, functions %s", metal_math_name(trial->math),
                                 metal_functions_name(trial->functions));
    if (trial->schedule && used < size)
        snprintf(buffer + used, size - used, ", %s", schedule_meaning(trial->schedule));
    return buffer;
}

void *trial_output(const trial *trial, const char *name, size_t *size)
{
    char path[1200];
    struct stat facts;
    snprintf(path, sizeof path, "%s.%s", trial->kept ? trial->kept : "", name);
    FILE *file = trial->kept ? fopen(path, "rb") : NULL;
    if (!file)
        return NULL;
    void *data = fstat(fileno(file), &facts) == 0 ? malloc((size_t)facts.st_size + 1) : NULL;
    *size = data ? fread(data, 1, (size_t)facts.st_size, file) : 0;
    fclose(file);
    return data;
}
