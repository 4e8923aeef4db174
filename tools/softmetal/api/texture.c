/* texture.c: MTLTexture, and the copying of pixels between memory and textures.
 *
 * A texture is rows of pixels: per level, per slice (a layer, a face, or a plane of depth). The engine reads and writes
 * the same description (engine/texture.h), whose address is the texture's resource id. */
#include "../engine/texture_format.h"
#include "metal4.h"
#include "property.h"
#include <stdlib.h>
#include <string.h>

enum {
    MAX_LEVELS = 16,
    ROW_ALIGNMENT = 16,
    MAX_2D = 16384,
    MAX_3D = 2048,
    MAX_LAYERS = 2048,
    MAX_TEXTURE_BUFFER = 1 << 28
};

uint32_t mtl_pixel_size(NSUInteger format)
{
    const sm_format *known = sm_format_find((uint32_t)format);
    return known ? sm_format_pixel_size(known) : 0;
}

/* ---- layout */

NSUInteger mtl_full_chain(NSUInteger width, NSUInteger height, NSUInteger depth)
{
    NSUInteger size = width > height ? width : height, levels = 1;
    for (size = size > depth ? size : depth; size > 1; size /= 2)
        levels++;
    return levels;
}

static bool is_cube(NSUInteger type)
{
    return type == MTLTextureTypeCube || type == MTLTextureTypeCubeArray;
}

static bool is_flat(NSUInteger type) /* one row to a slice */
{
    return type == MTLTextureType1D || type == MTLTextureType1DArray || type == MTLTextureTypeTextureBuffer;
}

static const char *descriptor_problem(const mtl_texture_descriptor *of)
{
    NSUInteger edge = of->type == MTLTextureType3D              ? MAX_3D
                      : of->type == MTLTextureTypeTextureBuffer ? MAX_TEXTURE_BUFFER
                                                                : MAX_2D;
    if (mtl_pixel_size(of->format) == 0)
        return "softmetal does not have its pixel format";
    if (of->type == MTLTextureType2DMultisample || of->type == MTLTextureType2DMultisampleArray || of->samples != 1)
        return "softmetal does not have multisample textures";
    if (of->type > MTLTextureTypeTextureBuffer)
        return "its type is unknown";
    if (of->width == 0 || of->height == 0 || of->depth == 0 || of->layers == 0 || of->levels == 0)
        return "a dimension is zero";
    if (of->width > edge || of->height > edge || of->depth > MAX_3D || of->layers > MAX_LAYERS)
        return "a dimension is larger than the device's limit";
    if (is_flat(of->type) && of->height != 1)
        return "a one-dimensional texture has a height of 1";
    if (of->type != MTLTextureType3D && of->depth != 1)
        return "only three-dimensional textures have a depth";
    if (is_cube(of->type) && of->width != of->height)
        return "the faces of a cube are squares";
    if (of->levels > mtl_full_chain(of->width, of->height, of->depth))
        return "it has more mipmap levels than halvings of its size";
    return NULL;
}

static uint32_t halved(NSUInteger size, size_t level)
{
    return size >> level ? (uint32_t)(size >> level) : 1;
}

static size_t slices_at(const sm_texture *image, size_t level)
{
    if (image->type == MTLTextureType3D)
        return halved(image->depth, level);
    return (size_t)image->layers * (is_cube(image->type) ? 6 : 1);
}

/* Fills everything but the addresses; returns the bytes needed. `row_pitch` is that of the only level, or 0 to choose.
 */
static size_t lay_out(sm_texture *image, const mtl_texture_descriptor *of, size_t row_pitch)
{
    bool layered =
        of->type == MTLTextureType1DArray || of->type == MTLTextureType2DArray || of->type == MTLTextureTypeCubeArray;
    *image = (sm_texture){.type = (uint32_t)of->type,
                          .format = (uint32_t)of->format,
                          .width = (uint32_t)of->width,
                          .height = (uint32_t)of->height,
                          .depth = (uint32_t)of->depth,
                          .layers = layered ? (uint32_t)of->layers : 1,
                          .levels = (uint32_t)of->levels,
                          .samples = 1,
                          .pixel_size = mtl_pixel_size(of->format)};
    size_t bytes = 0;
    for (size_t n = 0; n < image->levels && n < MAX_LEVELS; n++) {
        size_t row = (size_t)halved(of->width, n) * image->pixel_size;
        image->level[n].row_pitch = row_pitch ? row_pitch : (row + ROW_ALIGNMENT - 1) / ROW_ALIGNMENT * ROW_ALIGNMENT;
        image->level[n].slice_pitch = image->level[n].row_pitch * halved(of->height, n);
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
    if (!mtl_is(descriptor, &mtl_texture_descriptor_class) || descriptor_problem(of))
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

static mtl_texture *texture_around(mtl_device *device, const mtl_texture_descriptor *of, const sm_texture *image)
{
    mtl_texture *texture = mtl_new(&mtl_texture_class);
    texture->resource.device = device;
    texture->resource.options = of->options;
    texture->image = *image;
    texture->usage = of->usage;
    texture->optimized = of->optimized;
    texture->swizzle = of->swizzle;
    set_swizzle(&texture->image, of->swizzle);
    return texture;
}

static NSUInteger storage_of(NSUInteger options)
{
    return options >> 4 & 15;
}

/* A device with memory of its own shares no texture, and keeps those of depth to itself. */
static const char *storage_problem(const mtl_device *device, const mtl_texture_descriptor *of)
{
    bool depth = of->format == MTLPixelFormatDepth16Unorm || of->format == MTLPixelFormatDepth32Float;
    NSUInteger storage = storage_of(of->options);
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
        mtl_is(descriptor, &mtl_texture_descriptor_class) ? descriptor_problem(of) : "the descriptor is nil";
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
    uint8_t *pixels = memory ? memory : calloc(1, bytes);
    if (!pixels) {
        mtl_complain("no memory for a texture of %zu bytes; newTexture… returns nil", bytes);
        return NULL;
    }
    place(&image, pixels);
    mtl_texture *texture = texture_around(device, of, &image);
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
    const char *problem =
        of->type != MTLTextureType2D && of->type != MTLTextureTypeTextureBuffer && of->type != MTLTextureType1D
            ? "it must be two-dimensional or a texture buffer"
        : of->levels != 1                ? "it has mipmap levels"
        : row_pitch && row_pitch < tight ? "bytesPerRow is less than a row of pixels"
        : offset % ROW_ALIGNMENT || (of->height > 1 && row_pitch % ROW_ALIGNMENT)
            ? "offset and bytesPerRow must be multiples of minimumLinearTextureAlignmentForPixelFormat:"
        : offset > buffer->length || bytes - image.level[0].row_pitch + tight > buffer->length - offset
            ? "the buffer is too short"
            : NULL;
    if (problem) {
        mtl_complain("newTextureWithDescriptor:offset:bytesPerRow: %s; it returns nil", problem);
        return NULL;
    }
    place(&image, buffer->bytes + offset);
    mtl_texture *texture = texture_around(buffer->resource.device, of, &image);
    texture->buffer = (mtl_buffer *)mtl_retain((id)buffer);
    texture->buffer_offset = offset;
    texture->buffer_row_pitch = row_pitch;
    return texture;
}

/* ---- pixels */

const char *mtl_texture_image(const mtl_texture *texture, size_t slice, size_t level, MTLOrigin origin, MTLSize size,
                              mtl_image *image)
{
    const sm_texture *of = &texture->image;
    if (level >= of->levels)
        return "the texture has no such mipmap level";
    NSUInteger width = halved(of->width, level), height = halved(of->height, level);
    NSUInteger depth = of->type == MTLTextureType3D ? halved(of->depth, level) : 1;
    if (of->type == MTLTextureType3D ? slice != 0 : slice >= slices_at(of, level))
        return "the texture has no such slice";
    if (origin.x > width || size.width > width - origin.x || origin.y > height || size.height > height - origin.y ||
        origin.z > depth || size.depth > depth - origin.z)
        return "the region reaches beyond the texture";
    image->row_pitch = of->level[level].row_pitch;
    image->slice_pitch = of->level[level].slice_pitch;
    image->pixels = of->level[level].pixels + (slice + origin.z) * image->slice_pitch + origin.y * image->row_pitch +
                    origin.x * of->pixel_size;
    return NULL;
}

void mtl_image_copy(const mtl_image *to, const mtl_image *from, MTLSize size, size_t pixel_size)
{
    for (size_t z = 0; z < size.depth; z++)
        for (size_t y = 0; y < size.height; y++)
            memmove(to->pixels + z * to->slice_pitch + y * to->row_pitch,
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
    if (!problem && storage_of(self->resource.options) == MTLStorageModePrivate)
        problem = "the texture is in private storage";
    if (!problem)
        problem = mtl_image_around(&from, bytes, row_pitch, image_pitch, region.size, self->image.pixel_size);
    if (problem) {
        mtl_complain("%s %s; nothing is written", sel_getName(_cmd), problem);
        return;
    }
    if (sm_fault(SM_FAULT_api_texture_row_pitch) && region.size.height > 1 &&
        region.size.width * self->image.pixel_size > 16) {
        MTLSize first = {region.size.width, 1, 1};
        mtl_image_copy(&to, &from, region.size, self->image.pixel_size);
        from.pixels += from.row_pitch - 16;
        to.pixels += to.row_pitch;
        mtl_image_copy(&to, &from, first, self->image.pixel_size);
        return;
    }
    mtl_image_copy(&to, &from, region.size, self->image.pixel_size);
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
    if (!problem && storage_of(self->resource.options) == MTLStorageModePrivate)
        problem = "the texture is in private storage";
    if (!problem)
        problem = mtl_image_around(&to, bytes, row_pitch, image_pitch, region.size, self->image.pixel_size);
    if (problem) {
        mtl_complain("%s %s; nothing is read", sel_getName(_cmd), problem);
        return;
    }
    if (sm_fault(SM_FAULT_api_texture_rows_reversed)) {
        from.pixels += from.row_pitch * (region.size.height - 1);
        from.row_pitch = (size_t)0 - from.row_pitch;
    }
    mtl_image_copy(&to, &from, region.size, self->image.pixel_size);
}

static void texture_get_level(METHOD_ARGUMENTS(mtl_texture), void *bytes, NSUInteger row_pitch, MTLRegion region,
                              NSUInteger level)
{
    texture_get(self, _cmd, bytes, row_pitch, row_pitch * region.size.height, region, level, 0);
}

/* ---- views */

static const char *view_problem(const sm_texture *of, NSUInteger format, NSUInteger type, NSRange levels,
                                NSRange slices)
{
    if (mtl_pixel_size(format) != of->pixel_size)
        return "its pixels are of another size";
    if (levels.length == 0 || levels.location >= of->levels || levels.length > of->levels - levels.location)
        return "the texture has no such mipmap levels";
    size_t all = of->type == MTLTextureType3D ? 1 : slices_at(of, 0);
    if (slices.length == 0 || slices.location >= all || slices.length > all - slices.location)
        return "the texture has no such slices";
    if ((type == MTLTextureType3D) != (of->type == MTLTextureType3D) || is_flat(type) != is_flat(of->type))
        return "a view of this type is not possible";
    if (is_cube(type) && slices.length % 6)
        return "a cube has six slices";
    return NULL;
}

static id make_view(mtl_texture *self, SEL selector, NSUInteger format, NSUInteger type, NSRange levels, NSRange slices,
                    MTLTextureSwizzleChannels swizzle)
{
    const sm_texture *of = &self->image;
    const char *problem = view_problem(of, format, type, levels, slices);
    if (problem) {
        mtl_complain("%s %s; it returns nil", sel_getName(selector), problem);
        return nil;
    }
    mtl_texture *view = mtl_new(&mtl_texture_class);
    view->resource.device = self->resource.device;
    view->resource.options = self->resource.options;
    view->usage = self->usage;
    view->optimized = self->optimized;
    view->parent = (mtl_texture *)mtl_retain((id)self);
    view->parent_level = levels.location;
    view->parent_slice = slices.location;
    view->swizzle = swizzle;
    view->image = *of;
    view->image.type = (uint32_t)type;
    view->image.format = (uint32_t)format;
    view->image.width = halved(of->width, levels.location);
    view->image.height = halved(of->height, levels.location);
    view->image.depth = halved(of->depth, levels.location);
    view->image.levels = (uint32_t)levels.length;
    if (of->type != MTLTextureType3D)
        view->image.layers = (uint32_t)(slices.length / (is_cube(type) ? 6 : 1));
    for (size_t n = 0; n < levels.length; n++) {
        view->image.level[n] = of->level[levels.location + n];
        view->image.level[n].pixels += slices.location * view->image.level[n].slice_pitch;
    }
    set_swizzle(&view->image, swizzle);
    return (id)view;
}

static NSRange all_levels(const mtl_texture *self)
{
    return (NSRange){0, self->image.levels};
}

static NSRange all_slices(const mtl_texture *self)
{
    return (NSRange){0, self->image.type == MTLTextureType3D ? 1 : slices_at(&self->image, 0)};
}

static id texture_view(METHOD_ARGUMENTS(mtl_texture), NSUInteger format)
{
    return make_view(self, _cmd, format, self->image.type, all_levels(self), all_slices(self), self->swizzle);
}

static id texture_view_typed(METHOD_ARGUMENTS(mtl_texture), NSUInteger format, NSUInteger type, NSRange levels,
                             NSRange slices)
{
    return make_view(self, _cmd, format, type, levels, slices, self->swizzle);
}

static id texture_view_swizzled(METHOD_ARGUMENTS(mtl_texture), NSUInteger format, NSUInteger type, NSRange levels,
                                NSRange slices, MTLTextureSwizzleChannels swizzle)
{
    return make_view(self, _cmd, format, type, levels, slices, swizzle);
}

/* ---- properties */

GETTER(mtl_texture, NSUInteger, texture_type, self->image.type)
GETTER(mtl_texture, NSUInteger, texture_format, self->image.format)
GETTER(mtl_texture, NSUInteger, texture_width, self->image.width)
GETTER(mtl_texture, NSUInteger, texture_height, self->image.height)
GETTER(mtl_texture, NSUInteger, texture_depth, self->image.depth)
GETTER(mtl_texture, NSUInteger, texture_levels, self->image.levels)
GETTER(mtl_texture, NSUInteger, texture_samples, self->image.samples)
GETTER(mtl_texture, NSUInteger, texture_layers, self->image.layers)
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
    mtl_identity_add(&self->image, (id)self);
    return (MTLResourceID){(uintptr_t)&self->image};
}

static void texture_finish(void *object)
{
    mtl_texture *self = object;
    mtl_identity_remove(&self->image);
    free(self->pixels);
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
