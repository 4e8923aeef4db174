/* texture_check.c: the limits of the Feature Set Tables for Apple GPUs from Apple3 on, and what formats allow. */
#include "texture_check.h"
#include "../../engine/texture/texture_format.h"

NSUInteger mtl_full_chain(NSUInteger width, NSUInteger height, NSUInteger depth)
{
    NSUInteger size = width > height ? width : height, levels = 1;
    for (size = size > depth ? size : depth; size > 1; size /= 2)
        levels++;
    return levels;
}

enum { MAX_2D = 16384, MAX_3D = 2048, MAX_LAYERS = 2048, MAX_TEXTURE_BUFFER = 1 << 28 };

bool mtl_type_is_cube(NSUInteger type)
{
    return type == MTLTextureTypeCube || type == MTLTextureTypeCubeArray;
}

bool mtl_type_is_flat(NSUInteger type)
{
    return type == MTLTextureType1D || type == MTLTextureType1DArray || type == MTLTextureTypeTextureBuffer;
}

bool mtl_type_is_multisampled(NSUInteger type)
{
    return type == MTLTextureType2DMultisample || type == MTLTextureType2DMultisampleArray;
}

bool mtl_is_sample_count(NSUInteger count)
{
    return count == 1 || count == 2 || count == 4;
}

bool mtl_type_is_layered(NSUInteger type)
{
    return type == MTLTextureType1DArray || type == MTLTextureType2DArray || type == MTLTextureTypeCubeArray ||
           type == MTLTextureType2DMultisampleArray;
}

bool mtl_format_is_special(NSUInteger format)
{
    return format == MTLPixelFormatDepth16Unorm || format == MTLPixelFormatDepth32Float ||
           format == MTLPixelFormatStencil8;
}

static bool is_compressed(const sm_format *format)
{
    uint8_t block[2];
    sm_format_block(format, block);
    return block[0] > 1;
}

/* Compressed formats that no library of Debian's decodes. */
static bool lacks_decoder(NSUInteger format)
{
    return format >= MTLPixelFormatPVRTC_RGB_2BPP && format <= MTLPixelFormatPVRTC_RGBA_4BPP_sRGB;
}

/* What the format allows: all can be read. */
static const char *format_problem(const mtl_texture_descriptor *of)
{
    const sm_format *format = sm_format_find((uint32_t)of->format);
    bool block = format && is_compressed(format), special = mtl_format_is_special(of->format);
    if (!format)
        return lacks_decoder(of->format) ? "softmetal has no decoder for its compressed format: choose BC, ETC2 or ASTC"
                                         : "softmetal does not have its pixel format";
    if (sm_format_lack(format))
        return sm_format_lack(format);
    if ((block || special) && of->usage & (MTLTextureUsageShaderWrite | MTLTextureUsageShaderAtomic))
        return block ? "a compressed format cannot be written by kernels"
                     : "a format of depth or stencil cannot be written by kernels";
    if (block && (mtl_type_is_flat(of->type) || mtl_type_is_multisampled(of->type)))
        return "a compressed format is for textures of two dimensions and more, and without samples";
    if (special && (mtl_type_is_flat(of->type) || of->type == MTLTextureType3D))
        return "a format of depth or stencil is for textures of two dimensions";
    if (of->usage & MTLTextureUsageShaderAtomic && of->format != MTLPixelFormatR32Uint &&
        of->format != MTLPixelFormatR32Sint && of->format != MTLPixelFormatRG32Uint)
        return "atomics are for the formats R32Uint, R32Sint and RG32Uint";
    return NULL;
}

static const char *sample_problem(const mtl_texture_descriptor *of)
{
    if (!mtl_type_is_multisampled(of->type))
        return of->samples != 1 ? "only a multisampled texture has more than one sample" : NULL;
    if (of->samples == 1 || !mtl_is_sample_count(of->samples))
        return "it must have 2 or 4 samples";
    if (of->levels != 1)
        return "a multisampled texture has one level";
    return of->usage & MTLTextureUsageShaderWrite ? "a multisampled texture cannot be written by kernels" : NULL;
}

const char *mtl_descriptor_problem(const mtl_texture_descriptor *of)
{
    NSUInteger edge = of->type == MTLTextureType3D              ? MAX_3D
                      : of->type == MTLTextureTypeTextureBuffer ? MAX_TEXTURE_BUFFER
                                                                : MAX_2D;
    if (of->type > MTLTextureTypeTextureBuffer)
        return "its type is unknown";
    const char *problem = format_problem(of);
    if (problem)
        return problem;
    if (of->width == 0 || of->height == 0 || of->depth == 0 || of->layers == 0 || of->levels == 0)
        return "a dimension is zero";
    if (of->width > edge || of->height > edge || of->depth > MAX_3D || of->layers > MAX_LAYERS)
        return "a dimension is larger than the device's limit";
    if (of->layers > 1 && !mtl_type_is_layered(of->type))
        return "only an array has more than one layer";
    if (mtl_type_is_flat(of->type) && of->height != 1)
        return "a one-dimensional texture has a height of 1";
    if (of->type != MTLTextureType3D && of->depth != 1)
        return "only three-dimensional textures have a depth";
    if (mtl_type_is_cube(of->type) && of->width != of->height)
        return "the faces of a cube are squares";
    if (mtl_type_is_flat(of->type) && of->levels != 1)
        return "a one-dimensional texture has one level";
    if (of->levels > mtl_full_chain(of->width, of->height, of->depth))
        return "it has more mipmap levels than halvings of its size";
    return sample_problem(of);
}

const char *mtl_linear_problem(const mtl_texture_descriptor *of, size_t offset, size_t row_pitch)
{
    const sm_format *format = sm_format_find((uint32_t)of->format);
    if (of->type != MTLTextureType2D && of->type != MTLTextureTypeTextureBuffer && of->type != MTLTextureType1D)
        return "it must be two-dimensional or a texture buffer";
    if (is_compressed(format) || mtl_format_is_special(of->format))
        return "a buffer holds no compressed format and none of depth or stencil";
    if (of->levels != 1)
        return "it has mipmap levels";
    if (row_pitch && row_pitch < of->width * sm_format_pixel_size(format))
        return "bytesPerRow is less than a row of pixels";
    if (offset % MTL_LINEAR_ALIGNMENT || (of->height > 1 && (row_pitch == 0 || row_pitch % MTL_LINEAR_ALIGNMENT)))
        return "offset and bytesPerRow must be multiples of minimumLinearTextureAlignmentForPixelFormat:";
    return NULL;
}

/* ---- views */

/* Types whose slices lie alike: the same rows, and the same number of samples. */
static bool is_alike(NSUInteger a, NSUInteger b)
{
    return (a == MTLTextureType3D) == (b == MTLTextureType3D) && mtl_type_is_flat(a) == mtl_type_is_flat(b) &&
           mtl_type_is_multisampled(a) == mtl_type_is_multisampled(b) &&
           (a == MTLTextureTypeTextureBuffer) == (b == MTLTextureTypeTextureBuffer);
}

static const char *view_format_problem(const sm_texture *of, NSUInteger format)
{
    const sm_format *before = sm_format_find(of->format), *after = sm_format_find((uint32_t)format);
    if (after == before)
        return NULL;
    if (!after || sm_format_pixel_size(after) != sm_format_pixel_size(before))
        return "its pixels are of another size";
    uint8_t a[2], b[2];
    sm_format_block(before, a);
    sm_format_block(after, b);
    if (a[0] != b[0] || a[1] != b[1] || mtl_format_is_special(of->format) || mtl_format_is_special(format))
        return "pixels of the texture cannot be seen as this format";
    return sm_format_lack(after);
}

const char *mtl_view_problem(const sm_texture *of, NSUInteger format, NSUInteger type, NSRange levels, NSRange slices,
                             MTLTextureSwizzleChannels swizzle)
{
    const char *problem = view_format_problem(of, format);
    size_t all = sm_texture_slices(of);
    if (problem)
        return problem;
    if (levels.length == 0 || levels.location >= of->levels || levels.length > of->levels - levels.location)
        return "the texture has no such mipmap levels";
    if (slices.length == 0 || slices.location >= all || slices.length > all - slices.location)
        return "the texture has no such slices";
    if (type > MTLTextureTypeTextureBuffer || !is_alike(type, of->type))
        return "a view of this type is not possible";
    if (mtl_type_is_cube(type) && (slices.length % 6 || of->width != of->height))
        return "a cube has six slices, which are squares";
    if ((type == MTLTextureTypeCube && slices.length != 6) ||
        (slices.length != 1 && !mtl_type_is_cube(type) && !mtl_type_is_layered(type)))
        return "a view of this type has not as many slices";
    if (swizzle.red > MTLTextureSwizzleAlpha || swizzle.green > MTLTextureSwizzleAlpha ||
        swizzle.blue > MTLTextureSwizzleAlpha || swizzle.alpha > MTLTextureSwizzleAlpha)
        return "a component of the swizzle is unknown";
    return NULL;
}
