/* utf8.h: whether text is UTF-8. Objective-C makes no string of anything else, so a source in another encoding would
 * reach no compiler. */
#ifndef ASSAY_UTF8_H
#define ASSAY_UTF8_H
#include "error.h"
#include <stddef.h>

size_t utf8_length(const unsigned char *at); /* bytes of the character there; 0 if it is none */

/* True if the zero-terminated text is well-formed UTF-8 (Unicode, table 3-7); otherwise an error that names `file` (may
 * be NULL), line, the byte's place in its line, and what to do. */
bool utf8_check(const char *text, const char *file, assay_error *error);
#endif
