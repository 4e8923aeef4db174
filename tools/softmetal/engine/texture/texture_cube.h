/* texture_cube.h: where directions and texels lie on the faces of cubes. */
#ifndef SOFTMETAL_TEXTURE_CUBE_H
#define SOFTMETAL_TEXTURE_CUBE_H
#include <stdint.h>

/* A direction's face, and where on it: 0 to 1 from left and top. */
void sm_cube_place(const float direction[3], uint32_t *face, float place[2]);
/* A texel that lies beyond the edge of its face, as the texel of the face there. */
void sm_cube_neighbour(uint32_t size, uint32_t *face, int64_t *x, int64_t *y);
#endif
