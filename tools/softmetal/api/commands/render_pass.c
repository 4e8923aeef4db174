/* render_pass.c: MTLRenderPassDescriptor and its attachments, and an encoder that only clears them. It is how the
 * samples of a multisampled texture get values: nothing else of rendering is here. */
#include "../../engine/texture/texture_format.h"
#include "../objects.h"
#include "../objc/property.h"
#include <string.h>

enum { COLORS = 8, LOAD_CLEAR = 2, STORE_DONT_CARE = 0, STORE = 1 };

typedef struct clear_color {
    double red, green, blue, alpha;
} clear_color;

typedef struct mtl_render_attachment {
    Class isa;
    id texture, resolve;
    NSUInteger level, slice, plane, load, store;
    clear_color color;
    double depth;
    uint32_t stencil;
} mtl_render_attachment;

OBJECT_PROPERTY(mtl_render_attachment, texture, mtl_assign)
OBJECT_PROPERTY(mtl_render_attachment, resolve, mtl_assign)
PROPERTY(mtl_render_attachment, NSUInteger, level)
PROPERTY(mtl_render_attachment, NSUInteger, slice)
PROPERTY(mtl_render_attachment, NSUInteger, plane)
PROPERTY(mtl_render_attachment, NSUInteger, load)
PROPERTY(mtl_render_attachment, NSUInteger, store)
PROPERTY(mtl_render_attachment, clear_color, color)
PROPERTY(mtl_render_attachment, double, depth)
PROPERTY(mtl_render_attachment, uint32_t, stencil)
FINISH(mtl_render_attachment, attachment_finish, self->texture, self->resolve)

static id attachment_init(METHOD_ARGUMENTS(mtl_render_attachment))
{
    self->color.alpha = 1;
    self->depth = 1;
    return (id)self;
}

#define OPTION(getter, setter, encoding, field) PROPERTY_METHODS(mtl_render_attachment, getter, setter, encoding, field)
static const mtl_method attachment_methods[] = {
    METHOD("init", "@@:", attachment_init),
    OPTION("texture", "setTexture:", "@", texture),
    OPTION("resolveTexture", "setResolveTexture:", "@", resolve),
    OPTION("level", "setLevel:", "Q", level),
    OPTION("slice", "setSlice:", "Q", slice),
    OPTION("depthPlane", "setDepthPlane:", "Q", plane),
    OPTION("loadAction", "setLoadAction:", "Q", load),
    OPTION("storeAction", "setStoreAction:", "Q", store),
    END_OF_METHODS,
};
static const mtl_method color_methods[] = {OPTION("clearColor", "setClearColor:", "{?=dddd}", color), END_OF_METHODS};
static const mtl_method depth_methods[] = {OPTION("clearDepth", "setClearDepth:", "d", depth), END_OF_METHODS};
static const mtl_method stencil_methods[] = {OPTION("clearStencil", "setClearStencil:", "I", stencil), END_OF_METHODS};
const mtl_class mtl_render_attachment_class = {.name = "MTLRenderPassAttachmentDescriptor",
                                               .size = sizeof(mtl_render_attachment),
                                               .methods = attachment_methods,
                                               .finish = attachment_finish};
const mtl_class mtl_color_attachment_class = {.name = "MTLRenderPassColorAttachmentDescriptor",
                                              .size = sizeof(mtl_render_attachment),
                                              .methods = color_methods,
                                              .parent = &mtl_render_attachment_class};
const mtl_class mtl_depth_attachment_class = {.name = "MTLRenderPassDepthAttachmentDescriptor",
                                              .size = sizeof(mtl_render_attachment),
                                              .methods = depth_methods,
                                              .parent = &mtl_render_attachment_class};
const mtl_class mtl_stencil_attachment_class = {.name = "MTLRenderPassStencilAttachmentDescriptor",
                                                .size = sizeof(mtl_render_attachment),
                                                .methods = stencil_methods,
                                                .parent = &mtl_render_attachment_class};

/* ---- the descriptor */

typedef struct mtl_render_attachments {
    Class isa;
    id color[COLORS];
} mtl_render_attachments;

static mtl_render_attachment *new_attachment(const mtl_class *class)
{
    mtl_render_attachment *made = mtl_new(class);
    attachment_init(made, NULL);
    return made;
}

static id attachments_at(METHOD_ARGUMENTS(mtl_render_attachments), NSUInteger index)
{
    if (index >= COLORS) {
        mtl_complain("%s there are 8 colour attachments; it returns nil", sel_getName(_cmd));
        return nil;
    }
    if (!self->color[index])
        self->color[index] = (id)new_attachment(&mtl_color_attachment_class);
    return self->color[index];
}

static void attachments_set(METHOD_ARGUMENTS(mtl_render_attachments), id attachment, NSUInteger index)
{
    if (index < COLORS && (!attachment || mtl_is(attachment, &mtl_color_attachment_class)))
        mtl_assign(&self->color[index], attachment);
    else
        mtl_complain("%s wants a colour attachment and an index from 0 to 7; the call has no effect",
                     sel_getName(_cmd));
}

static void attachments_finish(void *object)
{
    mtl_render_attachments *self = object;
    for (size_t n = 0; n < COLORS; n++)
        mtl_release(self->color[n]);
}

static const mtl_method attachments_methods[] = {METHOD("objectAtIndexedSubscript:", "@@:Q", attachments_at),
                                                 METHOD("setObject:atIndexedSubscript:", "v@:@Q", attachments_set),
                                                 END_OF_METHODS};
const mtl_class mtl_render_attachments_class = {.name = "MTLRenderPassColorAttachmentDescriptorArray",
                                                .size = sizeof(mtl_render_attachments),
                                                .methods = attachments_methods,
                                                .finish = attachments_finish};

typedef struct mtl_render_pass_descriptor {
    Class isa;
    id colors, depth, stencil;
    NSUInteger layers;
} mtl_render_pass_descriptor;

static id pass_init(METHOD_ARGUMENTS(mtl_render_pass_descriptor))
{
    self->colors = mtl_new(&mtl_render_attachments_class);
    self->depth = (id)new_attachment(&mtl_depth_attachment_class);
    self->stencil = (id)new_attachment(&mtl_stencil_attachment_class);
    return (id)self;
}

static id pass_make(id self UNUSED, SEL _cmd UNUSED)
{
    return mtl_autorelease(pass_init(mtl_new(&mtl_render_pass_descriptor_class), NULL));
}

GETTER(mtl_render_pass_descriptor, id, pass_colors, self->colors)
OBJECT_PROPERTY(mtl_render_pass_descriptor, depth, mtl_assign)
OBJECT_PROPERTY(mtl_render_pass_descriptor, stencil, mtl_assign)
PROPERTY(mtl_render_pass_descriptor, NSUInteger, layers)
FINISH(mtl_render_pass_descriptor, pass_finish, self->colors, self->depth, self->stencil)

static const mtl_method pass_methods[] = {
    METHOD("init", "@@:", pass_init),
    METHOD("colorAttachments", "@@:", pass_colors),
    PROPERTY_METHODS(mtl_render_pass_descriptor, "depthAttachment", "setDepthAttachment:", "@", depth),
    PROPERTY_METHODS(mtl_render_pass_descriptor, "stencilAttachment", "setStencilAttachment:", "@", stencil),
    PROPERTY_METHODS(mtl_render_pass_descriptor, "renderTargetArrayLength", "setRenderTargetArrayLength:", "Q", layers),
    END_OF_METHODS,
};
static const mtl_method pass_class_methods[] = {METHOD("renderPassDescriptor", "@@:", pass_make), END_OF_METHODS};
const mtl_class mtl_render_pass_descriptor_class = {.name = "MTLRenderPassDescriptor",
                                                    .size = sizeof(mtl_render_pass_descriptor),
                                                    .methods = pass_methods,
                                                    .class_methods = pass_class_methods,
                                                    .finish = pass_finish};

/* ---- the encoder */

typedef struct clear_command {
    mtl_command command;
    const sm_texture *texture; /* the command buffer keeps it */
    uint32_t level, first, slices;
    sm_texel_kind kind;
    sm_texel texel;
} clear_command;

static bool run_clear(mtl_command *base, mtl_command_buffer *buffer UNUSED)
{
    const clear_command *clear = (const clear_command *)base;
    const sm_texture *of = clear->texture;
    const sm_format *format = sm_format_find(of->format);
    uint32_t pixels = sm_level_size(of->width, clear->level) * of->samples;
    for (uint32_t slice = clear->first; slice < clear->first + clear->slices; slice++)
        for (uint32_t y = 0; y < sm_level_size(of->height, clear->level); y++) {
            uint8_t *row = of->level[clear->level].pixels + slice * of->level[clear->level].slice_pitch +
                           y * of->level[clear->level].row_pitch;
            for (uint32_t x = 0; x < pixels; x++)
                sm_format_store(format, row + (size_t)x * of->pixel_size, clear->kind, &clear->texel);
        }
    return true;
}

static const char *attachment_problem(const mtl_render_attachment *of, const sm_texture *image, NSUInteger usage)
{
    NSUInteger slices =
        image->type == MTLTextureType3D ? sm_level_size(image->depth, (uint32_t)of->level) : sm_texture_slices(image);
    if (!(usage & MTLTextureUsageRenderTarget) && usage != MTLTextureUsageUnknown)
        return "the usage of a texture lacks MTLTextureUsageRenderTarget";
    if (of->level >= image->levels)
        return "a texture has no such mipmap level";
    if ((image->type == MTLTextureType3D ? of->plane : of->slice) >= slices)
        return "a texture has no such slice";
    if (image->block[0] > 1)
        return "a compressed format cannot be rendered to";
    return of->store > STORE ? "softmetal stores what a render pass clears, and resolves nothing" : NULL;
}

/* The value that an attachment is cleared to, as a kernel would write it. */
static sm_texel clear_value(const mtl_render_attachment *of, const sm_format *format, sm_texel_kind *kind)
{
    const double color[4] = {of->color.red, of->color.green, of->color.blue, of->color.alpha};
    bool depth = mtl_is((id)of, &mtl_depth_attachment_class), stencil = mtl_is((id)of, &mtl_stencil_attachment_class);
    sm_texel texel = {.u = {0, 0, 0, 0}};
    *kind = sm_format_is_integer(format) ? SM_TEXEL_INT : SM_TEXEL_FLOAT;
    for (int c = 0; c < 4; c++) {
        double value = depth ? of->depth : stencil ? of->stencil : color[c];
        if (*kind == SM_TEXEL_FLOAT)
            texel.f[c] = (float)value;
        else if (value > 0x7fffffff) {
            *kind = SM_TEXEL_UINT;
            texel.u[c] = (uint32_t)value;
        } else
            texel.i[c] = (int32_t)value;
    }
    return texel;
}

static void clear(mtl_encoder *encoder, SEL selector, id given, NSUInteger layers)
{
    const mtl_render_attachment *of = (const mtl_render_attachment *)given;
    if (!given || !of->texture)
        return;
    if (!mtl_is(of->texture, &mtl_texture_class)) {
        mtl_encoder_fail(encoder, selector, "an attachment's texture is none");
        return;
    }
    const mtl_texture *texture = (const mtl_texture *)of->texture;
    const char *problem = attachment_problem(of, texture->image, texture->usage);
    if (problem) {
        mtl_encoder_fail(encoder, selector, "%s", problem);
        return;
    }
    mtl_command_keep(encoder->buffer, of->texture);
    clear_command *command = of->load == LOAD_CLEAR && of->store != STORE_DONT_CARE
                                 ? mtl_command_add(encoder->buffer, sizeof *command, run_clear)
                                 : NULL;
    if (!command)
        return;
    command->texture = texture->image;
    command->level = (uint32_t)of->level;
    if (!sm_fault(SM_FAULT_texture_clear_first_layer))
        command->first = (uint32_t)(texture->image->type == MTLTextureType3D ? of->plane : of->slice);
    command->slices = layers > 1 && command->first == 0 && layers <= texture->image->layers ? (uint32_t)layers : 1;
    command->texel = clear_value(of, sm_format_find(texture->image->format), &command->kind);
}

id mtl_render_encoder_create(mtl_command_buffer *buffer, SEL selector, id descriptor)
{
    mtl_encoder *encoder = mtl_encoder_create(&mtl_render_encoder_class, buffer);
    if (!mtl_is(descriptor, &mtl_render_pass_descriptor_class)) {
        mtl_encoder_fail(encoder, selector, "the descriptor is nil");
        return (id)encoder;
    }
    mtl_render_pass_descriptor *pass = (mtl_render_pass_descriptor *)descriptor;
    const mtl_render_attachments *colors = (const mtl_render_attachments *)pass->colors;
    for (size_t n = 0; n < COLORS; n++)
        clear(encoder, selector, colors->color[n], pass->layers);
    clear(encoder, selector, pass->depth, pass->layers);
    clear(encoder, selector, pass->stencil, pass->layers);
    return (id)encoder;
}

static const char *const render_encoder_protocols[] = {"MTLRenderCommandEncoder", "MTLCommandEncoder", NULL};
const mtl_class mtl_render_encoder_class = {.name = "SoftmetalRenderCommandEncoder",
                                            .size = sizeof(mtl_encoder),
                                            .parent = &mtl_encoder_class,
                                            .protocols = render_encoder_protocols};
