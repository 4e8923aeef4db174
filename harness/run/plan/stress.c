/* stress.c: reads and writes the file of tuned settings, in the order in which they were found first. */
#include "stress.h"
#include "../../base/text.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { COLUMNS = 4, LONGEST_LINE = 4096 };
static const char header[] = "device\tcase\tsettings\tshown";

static stress_row *find(const stress *stress, const char *device, const char *name)
{
    for (size_t i = 0; i < stress->count; i++)
        if (strcmp(stress->row[i].device, device) == 0 && strcmp(stress->row[i].name, name) == 0)
            return &stress->row[i];
    return NULL;
}

static void clear_row(stress_row *row)
{
    free(row->device);
    free(row->name);
    free(row->settings);
    free(row->shown);
}

const char *stress_find(const stress *stress, const char *device, const char *name)
{
    const stress_row *row = find(stress, device, name);
    return row ? row->settings : NULL;
}

bool stress_all_match(const stress *stress, const char *const *names, size_t count, assay_error *error)
{
    for (size_t i = 0; i < stress->count; i++) {
        bool found = false;
        for (size_t j = 0; j < count && !found; j++)
            found = strcmp(stress->row[i].name, names[j]) == 0;
        if (!found)
            return assay_fail(error, stress->path, 0, "no case is called `%s`; remove its line, or run `assay tune`",
                              stress->row[i].name);
    }
    return true;
}

bool stress_put(stress *stress, const char *device, const char *name, const char *settings, const char *shown,
                assay_error *error)
{
    stress_row *row = find(stress, device, name);
    if (!row) {
        stress_row *grown = realloc(stress->row, (stress->count + 1) * sizeof *grown);
        if (!grown)
            return assay_fail(error, stress->path, 0, "out of memory");
        stress->row = grown;
        row = &grown[stress->count++];
        *row = (stress_row){0};
    }
    stress_row next = {text_copy(device), text_copy(name), text_copy(settings), text_copy(shown)};
    clear_row(row);
    *row = next;
    return true;
}

static bool add_line(stress *stress, char *line, int number, assay_error *error)
{
    char *field[COLUMNS];
    if (text_columns(line, field, COLUMNS) != COLUMNS || !*field[0] || !*field[1] || *field[2] != '(')
        return assay_fail(error, stress->path, number, "is no line of `assay tune`: four columns, %s", header);
    if (find(stress, field[0], field[1]))
        return assay_fail(error, stress->path, number, "a second line for `%s` on this device", field[1]);
    return stress_put(stress, field[0], field[1], field[2], field[3], error);
}

bool stress_read(stress *stress, const char *path, assay_error *error)
{
    char line[LONGEST_LINE];
    bool good = true;
    *stress = (struct stress){.path = text_copy(path)};
    FILE *file = fopen(path, "r");
    if (!file)
        return errno == ENOENT || assay_fail(error, path, 0, "cannot read the settings: %s", strerror(errno));
    for (int number = 1; good && fgets(line, sizeof line, file); number++) {
        line[strcspn(line, "\r\n")] = 0;
        if (number == 1)
            good = strcmp(line, header) == 0 ||
                   assay_fail(error, path, number, "the first line must name the columns: %s", header);
        else
            good = add_line(stress, line, number, error);
    }
    if (good && ferror(file))
        good = assay_fail(error, path, 0, "cannot read the settings: %s", strerror(errno));
    fclose(file);
    return good;
}

static FILE *open_temporary(const stress *stress, char *path, size_t size)
{
    snprintf(path, size, "%s.new", stress->path);
    return fopen(path, "w");
}

bool stress_can_write(const stress *stress, assay_error *error)
{
    char temporary[4096];
    FILE *file = open_temporary(stress, temporary, sizeof temporary);
    if (!file)
        return assay_fail(error, stress->path, 0, "cannot be written: %s; name another file with --stress",
                          strerror(errno));
    fclose(file);
    remove(temporary);
    return true;
}

bool stress_write(const stress *stress, assay_error *error)
{
    char temporary[4096];
    FILE *file = open_temporary(stress, temporary, sizeof temporary);
    bool good = file && fprintf(file, "%s\n", header) > 0;
    for (size_t i = 0; good && i < stress->count; i++) {
        const stress_row *row = &stress->row[i];
        good = fprintf(file, "%s\t%s\t%s\t%s\n", row->device, row->name, row->settings, row->shown) > 0;
    }
    if (file && fclose(file) != 0)
        good = false;
    if (good && rename(temporary, stress->path) == 0)
        return true;
    return assay_fail(error, stress->path, 0, "could not be written: %s", strerror(errno));
}

void stress_clear(stress *stress)
{
    for (size_t i = 0; i < stress->count; i++)
        clear_row(&stress->row[i]);
    free(stress->row);
    free(stress->path);
    *stress = (struct stress){0};
}
