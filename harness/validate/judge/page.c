/* page.c: hands the JSON of a verdict to the Python that draws pages. */
#include "page.h"
#include "../../base/home.h"
#include <errno.h>
#include <limits.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static bool run(char *const words[], assay_error *error)
{
    pid_t child;
    int status;
    int refused = posix_spawn(&child, words[0], NULL, NULL, words, environ);
    if (refused)
        return assay_fail(error, words[0], 0, "cannot be started: %s", strerror(refused));
    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR)
            return assay_fail(error, words[0], 0, "was lost: %s", strerror(errno));
    enum { TOLD = 2 }; /* the exit code of a program that has said what is wrong */
    if (WIFEXITED(status) && WEXITSTATUS(status) == TOLD)
        return assay_fail(error, NULL, 0, "--report: no page was written");
    return (WIFEXITED(status) && WEXITSTATUS(status) == 0) ||
           assay_fail(error, NULL, 0, "the page could not be drawn; `tools/setup` installs what reports need");
}

static bool write_whole(const char *path, const text *content, assay_error *error)
{
    FILE *file = fopen(path, "w");
    bool good = file && fwrite(text_string(content), 1, content->length, file) == content->length;
    if (file && fclose(file) != 0)
        good = false;
    return good || assay_fail(error, path, 0, "cannot be written: %s", strerror(errno));
}

bool page_write(const validation *v, const char *path, assay_error *error)
{
    char data[600];
    text content = {0};
    snprintf(data, sizeof data, "%s/verdict.json", v->trials.directory);
    verdict_json(v, &content);
    bool good = write_whole(data, &content, error);
    text_free(&content);
    char python[PATH_MAX], program[PATH_MAX];
    char *const words[] = {home_path("tools/python", python, sizeof python),
                           home_path("reports/validate.py", program, sizeof program),
                           data,
                           (char *)"-o",
                           (char *)path,
                           NULL};
    return good && run(words, error);
}
