/* resource.c: buffers and textures in shared storage, so that the host reads and writes them without copies; samplers,
 * and argument buffers, which hold all of these.
 *
 * GPUs that are not Apple's share no textures, those with memory of their own none at all, and others none of depth:
 * there textures are private, and pixels are copied through a buffer by commands. */
#include "../client.h"
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
#include "../../words/constants.def"
#undef FORMAT
};

static const format *find_format(const char *name)
{
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
        if (strcasecmp(formats[i].name + strlen("MTLPixelFormat"), name) == 0)
            return &formats[i];
    return NULL;
}

static NSUInteger usage(metal_use use)
{
    return MTLTextureUsageShaderRead | (use.written ? MTLTextureUsageShaderWrite : 0u) |
           (use.reformatted ? MTLTextureUsagePixelFormatView : 0u);
}

/* Atomic functions of a texture, since MSL 3.1 (macOS 14), ask for a usage of their own, which few formats may have. */
static NSUInteger atomic_usage(const metal_device *device, const format *format, bool writable)
{
    static const char *const atomic[] = {"MTLPixelFormatR32Uint", "MTLPixelFormatR32Sint", "MTLPixelFormatRG32Uint"};
    for (size_t i = 0; i < sizeof atomic / sizeof *atomic && writable && device->facts.msl >= 0x30001; i++)
        if (strcmp(format->name, atomic[i]) == 0)
            return MTLTextureUsageShaderAtomic;
    return 0;
}

static id make_texture(metal_device *device, const format *format, const metal_texture *texture, metal_use use)
{
    const metal_shape *shape = &texture->shape;
    id descriptor =
        texture_2d_descriptor(runtime_class(CLASS_MTLTextureDescriptor), format->value, shape->width, shape->height, 0);
    descriptor_set_type(descriptor, shape->type);
    descriptor_set_depth(descriptor, shape->depth);
    descriptor_set_layers(descriptor, shape->layers);
    descriptor_set_levels(descriptor, shape->levels);
    bool cleared = shape->samples > 1;
    if (cleared)
        descriptor_set_samples(descriptor, shape->samples);
    descriptor_set_usage(descriptor, usage(use) | atomic_usage(device, format, use.written) |
                                         (cleared ? MTLTextureUsageRenderTarget : 0));
    descriptor_set_storage(descriptor, texture->hidden || cleared ? MTLStorageModePrivate : MTLStorageModeShared);
    return device_new_texture(device->object, descriptor);
}

static id make_texture_buffer(metal_buffer *buffer, size_t offset, const format *format, uint32_t width, bool writable)
{
    id descriptor = texture_buffer_descriptor(runtime_class(CLASS_MTLTextureDescriptor), format->value, width,
                                              MTLResourceStorageModeShared, usage((metal_use){.written = writable}));
    return buffer_new_texture(buffer->object, descriptor, offset, width * format->bytes);
}

static const format *known_format(const char *name, assay_error *error)
{
    const format *format = find_format(name);
    if (!format)
        assay_fail(error, NULL, 0, "`%s` is no pixel format that assay knows (rgba8unorm, r32float, …)", name);
    return format;
}

/* Takes over shape->object, which may be nil. */
static metal_texture *wrap_texture(metal_texture shape, const char *format, assay_error *error)
{
    metal_texture *texture = shape.object ? calloc(1, sizeof *texture) : NULL;
    if (texture)
        *texture = shape;
    else if (shape.object)
        ns_release(shape.object);
    if (!texture)
        assay_fail(error, NULL, 0, "the device makes no %s texture of %u x %u", format, shape.shape.width,
                   shape.shape.height);
    return texture;
}

metal_texture *metal_texture_create(metal_device *device, const char *format_name, const metal_shape *shape,
                                    metal_use use, assay_error *error)
{
    const format *format = known_format(format_name, error);
    if (!format)
        return NULL;
    if (shape->width == 0 || shape->height == 0) {
        assay_fail(error, NULL, 0, "a texture needs at least one pixel (%u x %u asked)", shape->width, shape->height);
        return NULL;
    }
    id pool = runtime_pool_open();
    metal_texture made = {.device = device,
                          .hidden = !metal_device_has_family(device, MTLGPUFamilyApple1),
                          .shape = *shape,
                          .format = format->name,
                          .pixel_size = format->bytes};
    made.object = make_texture(device, format, &made, use);
    metal_texture *texture = wrap_texture(made, format_name, error);
    runtime_pool_close(pool);
    return texture;
}

metal_texture *metal_texture_of_buffer(metal_buffer *buffer, size_t offset, const char *format_name, uint32_t width,
                                       bool writable, assay_error *error)
{
    const format *format = known_format(format_name, error);
    if (!format)
        return NULL;
    id pool = runtime_pool_open();
    metal_texture shape = {.backing = buffer->object,
                           .shape = {MTLTextureTypeTextureBuffer, width, 1, 1, 1, 1, 1, {0, 0}},
                           .pixel_size = format->bytes};
    shape.object = make_texture_buffer(buffer, offset, format, width, writable);
    metal_texture *texture = wrap_texture(shape, format_name, error);
    runtime_pool_close(pool);
    return texture;
}

static id make_view(const metal_texture *texture, NSUInteger format, const metal_view *view)
{
    NSRange levels = {view->levels[0], view->levels[1]}, slices = {view->slices[0], view->slices[1]};
    const uint8_t *s = view->swizzle;
    if (view->swizzled)
        return texture_view_swizzled(texture->object, format, view->type, levels, slices,
                                     (MTLTextureSwizzleChannels){s[0], s[1], s[2], s[3]});
    return view->ranged ? texture_view_ranged(texture->object, format, view->type, levels, slices)
                        : texture_view(texture->object, format);
}

metal_texture *metal_texture_view(metal_texture *texture, const char *format_name, const metal_view *view,
                                  assay_error *error)
{
    const format *format = known_format(format_name, error);
    if (!format)
        return NULL;
    id pool = runtime_pool_open();
    metal_texture made = {.device = texture->device,
                          .backing = texture->backing ? texture->backing : texture->object,
                          .shape = texture->shape,
                          .format = format->name,
                          .pixel_size = format->bytes};
    made.object = make_view(texture, format->value, view);
    metal_texture *result = made.object ? wrap_texture(made, format_name, error) : NULL;
    if (!made.object)
        assay_fail(error, NULL, 0, "the device makes no such view of a texture, as %s", format_name);
    runtime_pool_close(pool);
    return result;
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

static MTLRegion whole(const metal_texture *texture, uint32_t level)
{
    const metal_shape *shape = &texture->shape;
    return (MTLRegion){{0, 0, 0},
                       {metal_level_size(shape->width, level), metal_level_size(shape->height, level),
                        metal_level_size(shape->depth, level)}};
}

/* Where the next image lies in memory, and how it is laid out there. */
typedef struct image {
    MTLRegion region;
    uint32_t level, slice;
    size_t row, plane, at;
} image;

/* Goes from image to image, level by level; begins with `at` at {.level = 0}. False after the last. */
static bool next_image(const metal_texture *texture, image *at, bool first)
{
    if (!first) {
        at->at += at->plane * at->region.size.depth;
        if (++at->slice == metal_shape_slices(&texture->shape)) {
            at->slice = 0;
            at->level++;
        }
    }
    at->region = whole(texture, at->level);
    at->row = metal_shape_blocks(&texture->shape, 0, (uint32_t)at->region.size.width) * texture->pixel_size;
    at->plane = at->row * metal_shape_blocks(&texture->shape, 1, (uint32_t)at->region.size.height);
    return at->level < texture->shape.levels;
}

/* bytesPerImage: only a texture with planes of depth has it. */
static size_t image_pitch(const image *at)
{
    return at->region.size.depth > 1 ? at->plane : 0;
}

/* Copies all levels, largest first, between the texture and memory of the device's own, by commands that are waited
 * for.
 */
static bool blit(const metal_texture *texture, id memory, bool to_texture, assay_error *error)
{
    enum { PATIENCE = 30 };
    id commands = queue_command_buffer(texture->device->queue);
    id encoder = commands ? commands_blit_encoder(commands) : NULL;
    if (!encoder)
        return assay_fail(error, NULL, 0, "the device makes no blit command encoder");
    image i = {0};
    for (bool more = next_image(texture, &i, true); more; more = next_image(texture, &i, false)) {
        if (to_texture)
            blit_to_texture(encoder, memory, i.at, i.row, i.plane, i.region.size, texture->object, i.slice, i.level,
                            i.region.origin);
        else
            blit_to_buffer(encoder, texture->object, i.slice, i.level, i.region.origin, i.region.size, memory, i.at,
                           i.row, i.plane);
    }
    encoder_end(encoder);
    commands_commit(commands);
    if (!client_wait(commands, PATIENCE))
        return assay_fail(error, NULL, 0, "the device did not copy a texture within %d s", PATIENCE);
    return commands_status(commands) == MTLCommandBufferStatusCompleted ||
           assay_fail(error, NULL, 0, "the device did not copy a texture: %s",
                      runtime_error_text(commands_error(commands)));
}

/* One of `from` and `to` is NULL. */
static bool through_buffer(const metal_texture *texture, const void *from, void *to, assay_error *error)
{
    size_t bytes = metal_shape_pixels(&texture->shape) * texture->pixel_size;
    id memory = device_new_buffer(texture->device->object, bytes, MTLResourceStorageModeShared);
    if (!memory)
        return assay_fail(error, NULL, 0, "no memory for a buffer of %zu bytes", bytes);
    if (from)
        memcpy(buffer_contents(memory), from, bytes);
    bool good = blit(texture, memory, from != NULL, error);
    if (good && to)
        memcpy(to, buffer_contents(memory), bytes);
    ns_release(memory);
    return good;
}

bool metal_texture_write(metal_texture *texture, const void *pixels, assay_error *error)
{
    if (texture->shape.samples > 1)
        return clear_texture(texture, pixels, error);
    id pool = runtime_pool_open();
    image i = {0};
    bool good = !texture->hidden || through_buffer(texture, pixels, NULL, error);
    for (bool more = !texture->hidden && next_image(texture, &i, true); more; more = next_image(texture, &i, false))
        texture_replace(texture->object, i.region, i.level, i.slice, (const char *)pixels + i.at, i.row,
                        image_pitch(&i));
    runtime_pool_close(pool);
    return good;
}

bool metal_texture_read(metal_texture *texture, void *pixels, assay_error *error)
{
    if (texture->shape.samples > 1)
        return true;
    id pool = runtime_pool_open();
    image i = {0};
    bool good = !texture->hidden || through_buffer(texture, NULL, pixels, error);
    for (bool more = !texture->hidden && next_image(texture, &i, true); more; more = next_image(texture, &i, false))
        texture_get(texture->object, (char *)pixels + i.at, i.row, image_pitch(&i), i.region, i.level, i.slice);
    runtime_pool_close(pool);
    return good;
}

/* ---- Samplers */

metal_sampler *metal_sampler_create(metal_device *device, const metal_sampling *sampling, assay_error *error)
{
    id pool = runtime_pool_open();
    id descriptor = ns_new(runtime_class(CLASS_MTLSamplerDescriptor));
    sampler_set_min(descriptor, sampling->filter);
    sampler_set_mag(descriptor, sampling->filter);
    sampler_set_mip(descriptor, sampling->mip_filter);
    sampler_set_s(descriptor, sampling->address);
    sampler_set_t(descriptor, sampling->address);
    sampler_set_border(descriptor, sampling->border_color);
    sampler_set_compare(descriptor, sampling->compare_func);
    sampler_set_in_arguments(descriptor, 1);
    id object = device_new_sampler(device->object, descriptor);
    ns_release(descriptor);
    metal_sampler *sampler = object ? calloc(1, sizeof *sampler) : NULL;
    if (sampler)
        sampler->object = object;
    else if (object)
        ns_release(object);
    runtime_pool_close(pool);
    if (!sampler)
        assay_fail(error, NULL, 0, "the device makes no such sampler");
    return sampler;
}

void metal_sampler_destroy(metal_sampler *sampler)
{
    if (!sampler)
        return;
    id pool = runtime_pool_open();
    ns_release(sampler->object);
    runtime_pool_close(pool);
    free(sampler);
}

/* ---- Tables of visible functions */

static bool fill_table(metal_table *table, const metal_pipeline *pipeline, const char *const *functions, size_t count,
                       assay_error *error)
{
    for (size_t i = 0; i < count; i++) {
        id function = library_new_function(pipeline->library->object, runtime_string(functions[i]));
        id handle = function ? pipeline_handle(pipeline->object, function) : NULL;
        if (function)
            ns_release(function);
        if (!handle)
            return assay_fail(error, NULL, 0, "the pipeline has no handle of the function `%s`", functions[i]);
        table_set_function(table->object, handle, i);
    }
    return true;
}

metal_table *metal_table_create(const metal_pipeline *pipeline, const char *const *functions, size_t count,
                                assay_error *error)
{
    metal_table *table = calloc(1, sizeof *table);
    if (!table) {
        assay_fail(error, NULL, 0, "out of memory");
        return NULL;
    }
    id pool = runtime_pool_open();
    id descriptor = ns_new(runtime_class(CLASS_MTLVisibleFunctionTableDescriptor));
    table_set_count(descriptor, count);
    table->object = pipeline_new_table(pipeline->object, descriptor);
    ns_release(descriptor);
    bool good = table->object ? fill_table(table, pipeline, functions, count, error)
                              : assay_fail(error, NULL, 0, "the pipeline makes no table of %zu functions", count);
    runtime_pool_close(pool);
    if (good)
        return table;
    metal_table_destroy(table);
    return NULL;
}

void metal_table_destroy(metal_table *table)
{
    if (!table)
        return;
    id pool = runtime_pool_open();
    if (table->object)
        ns_release(table->object);
    runtime_pool_close(pool);
    free(table);
}

/* ---- Argument buffers */

metal_arguments *metal_arguments_create(metal_device *device, const metal_pipeline *pipeline, uint32_t index,
                                        assay_error *error)
{
    metal_arguments *arguments = calloc(1, sizeof *arguments);
    id pool = runtime_pool_open();
    if (!arguments)
        assay_fail(error, NULL, 0, "out of memory");
    else if (!(arguments->encoder = function_encoder(pipeline->function, index)))
        assay_fail(error, NULL, 0, "the device makes no argument encoder for the buffer at index %u", index);
    else
        arguments->storage = metal_buffer_create(device, arguments_length(arguments->encoder), error);
    if (arguments && arguments->storage) {
        arguments_set_storage(arguments->encoder, arguments->storage->object, 0);
    } else {
        metal_arguments_destroy(arguments);
        arguments = NULL;
    }
    runtime_pool_close(pool);
    return arguments;
}

metal_arguments *metal_arguments_create_plain(metal_device *device, size_t count, assay_error *error)
{
    metal_arguments *arguments = calloc(1, sizeof *arguments);
    if (!arguments) {
        assay_fail(error, NULL, 0, "out of memory");
        return NULL;
    }
    arguments->storage = metal_buffer_create(device, 8 * count, error);
    if (arguments->storage)
        return arguments;
    metal_arguments_destroy(arguments);
    return NULL;
}

void metal_arguments_destroy(metal_arguments *arguments)
{
    if (!arguments)
        return;
    id pool = runtime_pool_open();
    if (arguments->encoder)
        ns_release(arguments->encoder);
    runtime_pool_close(pool);
    metal_buffer_destroy(arguments->storage);
    free(arguments);
}

static void keep_resident(metal_arguments *arguments, id resource)
{
    if (arguments->used_count < MOST_ENCODED)
        arguments->used[arguments->used_count++] = resource;
}

/* Of a plain argument buffer. */
static void put_word(metal_arguments *arguments, uint64_t word, uint32_t id_)
{
    if (8 * ((size_t)id_ + 1) <= arguments->storage->length)
        memcpy((uint8_t *)arguments->storage->contents + (size_t)8 * id_, &word, sizeof word);
}

void metal_arguments_buffer(metal_arguments *arguments, metal_buffer *buffer, size_t offset, uint32_t id_)
{
    id pool = runtime_pool_open();
    if (arguments->encoder)
        arguments_set_buffer(arguments->encoder, buffer->object, offset, id_);
    else
        put_word(arguments, buffer_address(buffer->object) + offset, id_);
    keep_resident(arguments, buffer->object);
    runtime_pool_close(pool);
}

void metal_arguments_texture(metal_arguments *arguments, metal_texture *texture, uint32_t id_)
{
    id pool = runtime_pool_open();
    arguments_set_texture(arguments->encoder, texture ? texture->object : NULL, id_);
    if (texture)
        keep_resident(arguments, texture->object);
    runtime_pool_close(pool);
}

void metal_arguments_sampler(metal_arguments *arguments, metal_sampler *sampler, uint32_t id_)
{
    id pool = runtime_pool_open();
    arguments_set_sampler(arguments->encoder, sampler->object, id_);
    runtime_pool_close(pool);
}

void metal_arguments_table(metal_arguments *arguments, metal_table *table, uint32_t id_)
{
    id pool = runtime_pool_open();
    arguments_set_table(arguments->encoder, table->object, id_);
    keep_resident(arguments, table->object);
    runtime_pool_close(pool);
}

void metal_arguments_tensor(metal_arguments *arguments, metal_tensor *tensor, uint32_t id_)
{
    id pool = runtime_pool_open();
    put_word(arguments, tensor_identity(tensor->object).value, id_);
    keep_resident(arguments, tensor->object);
    keep_resident(arguments, tensor->buffer->object);
    if (tensor->scales)
        keep_resident(arguments, tensor->scales->object);
    runtime_pool_close(pool);
}

bool metal_arguments_data(metal_arguments *arguments, const void *bytes, size_t length, uint32_t id_)
{
    id pool = runtime_pool_open();
    void *to = arguments_data(arguments->encoder, id_);
    if (to)
        memcpy(to, bytes, length);
    runtime_pool_close(pool);
    return to != NULL;
}
