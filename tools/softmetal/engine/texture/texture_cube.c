/* texture_cube.c: faces of cubes, in the order of MSL 6.13.6: +X, -X, +Y, -Y, +Z, -Z. The text leaves open how a face
 * is oriented and which of two faces owns their edge; here faces lie as in other graphics interfaces, and an edge
 * belongs to the first axis. */
#include "texture_cube.h"
#include "../fault.h"
#include <math.h>

/* Per face: the axis it stands on; the axes along its rows and columns, and their signs. */
static const struct {
    int major, along[2];
    float sign, direction[2];
} faces[6] = {
    {0, {2, 1}, 1, {-1, -1}}, {0, {2, 1}, -1, {1, -1}}, {1, {0, 2}, 1, {1, 1}},
    {1, {0, 2}, -1, {1, -1}}, {2, {0, 1}, 1, {1, -1}},  {2, {0, 1}, -1, {-1, -1}},
};

void sm_cube_place(const float direction[3], uint32_t *face, float place[2])
{
    float x = fabsf(direction[0]), y = fabsf(direction[1]), z = fabsf(direction[2]);
    int major = x >= y && x >= z ? 0 : y >= z ? 1 : 2;
    *face = (uint32_t)(2 * major + (direction[major] < 0));
    float most = fabsf(direction[major]);
    for (int k = 0; k < 2; k++) {
        float along = faces[*face].direction[k] * direction[faces[*face].along[k]];
        place[k] = most > 0 ? fminf(0.5f * (along / most + 1.0f), 0x1.fffffep-1f) : 0.5f; /* the edge is the face's */
    }
    if (sm_fault(SM_FAULT_texture_faces_swapped))
        *face ^= 1;
}

void sm_cube_neighbour(uint32_t size, uint32_t *face, int64_t *x, int64_t *y)
{
    if (*x >= 0 && *x < size && *y >= 0 && *y < size)
        return;
    /* The middle of the texel, as a direction, falls on the other face. */
    float direction[3], place[2];
    const float along[2] = {2.0f * ((float)*x + 0.5f) / (float)size - 1.0f,
                            2.0f * ((float)*y + 0.5f) / (float)size - 1.0f};
    direction[faces[*face].major] = faces[*face].sign;
    for (int k = 0; k < 2; k++)
        direction[faces[*face].along[k]] = faces[*face].direction[k] * along[k];
    sm_cube_place(direction, face, place);
    for (int k = 0; k < 2; k++) {
        int64_t texel = (int64_t)floorf(place[k] * (float)size);
        *(k ? y : x) = texel < 0 ? 0 : texel < size ? texel : (int64_t)size - 1;
    }
}
