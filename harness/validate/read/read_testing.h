/* read_testing.h: for the tests of validate: files of a test in a folder of its own. */
#ifndef ASSAY_READ_TESTING_H
#define ASSAY_READ_TESTING_H
#include "../../base/error.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
// clang-format off
#include <cmocka.h>
// clang-format on

#define CONTRACTS ASSAY_SOURCE_DIR "/cases/contracts"

static char folder[64];
static assay_error error;

static inline int make_folder(void)
{
    error = (assay_error){0};
    strcpy(folder, "/tmp/assay-validate-XXXXXX");
    return mkdtemp(folder) ? 0 : -1;
}

/* The last four are valid. */
static inline const char *path_of(const char *name)
{
    static char path[4][128];
    static unsigned n;
    char *to = path[n++ % 4];
    snprintf(to, sizeof *path, "%s/%s", folder, name);
    return to;
}

static inline const char *write_file(const char *name, const char *content)
{
    const char *path = path_of(name);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(content, file);
    fclose(file);
    return path;
}

/* Nothing else may be left in it. */
static inline int remove_folder(const char *const *names, size_t count)
{
    for (size_t i = 0; i < count; i++)
        unlink(path_of(names[i]));
    return rmdir(folder);
}
#endif
