/* process.c: the process of one request: it ends with an answer, by itself or because something is wrong. */
#include "context.h"
#include "../../serve/serve.h"
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

void write_all(const sm_pack *pack)
{
    for (size_t done = 0; done < pack->size;) {
        ssize_t n = write(STDOUT_FILENO, pack->data + done, pack->size - done);
        if (n < 0 && errno != EINTR)
            _exit(2);
        done += n < 0 ? 0 : (size_t)n;
    }
}

/* An error, or "" and why there is no vector code. */
static _Noreturn void give_up(const char *error, const char *refusal)
{
    sm_pack answer = {0};
    sm_pack_number(&answer, SM_PROTOCOL_VERSION);
    sm_pack_string(&answer, error);
    if (refusal)
        sm_pack_string(&answer, refusal);
    write_all(&answer);
    sm_serve_end(0);
}

_Noreturn void stop(const char *format, ...)
{
    static char text[20000];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    give_up(text, NULL);
}

_Noreturn void refuse(const char *format, ...)
{
    static char text[1000];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    give_up("", text);
}

void *allocate(size_t size)
{
    void *p = calloc(1, size ? size : 1);
    if (!p)
        stop("there is no memory to compile the program");
    return p;
}

char *format_text(const char *format, ...)
{
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    int n = vsnprintf(NULL, 0, format, arguments);
    char *text = allocate((size_t)n + 1);
    vsnprintf(text, (size_t)n + 1, format, again);
    va_end(again);
    va_end(arguments);
    return text;
}
