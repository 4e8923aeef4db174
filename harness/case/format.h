/* format.h: pixel formats of textures by Metal's names in lower case, and how one pixel lies in memory. */
#ifndef ASSAY_FORMAT_H
#define ASSAY_FORMAT_H
#include "../../reference/core/reference.h"

/* False for an unknown name. Packed formats (rgb10a2unorm, …) are one uint. Of a compressed format `pixel` is a block,
 * as words, and `block` says how many pixels it has; 0 0 of others. */
bool pixel_format(const char *name, assay_type *pixel, uint32_t block[2]);
const char *pixel_format_nearest(const char *name); /* or NULL */
#endif
