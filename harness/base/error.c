/* error.c: the one way to make an error. */
#include "error.h"
#include <stdarg.h>
#include <stdio.h>

bool assay_fail(assay_error *error, const char *file, int line, const char *format, ...)
{
    if (!error)
        return false;
    snprintf(error->file, sizeof error->file, "%s", file ? file : "");
    error->line = line;
    error->cause = CAUSE_OTHER;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(error->text, sizeof error->text, format, arguments);
    va_end(arguments);
    return false;
}
