/* blit.c: commands that copy and fill, between dispatches. On Metal 3's path each has a blit encoder of its own; a
 * Metal 4 compute encoder takes them itself, by the same selectors, between barriers. */
#include "commands4.h"

/* The encoder that takes the command, or NULL. */
static id begin(metal_commands *commands)
{
    if (commands->four)
        return commands4_blit_begin(commands->four);
    if (!commands->ended)
        encoder_end(commands->encoder);
    commands->ended = true;
    return commands_blit_encoder(commands->object);
}

/* The next dispatch has an encoder again. */
static bool end(metal_commands *commands, id encoder, assay_error *error)
{
    if (!encoder)
        return assay_fail(error, NULL, 0, "the device makes no blit command encoder");
    if (commands->four) {
        commands4_blit_end(commands->four);
        return true;
    }
    encoder_end(encoder);
    return metal_next_encoder(commands, error);
}

static void keep(metal_commands *commands, const metal_place *place)
{
    if (commands->four && place->texture)
        commands4_keep(commands->four, place->texture->backing ? place->texture->backing : place->texture->object);
    if (commands->four && place->buffer)
        commands4_keep(commands->four, place->buffer->object);
}

static MTLOrigin origin_of(const metal_place *place)
{
    return (MTLOrigin){place->origin[0], place->origin[1], place->origin[2]};
}

static void copy(id encoder, const metal_place *from, const metal_place *to, const uint32_t size[3])
{
    if (!size) {
        blit_texture(encoder, from->texture->object, to->texture->object);
        return;
    }
    const MTLSize pixels = {size[0], size[1], size[2]};
    if (from->texture && to->texture)
        blit_textures(encoder, from->texture->object, from->slice, from->level, origin_of(from), pixels,
                      to->texture->object, to->slice, to->level, origin_of(to));
    else if (from->texture)
        blit_to_buffer(encoder, from->texture->object, from->slice, from->level, origin_of(from), pixels,
                       to->buffer->object, to->offset, to->row, to->image);
    else if (to->texture)
        blit_to_texture(encoder, from->buffer->object, from->offset, from->row, from->image, pixels,
                        to->texture->object, to->slice, to->level, origin_of(to));
    else
        blit_buffers(encoder, from->buffer->object, from->offset, to->buffer->object, to->offset, size[0]);
}

bool metal_blit_copy(metal_commands *commands, const metal_place *from, const metal_place *to, const uint32_t size[3],
                     assay_error *error)
{
    id pool = runtime_pool_open(), encoder = begin(commands);
    if (encoder)
        copy(encoder, from, to, size);
    keep(commands, from);
    keep(commands, to);
    bool good = end(commands, encoder, error);
    runtime_pool_close(pool);
    return good;
}

bool metal_blit_fill(metal_commands *commands, const metal_place *place, size_t length, uint8_t value,
                     assay_error *error)
{
    id pool = runtime_pool_open(), encoder = begin(commands);
    if (encoder)
        blit_fill(encoder, place->buffer->object, (NSRange){place->offset, length}, value);
    keep(commands, place);
    bool good = end(commands, encoder, error);
    runtime_pool_close(pool);
    return good;
}

bool metal_blit_mipmaps(metal_commands *commands, metal_texture *texture, assay_error *error)
{
    id pool = runtime_pool_open(), encoder = begin(commands);
    if (encoder)
        blit_mipmaps(encoder, texture->object);
    keep(commands, &(metal_place){.texture = texture});
    bool good = end(commands, encoder, error);
    runtime_pool_close(pool);
    return good;
}
