/* texture.c: MTLTexture, and the copying of pixels between memory and textures.
 *
 * A texture is rows of pixels: per level, per slice (a layer, a face, or a plane of depth). The engine reads and writes
 * the same description (engine/texture/texture_object.h), whose address is the texture's resource id. */
#include "../../engine/texture/texture_format.h"
#include "../../engine/visible.h"
#include "../metal4/metal4.h"
#include "../objc/property.h"
#include "texture_check.h"
#include <stdlib.h>
#include <string.h>

enum { MAX_LEVELS = 16, ROW_ALIGNMENT = MTL_LINEAR_ALIGNMENT };

uint32_t mtl_pixel_size(NSUInteger format)
{
    const sm_format *known = sm_format_find((uint32_t)format);
    return known ? sm_format_pixel_size(known) : 0;
}

/* ---- layout */

static size_t slices_at(const sm_texture *image, size_t level)
{
    if (image->type == MTLTextureType3D)
        return sm_level_size(image->depth, (uint32_t)level);
    return sm_texture_slices(image);
}

static size_t blocks(size_t pixels, size_t block)
{
    return block > 1 ? (pixels + block - 1) / block : pixels;
}

MTLSize mtl_texture_blocks(const mtl_texture *texture, MTLSize size)
{
    size.width = blocks(size.width, texture->image->block[0]);
    size.height = blocks(size.height, texture->image->block[1]);
    return size;
}

/* Fills everything but the addresses; returns the bytes needed. `row_pitch` is that of the only level, or 0 to choose.
 */
static size_t lay_out(sm_texture *image, const mtl_texture_descriptor *of, size_t row_pitch)
{
    *image = (sm_texture){.type = (uint32_t)of->type,
                          .format = (uint32_t)of->format,
                          .width = (uint32_t)of->width,
                          .height = (uint32_t)of->height,
                          .depth = (uint32_t)of->depth,
                          .layers = mtl_type_is_layered(of->type) ? (uint32_t)of->layers : 1,
                          .levels = (uint32_t)of->levels,
                          .samples = (uint32_t)of->samples,
                          .pixel_size = mtl_pixel_size(of->format)};
    sm_format_block(sm_format_find(image->format), image->block);
    size_t bytes = 0;
    for (size_t n = 0; n < image->levels && n < MAX_LEVELS; n++) {
        size_t row =
            blocks(sm_level_size((uint32_t)of->width, (uint32_t)n), image->block[0]) * image->pixel_size * of->samples;
        image->level[n].row_pitch = row_pitch ? row_pitch : (row + ROW_ALIGNMENT - 1) / ROW_ALIGNMENT * ROW_ALIGNMENT;
        image->level[n].slice_pitch =
            image->level[n].row_pitch * blocks(sm_level_size((uint32_t)of->height, (uint32_t)n), image->block[1]);
        bytes += image->level[n].slice_pitch * slices_at(image, n);
    }
    return bytes;
}

static void set_swizzle(sm_texture *image, MTLTextureSwizzleChannels swizzle)
{
    const uint8_t identity[4] = {MTLTextureSwizzleRed, MTLTextureSwizzleGreen, MTLTextureSwizzleBlue,
                                 MTLTextureSwizzleAlpha};
    const uint8_t wanted[4] = {swizzle.red, swizzle.green, swizzle.blue, swizzle.alpha};
    if (memcmp(wanted, identity, 4) != 0)
        memcpy(image->swizzle, wanted, 4);
}

size_t mtl_texture_bytes(id descriptor)
{
    const mtl_texture_descriptor *of = (const mtl_texture_descriptor *)descriptor;
    if (!mtl_is(descriptor, &mtl_texture_descriptor_class) || mtl_descriptor_problem(of))
        return 0;
    sm_texture image;
    return lay_out(&image, of, 0);
}

static void place(sm_texture *image, uint8_t *pixels)
{
    for (size_t n = 0; n < image->levels; n++) {
        image->level[n].pixels = pixels;
        pixels += image->level[n].slice_pitch * slices_at(image, n);
    }
}

static mtl_texture *with_image(const sm_texture *like)
{
    sm_texture *image = sm_visible_allocate(sizeof *image);
    if (!image) {
        mtl_complain("no memory for a texture; newTexture… returns nil");
        return NULL;
    }
    mtl_texture *texture = mtl_new(&mtl_texture_class);
    *image = *like;
    texture->image = image;
    return texture;
}

static mtl_texture *texture_around(mtl_device *device, const mtl_texture_descriptor *of, const sm_texture *image)
{
    mtl_texture *texture = with_image(image);
    if (!texture)
        return NULL;
    texture->resource.device = device;
    texture->resource.options = of->options;
    texture->usage = of->usage;
    texture->optimized = of->optimized;
    texture->swizzle = of->swizzle;
    set_swizzle(texture->image, of->swizzle);
    return texture;
}

/* A device with memory of its own shares no texture, and keeps those of depth to itself. */
static const char *storage_problem(const mtl_device *device, const mtl_texture_descriptor *of)
{
    bool depth = mtl_format_is_special(of->format);
    NSUInteger storage = mtl_storage_of(of->options);
    if (device->settings->personality != SM_PERSONALITY_DISCRETE || storage == MTLStorageModePrivate)
        return NULL;
    if (depth)
        return "textures of depth must be in private storage on this device";
    return storage == MTLStorageModeShared ? "this device shares no textures: choose managed or private storage" : NULL;
}

static const mtl_texture_descriptor *usable_descriptor(const mtl_device *device, id descriptor)
{
    const mtl_texture_descriptor *of = (const mtl_texture_descriptor *)descriptor;
    const char *problem =
        mtl_is(descriptor, &mtl_texture_descriptor_class) ? mtl_descriptor_problem(of) : "the descriptor is nil";
    if (!problem)
        problem = storage_problem(device, of);
    if (problem)
        mtl_complain("no texture can be made: %s; newTexture… returns nil", problem);
    return problem ? NULL : of;
}

mtl_texture *mtl_texture_create(mtl_device *device, id descriptor, uint8_t *memory)
{
    const mtl_texture_descriptor *of = usable_descriptor(device, descriptor);
    if (!of)
        return NULL;
    sm_texture image;
    size_t bytes = lay_out(&image, of, 0);
    uint8_t *pixels = memory ? memory : sm_visible_allocate(bytes);
    if (!pixels) {
        mtl_complain("no memory for a texture of %zu bytes; newTexture… returns nil", bytes);
        return NULL;
    }
    place(&image, pixels);
    mtl_texture *texture = texture_around(device, of, &image);
    if (!texture) {
        sm_visible_free(memory ? NULL : pixels, bytes);
        return NULL;
    }
    texture->resource.size = bytes;
    texture->pixels = memory ? NULL : pixels;
    return texture;
}

mtl_texture *mtl_texture_create_in_buffer(mtl_buffer *buffer, id descriptor, size_t offset, size_t row_pitch)
{
    const mtl_texture_descriptor *of = usable_descriptor(buffer->resource.device, descriptor);
    if (!of)
        return NULL;
    sm_texture image;
    size_t tight = of->width * mtl_pixel_size(of->format);
    size_t bytes = lay_out(&image, of, row_pitch ? row_pitch : tight);
    const char *problem = mtl_linear_problem(of, offset, row_pitch);
    if (!problem && (offset > buffer->length || bytes - image.level[0].row_pitch + tight > buffer->length - offset))
        problem = "the buffer is too short";
    if (problem) {
        mtl_complain("newTextureWithDescriptor:offset:bytesPerRow: %s; it returns nil", problem);
        return NULL;
    }
    place(&image, buffer->bytes + offset);
    mtl_texture *texture = texture_around(buffer->resource.device, of, &image);
    if (!texture)
        return NULL;
    texture->buffer = (mtl_buffer *)mtl_retain((id)buffer);
    texture->buffer_offset = offset;
    texture->buffer_row_pitch = row_pitch;
    return texture;
}

/* ---- pixels */

sm_memory mtl_texture_memory(const mtl_texture *texture)
{
    while (texture->parent)
        texture = texture->parent;
    if (texture->buffer)
        return (sm_memory){texture->buffer->bytes, texture->buffer->length};
    return (sm_memory){texture->image->level[0].pixels, texture->resource.size};
}

const char *mtl_texture_image(const mtl_texture *texture, size_t slice, size_t level, MTLOrigin origin, MTLSize size,
                              mtl_image *image)
{
    const sm_texture *of = texture->image;
    if (level >= of->levels)
        return "the texture has no such mipmap level";
    NSUInteger width = sm_level_size(of->width, (uint32_t)level), height = sm_level_size(of->height, (uint32_t)level);
    NSUInteger depth = of->type == MTLTextureType3D ? sm_level_size(of->depth, (uint32_t)level) : 1;
    if (of->type == MTLTextureType3D ? slice != 0 : slice >= slices_at(of, level))
        return "the texture has no such slice";
    if (origin.x > width || size.width > width - origin.x || origin.y > height || size.height > height - origin.y ||
        origin.z > depth || size.depth > depth - origin.z)
        return "the region reaches beyond the texture";
    if (of->samples > 1)
        return "pixels of a multisampled texture cannot be copied: a render pass clears it";
    NSUInteger bw = of->block[0], bh = of->block[1];
    if (origin.x % bw || origin.y % bh || (size.width % bw && origin.x + size.width != width) ||
        (size.height % bh && origin.y + size.height != height))
        return "the region does not consist of whole blocks of the compressed format";
    image->row_pitch = of->level[level].row_pitch;
    image->slice_pitch = of->level[level].slice_pitch;
    image->pixels = of->level[level].pixels + (slice + origin.z) * image->slice_pitch +
                    origin.y / bh * image->row_pitch + origin.x / bw * of->pixel_size;
    return NULL;
}

void mtl_image_copy(const mtl_image *to, const mtl_image *from, MTLSize size, size_t pixel_size)
{
    for (size_t z = 0; z < size.depth; z++)
        for (size_t y = 0; y < size.height; y++)
            sm_visible_copy(to->pixels + z * to->slice_pitch + y * to->row_pitch,
                            from->pixels + z * from->slice_pitch + y * from->row_pitch, size.width * pixel_size);
}

const char *mtl_image_around(mtl_image *image, const void *bytes, size_t row_pitch, size_t slice_pitch, MTLSize size,
                             size_t pixel_size)
{
    if (!bytes)
        return "the memory is NULL";
    if (size.height > 1 && row_pitch < size.width * pixel_size)
        return "bytesPerRow is less than a row of pixels";
    if (size.depth > 1 && slice_pitch < size.height * row_pitch)
        return "bytesPerImage is less than the rows of an image";
    *image = (mtl_image){.pixels = (uint8_t *)bytes, .row_pitch = row_pitch, .slice_pitch = slice_pitch};
    return NULL;
}

static void texture_replace(METHOD_ARGUMENTS(mtl_texture), MTLRegion region, NSUInteger level, NSUInteger slice,
                            const void *bytes, NSUInteger row_pitch, NSUInteger image_pitch)
{
    mtl_image to, from;
    const char *problem = mtl_texture_image(self, slice, level, region.origin, region.size, &to);
    region.size = mtl_texture_blocks(self, region.size);
    if (!problem && mtl_storage_of(self->resource.options) == MTLStorageModePrivate)
        problem = "the texture is in private storage";
    if (!problem)
        problem = mtl_image_around(&from, bytes, row_pitch, image_pitch, region.size, self->image->pixel_size);
    if (problem) {
        mtl_complain("%s %s; nothing is written", sel_getName(_cmd), problem);
        return;
    }
    if (sm_fault(SM_FAULT_api_texture_row_pitch) && region.size.height > 1 &&
        region.size.width * self->image->pixel_size > 16) {
        MTLSize first = {region.size.width, 1, 1};
        mtl_image_copy(&to, &from, region.size, self->image->pixel_size);
        from.pixels += from.row_pitch - 16;
        to.pixels += to.row_pitch;
        mtl_image_copy(&to, &from, first, self->image->pixel_size);
        return;
    }
    mtl_image_copy(&to, &from, region.size, self->image->pixel_size);
}

static void texture_replace_level(METHOD_ARGUMENTS(mtl_texture), MTLRegion region, NSUInteger level, const void *bytes,
                                  NSUInteger row_pitch)
{
    texture_replace(self, _cmd, region, level, 0, bytes, row_pitch, row_pitch * region.size.height);
}

static void texture_get(METHOD_ARGUMENTS(mtl_texture), void *bytes, NSUInteger row_pitch, NSUInteger image_pitch,
                        MTLRegion region, NSUInteger level, NSUInteger slice)
{
    mtl_image to, from;
    const char *problem = mtl_texture_image(self, slice, level, region.origin, region.size, &from);
    region.size = mtl_texture_blocks(self, region.size);
    if (!problem && mtl_storage_of(self->resource.options) == MTLStorageModePrivate)
        problem = "the texture is in private storage";
    if (!problem)
        problem = mtl_image_around(&to, bytes, row_pitch, image_pitch, region.size, self->image->pixel_size);
    if (problem) {
        mtl_complain("%s %s; nothing is read", sel_getName(_cmd), problem);
        return;
    }
    if (sm_fault(SM_FAULT_api_texture_rows_reversed)) {
        from.pixels += from.row_pitch * (region.size.height - 1);
        from.row_pitch = (size_t)0 - from.row_pitch;
    }
    mtl_image_copy(&to, &from, region.size, self->image->pixel_size);
}

static void texture_get_level(METHOD_ARGUMENTS(mtl_texture), void *bytes, NSUInteger row_pitch, MTLRegion region,
                              NSUInteger level)
{
    texture_get(self, _cmd, bytes, row_pitch, row_pitch * region.size.height, region, level, 0);
}

/* ---- views */

/* A view's swizzle takes what the texture's own gives. */
static MTLTextureSwizzleChannels swizzle_after(MTLTextureSwizzleChannels own, MTLTextureSwizzleChannels wanted)
{
    const uint8_t before[4] = {own.red, own.green, own.blue, own.alpha};
    const uint8_t after[4] = {wanted.red, wanted.green, wanted.blue, wanted.alpha};
    uint8_t both[4];
    for (int c = 0; c < 4; c++)
        both[c] = after[c] >= MTLTextureSwizzleRed ? before[after[c] - MTLTextureSwizzleRed] : after[c];
    if (sm_fault(SM_FAULT_api_view_swizzle))
        return own;
    return (MTLTextureSwizzleChannels){both[0], both[1], both[2], both[3]};
}

static id make_view(mtl_texture *self, SEL selector, NSUInteger format, NSUInteger type, NSRange levels, NSRange slices,
                    MTLTextureSwizzleChannels swizzle)
{
    const sm_texture *of = self->image;
    const char *problem = mtl_view_problem(of, format, type, levels, slices, swizzle);
    if (problem) {
        mtl_complain("%s %s; it returns nil", sel_getName(selector), problem);
        return nil;
    }
    mtl_texture *view = with_image(of);
    if (!view)
        return nil;
    view->resource.device = self->resource.device;
    view->resource.options = self->resource.options;
    view->usage = self->usage;
    view->optimized = self->optimized;
    view->parent = (mtl_texture *)mtl_retain((id)self);
    view->parent_level = levels.location;
    view->parent_slice = slices.location;
    view->swizzle = swizzle_after(self->swizzle, swizzle);
    view->image->type = (uint32_t)type;
    view->image->format = (uint32_t)format;
    view->image->width = sm_level_size(of->width, (uint32_t)levels.location);
    view->image->height = sm_level_size(of->height, (uint32_t)levels.location);
    view->image->depth = sm_level_size(of->depth, (uint32_t)levels.location);
    view->image->levels = (uint32_t)levels.length;
    if (of->type != MTLTextureType3D)
        view->image->layers = (uint32_t)(slices.length / (mtl_type_is_cube(type) ? 6 : 1));
    size_t first_slice = sm_fault(SM_FAULT_api_view_slice) ? 0 : slices.location;
    for (size_t n = 0; n < levels.length; n++) {
        view->image->level[n] = of->level[(sm_fault(SM_FAULT_api_view_level) ? 0 : levels.location) + n];
        view->image->level[n].pixels += first_slice * view->image->level[n].slice_pitch;
    }
    set_swizzle(view->image, view->swizzle);
    return (id)view;
}

static NSRange all_levels(const mtl_texture *self)
{
    return (NSRange){0, self->image->levels};
}

static NSRange all_slices(const mtl_texture *self)
{
    return (NSRange){0, sm_texture_slices(self->image)};
}

static const MTLTextureSwizzleChannels identity = {MTLTextureSwizzleRed, MTLTextureSwizzleGreen, MTLTextureSwizzleBlue,
                                                   MTLTextureSwizzleAlpha};

static id texture_view(METHOD_ARGUMENTS(mtl_texture), NSUInteger format)
{
    return make_view(self, _cmd, format, self->image->type, all_levels(self), all_slices(self), identity);
}

static id texture_view_typed(METHOD_ARGUMENTS(mtl_texture), NSUInteger format, NSUInteger type, NSRange levels,
                             NSRange slices)
{
    return make_view(self, _cmd, format, type, levels, slices, identity);
}

static id texture_view_swizzled(METHOD_ARGUMENTS(mtl_texture), NSUInteger format, NSUInteger type, NSRange levels,
                                NSRange slices, MTLTextureSwizzleChannels swizzle)
{
    return make_view(self, _cmd, format, type, levels, slices, swizzle);
}

/* ---- properties */

GETTER(mtl_texture, NSUInteger, texture_type, self->image->type)
GETTER(mtl_texture, NSUInteger, texture_format, self->image->format)
GETTER(mtl_texture, NSUInteger, texture_width, self->image->width)
GETTER(mtl_texture, NSUInteger, texture_height, self->image->height)
GETTER(mtl_texture, NSUInteger, texture_depth, self->image->depth)
GETTER(mtl_texture, NSUInteger, texture_levels, self->image->levels)
GETTER(mtl_texture, NSUInteger, texture_samples, self->image->samples)
GETTER(mtl_texture, NSUInteger, texture_layers, self->image->layers)
GETTER(mtl_texture, NSUInteger, texture_usage, self->usage)
GETTER(mtl_texture, BOOL, texture_optimized, self->optimized)
GETTER(mtl_texture, BOOL, texture_no, NO)
GETTER(mtl_texture, NSUInteger, texture_zero, 0)
GETTER(mtl_texture, id, texture_nil, nil)
GETTER(mtl_texture, MTLTextureSwizzleChannels, texture_swizzle, self->swizzle)
GETTER(mtl_texture, id, texture_buffer, (id)self->buffer)
GETTER(mtl_texture, NSUInteger, texture_buffer_offset, self->buffer_offset)
GETTER(mtl_texture, NSUInteger, texture_buffer_row, self->buffer_row_pitch)
GETTER(mtl_texture, id, texture_parent, (id)self->parent)
GETTER(mtl_texture, NSUInteger, texture_parent_level, self->parent_level)
GETTER(mtl_texture, NSUInteger, texture_parent_slice, self->parent_slice)

static MTLResourceID texture_resource_id(METHOD_ARGUMENTS(mtl_texture))
{
    mtl_identity_add(self->image, (id)self);
    return (MTLResourceID){(uintptr_t)self->image};
}

static void texture_finish(void *object)
{
    mtl_texture *self = object;
    mtl_identity_remove(self->image);
    sm_visible_free(self->pixels, self->resource.size);
    sm_visible_free(self->image, sizeof *self->image);
    mtl_release((id)self->buffer);
    mtl_release((id)self->parent);
}

#define REGION "{?={?=QQQ}{?=QQQ}}"
#define RANGE "{_NSRange=QQ}"
static const mtl_method texture_methods[] = {
    METHOD("textureType", "Q@:", texture_type),
    METHOD("pixelFormat", "Q@:", texture_format),
    METHOD("width", "Q@:", texture_width),
    METHOD("height", "Q@:", texture_height),
    METHOD("depth", "Q@:", texture_depth),
    METHOD("mipmapLevelCount", "Q@:", texture_levels),
    METHOD("sampleCount", "Q@:", texture_samples),
    METHOD("arrayLength", "Q@:", texture_layers),
    METHOD("usage", "Q@:", texture_usage),
    METHOD("allowGPUOptimizedContents", "C@:", texture_optimized),
    METHOD("isFramebufferOnly", "C@:", texture_no),
    METHOD("isShareable", "C@:", texture_no),
    METHOD("swizzle", "{?=CCCC}@:", texture_swizzle),
    METHOD("buffer", "@@:", texture_buffer),
    METHOD("bufferOffset", "Q@:", texture_buffer_offset),
    METHOD("bufferBytesPerRow", "Q@:", texture_buffer_row),
    METHOD("parentTexture", "@@:", texture_parent),
    METHOD("parentRelativeLevel", "Q@:", texture_parent_level),
    METHOD("parentRelativeSlice", "Q@:", texture_parent_slice),
    METHOD("gpuResourceID", "{?=Q}@:", texture_resource_id),
    METHOD("replaceRegion:mipmapLevel:slice:withBytes:bytesPerRow:bytesPerImage:", "v@:" REGION "QQr^vQQ",
           texture_replace),
    METHOD("replaceRegion:mipmapLevel:withBytes:bytesPerRow:", "v@:" REGION "Qr^vQ", texture_replace_level),
    METHOD("getBytes:bytesPerRow:bytesPerImage:fromRegion:mipmapLevel:slice:", "v@:^vQQ" REGION "QQ", texture_get),
    METHOD("getBytes:bytesPerRow:fromRegion:mipmapLevel:", "v@:^vQ" REGION "Q", texture_get_level),
    METHOD("compressionType", "q@:", texture_zero), /* lossless */
    METHOD("isSparse", "C@:", texture_no),
    METHOD("sparseTextureTier", "q@:", texture_zero),
    METHOD("firstMipmapInTail", "Q@:", texture_zero),
    METHOD("tailSizeInBytes", "Q@:", texture_zero),
    METHOD("rootResource", "@@:", texture_nil),
    METHOD("remoteStorageTexture", "@@:", texture_nil),
    METHOD("iosurface", "^v@:", texture_nil),
    METHOD("iosurfacePlane", "Q@:", texture_zero),
    METHOD("newTextureViewWithPixelFormat:", "@@:Q", texture_view),
    METHOD("newTextureViewWithPixelFormat:textureType:levels:slices:", "@@:QQ" RANGE RANGE, texture_view_typed),
    METHOD("newTextureViewWithPixelFormat:textureType:levels:slices:swizzle:", "@@:QQ" RANGE RANGE "{?=CCCC}",
           texture_view_swizzled),
    END_OF_METHODS,
};
static const char *const texture_protocols[] = {"MTLTexture", "MTLResource", NULL};
const mtl_class mtl_texture_class = {.name = "SoftmetalTexture",
                                     .size = sizeof(mtl_texture),
                                     .methods = texture_methods,
                                     .finish = texture_finish,
                                     .parent = &mtl_resource_class,
                                     .protocols = texture_protocols};
