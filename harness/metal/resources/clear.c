/* clear.c: a multisampled texture gets its content by render passes that clear it, one for each layer: nothing copies
 * pixels into it. All samples of a layer are alike then. */
#include "../client.h"
#include <string.h>

/* A component of a pixel as a number; formats of 32-bit floating point and 16- or 32-bit integers. */
static double component(const char *format, const char *pixel, size_t at)
{
    float f;
    int16_t narrow;
    uint16_t wide;
    if (strstr(format, "32Float")) {
        memcpy(&f, pixel + 4 * at, sizeof f);
        return (double)f;
    }
    memcpy(&narrow, pixel + 2 * at, sizeof narrow);
    memcpy(&wide, pixel + 2 * at, sizeof wide);
    return strstr(format, "Sint") ? narrow : wide;
}

static MTLClearColor color_of(const metal_texture *texture, const char *pixel)
{
    size_t size = strstr(texture->format, "32Float") ? 4 : 2;
    double c[4] = {0, 0, 0, 1};
    for (size_t k = 0; k < 4 && (k + 1) * size <= texture->pixel_size; k++)
        c[k] = component(texture->format, pixel, k);
    return (MTLClearColor){c[0], c[1], c[2], c[3]};
}

static id pass_of(const metal_texture *texture, const char *pixel, uint32_t layer)
{
    id pass = render_pass(runtime_class(CLASS_MTLRenderPassDescriptor));
    bool depth = strstr(texture->format, "Depth") != NULL;
    id attachment = depth ? pass_depth(pass) : attachments_color(pass_colors(pass), 0);
    attachment_set_texture(attachment, texture->object);
    attachment_set_slice(attachment, layer);
    attachment_set_load(attachment, MTLLoadActionClear);
    attachment_set_store(attachment, MTLStoreActionStore);
    if (depth)
        attachment_set_depth(attachment, component(texture->format, pixel, 0));
    else
        attachment_set_color(attachment, color_of(texture, pixel));
    return pass;
}

bool clear_texture(const metal_texture *texture, const void *pixels, assay_error *error)
{
    enum { PATIENCE = 30 };
    const char *format = texture->format;
    if (!strstr(format, "32Float") && !strstr(format, "16Uint") && !strstr(format, "16Sint"))
        return assay_fail(error, NULL, 0,
                          "a multisampled texture has a format of 32-bit floats or 16-bit integers here, not %s",
                          format);
    id pool = runtime_pool_open(), commands = queue_command_buffer(texture->device->queue);
    for (uint32_t layer = 0; layer < texture->shape.layers; layer++)
        encoder_end(commands_render_encoder(
            commands, pass_of(texture, (const char *)pixels + layer * texture->pixel_size, layer)));
    commands_commit(commands);
    bool good = client_wait(commands, PATIENCE);
    if (!good)
        assay_fail(error, NULL, 0, "the device did not clear a texture within %d s", PATIENCE);
    else if (commands_status(commands) != MTLCommandBufferStatusCompleted)
        good = assay_fail(error, NULL, 0, "the device did not clear a texture: %s",
                          runtime_error_text(commands_error(commands)));
    runtime_pool_close(pool);
    return good;
}
