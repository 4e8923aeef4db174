/* log_text.h: messages of os_log as text. */
#ifndef SOFTMETAL_LOG_TEXT_H
#define SOFTMETAL_LOG_TEXT_H
#include <stddef.h>
#include <stdint.h>

/* The text of a message, which the caller frees; NULL without memory. `words`: for each value its element type (enum
 * __msl_type) | its components << 8, then a word for each component. */
char *sm_log_text(const char *format, const uint64_t *words, size_t count);
#endif
