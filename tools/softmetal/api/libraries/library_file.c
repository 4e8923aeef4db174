/* library_file.c: see library_file.h. */
#include "library_file.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *mtl_path(id url)
{
    return url ? mtl_text(SEND(id(*)(id, SEL), url, "path")(url, SELECTOR("path"))) : "";
}

bool mtl_file_write(const char *path, const char *text, id domain, long code, id *error)
{
    FILE *file = fopen(path, "wb");
    bool good = file && fwrite(text, 1, strlen(text), file) == strlen(text);
    if (file && fclose(file) != 0)
        good = false;
    if (!good)
        mtl_error(error, domain, code, "%s cannot be written: %s", *path ? path : "a file without URL",
                  strerror(errno));
    return good;
}

char *mtl_file_read(const char *path, id domain, long code, id *error)
{
    FILE *file = fopen(path, "rb");
    char *text = NULL;
    long size = file && fseek(file, 0, SEEK_END) == 0 ? ftell(file) : -1;
    if (size >= 0 && fseek(file, 0, SEEK_SET) == 0 && (text = calloc((size_t)size + 1, 1)) != NULL &&
        fread(text, 1, (size_t)size, file) != (size_t)size) {
        free(text);
        text = NULL;
    }
    if (file)
        fclose(file);
    if (!text)
        mtl_error(error, domain, code, "%s cannot be read", *path ? path : "a file without URL");
    else if (memcmp(text, "MTLB", size < 4 ? (size_t)size : 4) == 0 && size >= 4) {
        mtl_gap(error, "%s is a compiled library, which softmetal does not load; put its MSL source in its place",
                path);
        free(text);
        text = NULL;
    }
    return text;
}
