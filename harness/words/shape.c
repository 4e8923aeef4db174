/* shape.c: classes of textures by MSL's names, and how large their textures are. */
#include "words.h"
#include <string.h>

enum {
#define CONSTANT(name, value) name = (value),
#include "constants.def"
#undef CONSTANT
};

uint32_t metal_level_size(uint32_t size, uint32_t level)
{
    return size >> level ? size >> level : 1;
}

const metal_texture_class *metal_texture_class_find(const char *name)
{
    static const metal_texture_class classes[] = {
        {"texture1d", MTLTextureType1D, "w"},
        {"texture1d_array", MTLTextureType1DArray, "wn"},
        {"texture2d", MTLTextureType2D, "whl"},
        {"texture2d_array", MTLTextureType2DArray, "whnl"},
        {"texture2d_ms", MTLTextureType2DMultisample, "whs"},
        {"texture2d_ms_array", MTLTextureType2DMultisampleArray, "whsn"},
        {"texture3d", MTLTextureType3D, "whdl"},
        {"texturecube", MTLTextureTypeCube, "whl"},
        {"texturecube_array", MTLTextureTypeCubeArray, "whnl"},
        {"texture_buffer", MTLTextureTypeTextureBuffer, "w"},
        {"depth2d", MTLTextureType2D, "whl"},
        {"depth2d_array", MTLTextureType2DArray, "whnl"},
        {"depth2d_ms", MTLTextureType2DMultisample, "whs"},
        {"depth2d_ms_array", MTLTextureType2DMultisampleArray, "whsn"},
        {"depthcube", MTLTextureTypeCube, "whl"},
        {"depthcube_array", MTLTextureTypeCubeArray, "whnl"},
    };
    for (size_t i = 0; i < sizeof classes / sizeof *classes; i++)
        if (strcmp(classes[i].name, name) == 0)
            return &classes[i];
    return NULL;
}

metal_shape metal_shape_of(const metal_texture_class *class, const uint32_t *size, size_t count)
{
    metal_shape shape = {class->type, 1, 1, 1, 1, 1, 1, {0, 0}};
    for (size_t i = 0; i < count && class->sizes[i]; i++)
        switch (class->sizes[i]) {
        case 'w': shape.width = size[i]; break;
        case 'h': shape.height = size[i]; break;
        case 'd': shape.depth = size[i]; break;
        case 's': shape.samples = size[i]; break;
        case 'n': shape.layers = size[i]; break;
        default: shape.levels = size[i];
        }
    return shape;
}

size_t metal_shape_slices(const metal_shape *shape)
{
    bool cube = shape->type == MTLTextureTypeCube || shape->type == MTLTextureTypeCubeArray;
    return (cube ? 6 : 1) * (size_t)shape->layers;
}

size_t metal_shape_blocks(const metal_shape *shape, int axis, uint32_t pixels)
{
    uint32_t block = shape->block[axis] ? shape->block[axis] : 1;
    return (pixels + block - 1) / block;
}

size_t metal_shape_pixels(const metal_shape *shape)
{
    size_t pixels = 0;
    if (shape->samples > 1)
        return shape->layers;
    for (uint32_t level = 0; level < shape->levels; level++)
        pixels += metal_shape_blocks(shape, 0, metal_level_size(shape->width, level)) *
                  metal_shape_blocks(shape, 1, metal_level_size(shape->height, level)) *
                  metal_level_size(shape->depth, level) * metal_shape_slices(shape);
    return pixels;
}
