/* resource.c: buffers and textures in shared storage, so that the host reads and writes them without copies. */
#include "client.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* ---- Buffers */

metal_buffer *metal_buffer_create(metal_device *device, size_t length, assay_error *error)
{
    if (length == 0 || length > device->facts.max_buffer_length) {
        assay_fail(error, NULL, 0, "a buffer of %zu bytes cannot be made: the device takes 1 to %llu", length,
                   (unsigned long long)device->facts.max_buffer_length);
        return NULL;
    }
    id pool = runtime_pool_open();
    id object = device_new_buffer(device->object, length, MTLResourceStorageModeShared);
    metal_buffer *buffer = object ? calloc(1, sizeof *buffer) : NULL;
    if (buffer)
        *buffer = (metal_buffer){object, buffer_contents(object), length};
    else if (object)
        ns_release(object);
    runtime_pool_close(pool);
    if (!buffer)
        assay_fail(error, NULL, 0, "no memory for a buffer of %zu bytes", length);
    return buffer;
}

void metal_buffer_destroy(metal_buffer *buffer)
{
    if (!buffer)
        return;
    id pool = runtime_pool_open();
    ns_release(buffer->object);
    runtime_pool_close(pool);
    free(buffer);
}

void *metal_buffer_contents(metal_buffer *buffer)
{
    return buffer->contents;
}

size_t metal_buffer_length(const metal_buffer *buffer)
{
    return buffer->length;
}

/* ---- Textures */

typedef struct format {
    const char *name; /* MTLPixelFormat… */
    NSUInteger value;
    size_t bytes;
} format;

static const format formats[] = {
#define FORMAT(name, value, bytes) {#name, value, bytes},
#include "constants.def"
#undef FORMAT
};

static const format *find_format(const char *name)
{
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
        if (strcasecmp(formats[i].name + strlen("MTLPixelFormat"), name) == 0)
            return &formats[i];
    return NULL;
}

static id make_texture(metal_device *device, const format *format, uint32_t width, uint32_t height, bool writable)
{
    id descriptor = texture_2d_descriptor(runtime_class(CLASS_MTLTextureDescriptor), format->value, width, height, 0);
    descriptor_set_usage(descriptor, MTLTextureUsageShaderRead | (writable ? MTLTextureUsageShaderWrite : 0));
    descriptor_set_storage(descriptor, MTLStorageModeShared);
    return device_new_texture(device->object, descriptor);
}

metal_texture *metal_texture_create(metal_device *device, const char *format_name, uint32_t width, uint32_t height,
                                    bool writable, assay_error *error)
{
    const format *format = find_format(format_name);
    if (!format) {
        assay_fail(error, NULL, 0, "`%s` is no pixel format that assay knows (rgba8unorm, r32float, …)", format_name);
        return NULL;
    }
    if (width == 0 || height == 0 || !device->facts.unified_memory) {
        assay_fail(error, NULL, 0,
                   "a texture needs at least one pixel (%u x %u asked) and a device with unified memory", width,
                   height);
        return NULL;
    }
    id pool = runtime_pool_open();
    id object = make_texture(device, format, width, height, writable);
    metal_texture *texture = object ? calloc(1, sizeof *texture) : NULL;
    if (texture)
        *texture = (metal_texture){object, width, height, format->bytes};
    else if (object)
        ns_release(object);
    runtime_pool_close(pool);
    if (!texture)
        assay_fail(error, NULL, 0, "the device makes no %s texture of %u x %u", format_name, width, height);
    return texture;
}

void metal_texture_destroy(metal_texture *texture)
{
    if (!texture)
        return;
    id pool = runtime_pool_open();
    ns_release(texture->object);
    runtime_pool_close(pool);
    free(texture);
}

size_t metal_texture_pixel_size(const metal_texture *texture)
{
    return texture->pixel_size;
}

static MTLRegion whole(const metal_texture *texture)
{
    return (MTLRegion){{0, 0, 0}, {texture->width, texture->height, 1}};
}

void metal_texture_write(metal_texture *texture, const void *pixels)
{
    id pool = runtime_pool_open();
    texture_replace(texture->object, whole(texture), 0, pixels, texture->width * texture->pixel_size);
    runtime_pool_close(pool);
}

void metal_texture_read(metal_texture *texture, void *pixels)
{
    id pool = runtime_pool_open();
    texture_get(texture->object, pixels, texture->width * texture->pixel_size, whole(texture), 0);
    runtime_pool_close(pool);
}
