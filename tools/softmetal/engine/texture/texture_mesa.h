/* texture_mesa.h: blocks of BC and ETC2, decoded by Mesa's software OpenGL without a window (libOSMesa). */
#ifndef SOFTMETAL_TEXTURE_MESA_H
#define SOFTMETAL_TEXTURE_MESA_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SM_MESA_MOST = 64, SM_MESA_TEXELS = 4 * 4 }; /* blocks at once; texels of one */

/* Whether the library is there. Loads it the first time. */
bool sm_mesa_is_there(void);
/* Decodes blocks of 4 x 4 texels, `bytes` each, of this format of OpenGL's, which are a row. The texels of a block
 * follow each other. */
bool sm_mesa_decode(unsigned format, size_t bytes, const uint8_t *blocks, size_t count, float (*texels)[4]);
#endif
