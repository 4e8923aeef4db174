/* utf8.c: steps over one character at a time; the table has the ranges that the first bytes allow the second. */
#include "utf8.h"
#include <stddef.h>

static const struct lead {
    unsigned char first, last, low, high; /* of the lead; of the byte after it */
    size_t length;
} leads[] = {
    {0xc2, 0xdf, 0x80, 0xbf, 2}, {0xe0, 0xe0, 0xa0, 0xbf, 3}, {0xe1, 0xec, 0x80, 0xbf, 3}, {0xed, 0xed, 0x80, 0x9f, 3},
    {0xee, 0xef, 0x80, 0xbf, 3}, {0xf0, 0xf0, 0x90, 0xbf, 4}, {0xf1, 0xf3, 0x80, 0xbf, 4}, {0xf4, 0xf4, 0x80, 0x8f, 4},
};

/* Never reads past the zero that ends the text, since that continues no character. */
size_t utf8_length(const unsigned char *at)
{
    if (*at >= 0x01 && *at <= 0x7f)
        return 1;
    for (const struct lead *lead = leads; lead < leads + sizeof leads / sizeof *leads; lead++) {
        if (*at < lead->first || *at > lead->last)
            continue;
        if (lead->length > 1 && (at[1] < lead->low || at[1] > lead->high))
            return 0;
        for (size_t i = 2; i < lead->length; i++)
            if ((at[i] & 0xc0) != 0x80)
                return 0;
        return lead->length;
    }
    return 0;
}

bool utf8_check(const char *text, const char *file, assay_error *error)
{
    const unsigned char *at = (const unsigned char *)text, *line_start = at;
    int line = 1;
    while (*at) {
        size_t length = utf8_length(at);
        if (!length)
            return assay_fail(error, file, line, "is not UTF-8: byte %td of the line is 0x%02x; save the file as UTF-8",
                              at - line_start + 1, *at);
        if (*at == '\n') {
            line++;
            line_start = at + 1;
        }
        at += length;
    }
    return true;
}
