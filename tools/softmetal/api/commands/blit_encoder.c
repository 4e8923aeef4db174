/* blit_encoder.c: MTLBlitCommandEncoder: copies and fills, checked when they are encoded and done when the command
 * buffer runs. */
#include "../../engine/texture/mipmap.h"
#include "../../engine/texture/texture_format.h"
#include "../../engine/visible.h"
#include "../resources/tensor.h"
#include <string.h>

/* ---- buffers */

typedef struct copy_command {
    mtl_command command;
    uint8_t *to;
    const uint8_t *from; /* NULL: fill with `value` */
    size_t length;
    uint8_t value;
} copy_command;

static bool run_copy(mtl_command *base, mtl_command_buffer *buffer UNUSED)
{
    const copy_command *copy = (const copy_command *)base;
    if (copy->from)
        sm_visible_copy(copy->to, copy->from, copy->length);
    else
        sm_visible_fill(copy->to, copy->value, copy->length);
    return true;
}

static mtl_buffer *check_buffer(mtl_encoder *self, SEL selector, id given, NSUInteger offset, NSUInteger length)
{
    mtl_buffer *buffer = (mtl_buffer *)given;
    if (!mtl_encoder_is_open(self, selector))
        return NULL;
    if (!mtl_is(given, &mtl_buffer_class)) {
        mtl_encoder_fail(self, selector, "a buffer is nil");
        return NULL;
    }
    if (offset > buffer->length || length > buffer->length - offset) {
        mtl_encoder_fail(self, selector, "%lu bytes from offset %lu reach beyond a buffer of %zu",
                         (unsigned long)length, (unsigned long)offset, buffer->length);
        return NULL;
    }
    mtl_command_keep(self->buffer, given);
    return buffer;
}

static void encoder_copy_buffer(METHOD_ARGUMENTS(mtl_encoder), id from, NSUInteger from_offset, id to,
                                NSUInteger to_offset, NSUInteger length)
{
    mtl_buffer *source = check_buffer(self, _cmd, from, from_offset, length);
    mtl_buffer *target = source ? check_buffer(self, _cmd, to, to_offset, length) : NULL;
    copy_command *copy = target ? mtl_command_add(self->buffer, sizeof *copy, run_copy) : NULL;
    if (!copy)
        return;
    copy->to = target->bytes + to_offset;
    copy->from = source->bytes + (sm_fault(SM_FAULT_api_copy_offset_ignored) ? 0 : from_offset);
    copy->length = sm_fault(SM_FAULT_api_copy_65535) && length > 65535 ? 65535 : length;
}

static void encoder_fill(METHOD_ARGUMENTS(mtl_encoder), id buffer, NSRange range, uint8_t value)
{
    mtl_buffer *target = check_buffer(self, _cmd, buffer, range.location, range.length);
    copy_command *fill = target ? mtl_command_add(self->buffer, sizeof *fill, run_copy) : NULL;
    if (!fill)
        return;
    fill->to = target->bytes + range.location;
    fill->length = range.length - (sm_fault(SM_FAULT_api_fill_short) && range.length > 0);
    fill->value = value;
}

/* ---- tensors */

typedef struct tensor_command {
    mtl_command command;
    const mtl_tensor *from, *to; /* the command buffer keeps these */
    id from_origin, to_origin, size;
} tensor_command;

static bool run_tensor(mtl_command *base, mtl_command_buffer *buffer UNUSED)
{
    const tensor_command *copy = (const tensor_command *)base;
    mtl_tensor_copy(copy->from, copy->from_origin, copy->to, copy->to_origin, copy->size);
    return true;
}

static void encoder_copy_tensor(METHOD_ARGUMENTS(mtl_encoder), id from, id from_origin, id from_size, id to,
                                id to_origin, id to_size)
{
    if (!mtl_encoder_is_open(self, _cmd))
        return;
    const char *problem =
        mtl_tensor_check_copy((mtl_tensor *)from, from_origin, from_size, (mtl_tensor *)to, to_origin, to_size);
    if (problem) {
        mtl_encoder_fail(self, _cmd, "%s", problem);
        return;
    }
    tensor_command *copy = mtl_command_add(self->buffer, sizeof *copy, run_tensor);
    if (!copy)
        return;
    copy->from = (mtl_tensor *)from;
    copy->to = (mtl_tensor *)to;
    copy->from_origin = from_origin;
    copy->to_origin = to_origin;
    copy->size = from_size;
    const id used[] = {from, to, from_origin, to_origin, from_size};
    for (size_t n = 0; n < sizeof used / sizeof *used; n++)
        mtl_command_keep(self->buffer, used[n]);
}

/* ---- textures */

typedef struct image_command {
    mtl_command command;
    mtl_image to, from;
    MTLSize size;
    size_t pixel_size;
} image_command;

static bool run_image(mtl_command *base, mtl_command_buffer *buffer UNUSED)
{
    const image_command *copy = (const image_command *)base;
    mtl_image_copy(&copy->to, &copy->from, copy->size, copy->pixel_size);
    return true;
}

static mtl_texture *check_texture(mtl_encoder *self, SEL selector, id given)
{
    if (!mtl_encoder_is_open(self, selector))
        return NULL;
    if (!mtl_is(given, &mtl_texture_class)) {
        mtl_encoder_fail(self, selector, "a texture is nil");
        return NULL;
    }
    mtl_command_keep(self->buffer, given);
    return (mtl_texture *)given;
}

/* Where a copy begins or ends in a texture, or in a buffer whose bytes lie as the pitches say. */
static bool texture_side(mtl_encoder *self, SEL selector, const mtl_texture *texture, NSUInteger slice,
                         NSUInteger level, MTLOrigin origin, MTLSize size, mtl_image *image)
{
    if (sm_fault(SM_FAULT_api_blit_first_slice))
        slice = 0;
    if (sm_fault(SM_FAULT_api_blit_origin_ignored))
        origin = MTLOriginMake(0, 0, 0);
    const char *problem = mtl_texture_image(texture, slice, level, origin, size, image);
    return !problem || mtl_encoder_fail(self, selector, "%s", problem);
}

static bool buffer_side(mtl_encoder *self, SEL selector, id given, NSUInteger offset, NSUInteger row_pitch,
                        NSUInteger image_pitch, MTLSize size, size_t pixel_size, mtl_image *image)
{
    if (size.width == 0 || size.height == 0 || size.depth == 0)
        return mtl_encoder_fail(self, selector, "a box of %lu x %lu x %lu pixels is empty", (unsigned long)size.width,
                                (unsigned long)size.height, (unsigned long)size.depth);
    size_t length = (size.depth - 1) * image_pitch + (size.height - 1) * row_pitch + size.width * pixel_size;
    mtl_buffer *buffer = check_buffer(self, selector, given, offset, length);
    if (!buffer)
        return false;
    const char *problem = mtl_image_around(image, buffer->bytes + offset, row_pitch, image_pitch, size, pixel_size);
    if (sm_fault(SM_FAULT_api_blit_rows_tight))
        image->row_pitch = size.width * pixel_size;
    return !problem || mtl_encoder_fail(self, selector, "%s", problem);
}

static void add_image_copy(mtl_encoder *self, const mtl_image *to, const mtl_image *from, MTLSize size,
                           size_t pixel_size)
{
    image_command *copy = mtl_command_add(self->buffer, sizeof *copy, run_image);
    if (!copy)
        return;
    copy->to = *to;
    copy->from = *from;
    copy->size = size;
    copy->pixel_size = pixel_size;
}

static void encoder_buffer_to_texture(METHOD_ARGUMENTS(mtl_encoder), id from, NSUInteger offset, NSUInteger row_pitch,
                                      NSUInteger image_pitch, MTLSize size, id to, NSUInteger slice, NSUInteger level,
                                      MTLOrigin origin)
{
    mtl_texture *target = check_texture(self, _cmd, to);
    mtl_image there, here;
    if (target && texture_side(self, _cmd, target, slice, level, origin, size, &there) &&
        buffer_side(self, _cmd, from, offset, row_pitch, image_pitch, mtl_texture_blocks(target, size),
                    target->image->pixel_size, &here))
        add_image_copy(self, &there, &here, mtl_texture_blocks(target, size), target->image->pixel_size);
}

static void encoder_texture_to_buffer(METHOD_ARGUMENTS(mtl_encoder), id from, NSUInteger slice, NSUInteger level,
                                      MTLOrigin origin, MTLSize size, id to, NSUInteger offset, NSUInteger row_pitch,
                                      NSUInteger image_pitch)
{
    mtl_texture *source = check_texture(self, _cmd, from);
    mtl_image there, here;
    if (source && texture_side(self, _cmd, source, slice, level, origin, size, &here) &&
        buffer_side(self, _cmd, to, offset, row_pitch, image_pitch, mtl_texture_blocks(source, size),
                    source->image->pixel_size, &there))
        add_image_copy(self, &there, &here, mtl_texture_blocks(source, size), source->image->pixel_size);
}

/* Options choose the depth or the stencil of a format that has both, or a row-linear PVRTC: softmetal has none of
 * these formats. */
static void encoder_buffer_to_texture_options(METHOD_ARGUMENTS(mtl_encoder), id from, NSUInteger offset,
                                              NSUInteger row_pitch, NSUInteger image_pitch, MTLSize size, id to,
                                              NSUInteger slice, NSUInteger level, MTLOrigin origin, NSUInteger options)
{
    if (options != MTLBlitOptionNone)
        mtl_command_buffer_refuse(self->buffer, "%s the options %lu are for formats that softmetal does not have",
                                  sel_getName(_cmd), (unsigned long)options);
    else
        encoder_buffer_to_texture(self, _cmd, from, offset, row_pitch, image_pitch, size, to, slice, level, origin);
}

static void encoder_texture_to_buffer_options(METHOD_ARGUMENTS(mtl_encoder), id from, NSUInteger slice,
                                              NSUInteger level, MTLOrigin origin, MTLSize size, id to,
                                              NSUInteger offset, NSUInteger row_pitch, NSUInteger image_pitch,
                                              NSUInteger options)
{
    if (options != MTLBlitOptionNone)
        mtl_command_buffer_refuse(self->buffer, "%s the options %lu are for formats that softmetal does not have",
                                  sel_getName(_cmd), (unsigned long)options);
    else
        encoder_texture_to_buffer(self, _cmd, from, slice, level, origin, size, to, offset, row_pitch, image_pitch);
}

static void encoder_copy_region(METHOD_ARGUMENTS(mtl_encoder), id from, NSUInteger from_slice, NSUInteger from_level,
                                MTLOrigin from_origin, MTLSize size, id to, NSUInteger to_slice, NSUInteger to_level,
                                MTLOrigin to_origin)
{
    mtl_texture *source = check_texture(self, _cmd, from), *target = check_texture(self, _cmd, to);
    if (!source || !target)
        return;
    if (source->image->pixel_size != target->image->pixel_size ||
        memcmp(source->image->block, target->image->block, sizeof source->image->block) != 0) {
        mtl_encoder_fail(self, _cmd, "the pixels of the two textures are of different size");
        return;
    }
    mtl_image there, here;
    if (texture_side(self, _cmd, target, to_slice, to_level, to_origin, size, &there) &&
        texture_side(self, _cmd, source, from_slice, from_level, from_origin, size, &here))
        add_image_copy(self, &there, &here, mtl_texture_blocks(source, size), target->image->pixel_size);
}

static MTLSize level_size(const mtl_texture *texture, NSUInteger level)
{
    const sm_texture *of = texture->image;
    uint32_t depth = of->type == MTLTextureType3D ? of->depth : 1, n = (uint32_t)level;
    return MTLSizeMake(sm_level_size(of->width, n), sm_level_size(of->height, n), sm_level_size(depth, n));
}

/* Whether the slices and levels lie in the texture: asked before the first is copied, whatever the counts. */
static bool has_levels(mtl_encoder *self, SEL selector, const mtl_texture *texture, NSUInteger slice, NSUInteger level,
                       NSUInteger slices, NSUInteger levels)
{
    const sm_texture *of = texture->image;
    if (level > of->levels || levels > of->levels - level)
        return mtl_encoder_fail(self, selector, "the texture has no such mipmap level");
    if (slice > sm_texture_slices(of) || slices > sm_texture_slices(of) - slice)
        return mtl_encoder_fail(self, selector, "the texture has no such slice");
    return true;
}

static void encoder_copy_levels(METHOD_ARGUMENTS(mtl_encoder), id from, NSUInteger from_slice, NSUInteger from_level,
                                id to, NSUInteger to_slice, NSUInteger to_level, NSUInteger slices, NSUInteger levels)
{
    mtl_texture *source = check_texture(self, _cmd, from);
    mtl_texture *target = source ? check_texture(self, _cmd, to) : NULL;
    if (!target || !has_levels(self, _cmd, source, from_slice, from_level, slices, levels) ||
        !has_levels(self, _cmd, target, to_slice, to_level, slices, levels))
        return;
    for (NSUInteger level = 0; level < levels; level++)
        for (NSUInteger slice = 0; slice < slices; slice++)
            encoder_copy_region(self, _cmd, from, from_slice + slice, from_level + level, MTLOriginMake(0, 0, 0),
                                level_size(source, from_level + level), to, to_slice + slice, to_level + level,
                                MTLOriginMake(0, 0, 0));
}

static void encoder_copy_texture(METHOD_ARGUMENTS(mtl_encoder), id from, id to)
{
    mtl_texture *source = check_texture(self, _cmd, from);
    if (!source)
        return;
    const sm_texture *of = source->image;
    encoder_copy_levels(self, _cmd, from, 0, 0, to, 0, 0, sm_texture_slices(of), of->levels);
}

typedef struct mipmap_command {
    mtl_command command;
    const mtl_texture *texture;
} mipmap_command;

static bool run_mipmaps(mtl_command *base, mtl_command_buffer *buffer UNUSED)
{
    const sm_texture *of = ((const mipmap_command *)base)->texture->image;
    sm_texture_make_levels(of, sm_texture_slices(of));
    return true;
}

static void encoder_mipmaps(METHOD_ARGUMENTS(mtl_encoder), id given)
{
    mtl_texture *texture = check_texture(self, _cmd, given);
    if (!texture)
        return;
    if (texture->image->levels < 2 || texture->image->block[0] > 1 ||
        sm_format_is_integer(sm_format_find(texture->image->format))) {
        mtl_encoder_fail(self, _cmd,
                         texture->image->levels < 2     ? "the texture has one level only"
                         : texture->image->block[0] > 1 ? "a compressed format cannot be written"
                                                        : "an integer format cannot be filtered");
        return;
    }
    mipmap_command *command = mtl_command_add(self->buffer, sizeof *command, run_mipmaps);
    if (command)
        command->texture = texture;
}

/* ---- what one memory for all makes unnecessary */

/* What is managed needs no copy here, and for the rest nobody may ask. */
static void encoder_synchronize(METHOD_ARGUMENTS(mtl_encoder), id resource)
{
    bool known = mtl_is(resource, &mtl_buffer_class) || mtl_is(resource, &mtl_texture_class);
    if (mtl_encoder_is_open(self, _cmd) &&
        (!known || mtl_storage_of(((mtl_resource *)resource)->options) != MTLStorageModeManaged))
        mtl_encoder_object_to(self, _cmd, "is for buffers and textures in managed storage");
}

static void encoder_synchronize_texture(METHOD_ARGUMENTS(mtl_encoder), id texture, NSUInteger slice UNUSED,
                                        NSUInteger level UNUSED)
{
    encoder_synchronize(self, _cmd, texture);
}

static void encoder_optimize(METHOD_ARGUMENTS(mtl_encoder), id resource UNUSED)
{
    mtl_encoder_is_open(self, _cmd);
}

static void encoder_optimize_texture(METHOD_ARGUMENTS(mtl_encoder), id texture UNUSED, NSUInteger slice UNUSED,
                                     NSUInteger level UNUSED)
{
    mtl_encoder_is_open(self, _cmd);
}

/* ---- indirect command buffers */

/* Commands are as fast as they get. */
static void encoder_optimize_commands(METHOD_ARGUMENTS(mtl_encoder), id commands UNUSED, NSRange range UNUSED) {}

#define TO_TEXTURE                                                                                                     \
    "copyFromBuffer:sourceOffset:sourceBytesPerRow:sourceBytesPerImage:sourceSize:toTexture:destinationSlice:"         \
    "destinationLevel:destinationOrigin:"
#define TO_BUFFER                                                                                                      \
    "copyFromTexture:sourceSlice:sourceLevel:sourceOrigin:sourceSize:toBuffer:destinationOffset:"                      \
    "destinationBytesPerRow:destinationBytesPerImage:"
#define REGION                                                                                                         \
    "copyFromTexture:sourceSlice:sourceLevel:sourceOrigin:sourceSize:toTexture:destinationSlice:destinationLevel:"     \
    "destinationOrigin:"
#define LEVELS                                                                                                         \
    "copyFromTexture:sourceSlice:sourceLevel:toTexture:destinationSlice:destinationLevel:sliceCount:levelCount:"
#define TRIPLE "{?=QQQ}"
static const mtl_method blit_encoder_methods[] = {
    METHOD("copyFromBuffer:sourceOffset:toBuffer:destinationOffset:size:", "v@:@Q@QQ", encoder_copy_buffer),
    METHOD("copyFromTensor:sourceOrigin:sourceDimensions:toTensor:destinationOrigin:destinationDimensions:",
           "v@:@@@@@@", encoder_copy_tensor),
    METHOD("fillBuffer:range:value:", "v@:@{_NSRange=QQ}C", encoder_fill),
    METHOD(TO_TEXTURE, "v@:@QQQ" TRIPLE "@QQ" TRIPLE, encoder_buffer_to_texture),
    METHOD(TO_TEXTURE "options:", "v@:@QQQ" TRIPLE "@QQ" TRIPLE "Q", encoder_buffer_to_texture_options),
    METHOD(TO_BUFFER, "v@:@QQ" TRIPLE TRIPLE "@QQQ", encoder_texture_to_buffer),
    METHOD(TO_BUFFER "options:", "v@:@QQ" TRIPLE TRIPLE "@QQQQ", encoder_texture_to_buffer_options),
    METHOD(REGION, "v@:@QQ" TRIPLE TRIPLE "@QQ" TRIPLE, encoder_copy_region),
    METHOD(LEVELS, "v@:@QQ@QQQQ", encoder_copy_levels),
    METHOD("copyFromTexture:toTexture:", "v@:@@", encoder_copy_texture),
    METHOD("generateMipmapsForTexture:", "v@:@", encoder_mipmaps),
    METHOD("optimizeIndirectCommandBuffer:withRange:", "v@:@{_NSRange=QQ}", encoder_optimize_commands),
    METHOD("synchronizeResource:", "v@:@", encoder_synchronize),
    METHOD("synchronizeTexture:slice:level:", "v@:@QQ", encoder_synchronize_texture),
    METHOD("optimizeContentsForGPUAccess:", "v@:@", encoder_optimize),
    METHOD("optimizeContentsForCPUAccess:", "v@:@", encoder_optimize),
    METHOD("optimizeContentsForGPUAccess:slice:level:", "v@:@QQ", encoder_optimize_texture),
    METHOD("optimizeContentsForCPUAccess:slice:level:", "v@:@QQ", encoder_optimize_texture),
    END_OF_METHODS,
};
static const char *const blit_encoder_protocols[] = {"MTLBlitCommandEncoder", "MTLCommandEncoder", NULL};
const mtl_class mtl_blit_encoder_class = {.name = "SoftmetalBlitCommandEncoder",
                                          .size = sizeof(mtl_encoder),
                                          .methods = blit_encoder_methods,
                                          .parent = &mtl_encoder_class,
                                          .protocols = blit_encoder_protocols};
