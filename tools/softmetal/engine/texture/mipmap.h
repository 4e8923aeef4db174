/* mipmap.h: computes the smaller levels of a texture. */
#ifndef SOFTMETAL_MIPMAP_H
#define SOFTMETAL_MIPMAP_H
#include "texture_object.h"

/* Fills levels 1 and up from level 0. `slices`: layers and faces; 1 for a three-dimensional texture. Its format is no
 * integer format. */
void sm_texture_make_levels(const sm_texture *texture, uint32_t slices);
#endif
