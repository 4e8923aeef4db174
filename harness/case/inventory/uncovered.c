/* uncovered.c: the table is cut in place at tabs and line ends; lint.c judges what stands in it. */
#include "uncovered.h"
#include "../../base/file.h"
#include <string.h>
#include <unistd.h>

enum { LARGEST_TABLE = 8 << 20 };

/* Ends the cell at `end` and gives what follows it. */
static char *cut(char *cell, char end)
{
    char *stop = strchr(cell, end);
    if (!stop)
        return cell + strlen(cell);
    *stop = 0;
    return stop + 1;
}

bool uncovered_read(const char *root, arena *memory, uncovered_row **rows, size_t *count, assay_error *error)
{
    const char *path = arena_format(memory, "%s/uncovered.tsv", root);
    size_t size;
    int number = 1;
    *rows = NULL;
    *count = 0;
    if (access(path, F_OK) != 0)
        return true;
    char *line = file_text(memory, path, LARGEST_TABLE, &size, error);
    if (!line)
        return false;
    for (char *next; *line; line = next, number++) {
        next = cut(line, '\n');
        char *reason = cut(line, '\t'), *sentence = cut(reason, '\t');
        cut(sentence, '\t');
        if (number > 1)
            *ARENA_PUSH(memory, *rows, *count) = (uncovered_row){line, reason, sentence, number};
    }
    return true;
}

bool uncovered_is_pattern(const uncovered_row *row)
{
    size_t length = strlen(row->id);
    return length && row->id[length - 1] == '*';
}

bool uncovered_covers(const uncovered_row *row, const char *id)
{
    if (uncovered_is_pattern(row))
        return strncmp(row->id, id, strlen(row->id) - 1) == 0;
    return strcmp(row->id, id) == 0;
}
