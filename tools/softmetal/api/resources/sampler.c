/* sampler.c: MTLSamplerDescriptor and MTLSamplerState. */
#include "../../engine/visible.h"
#include "../metal4/metal4.h"
#include "../objc/property.h"
#include <float.h>

typedef struct mtl_sampler_descriptor {
    Class isa;
    id label;
    NSUInteger min_filter, mag_filter, mip_filter, max_anisotropy, s_mode, t_mode, r_mode, border, compare, reduction;
    BOOL normalized, lod_average, argument_buffers;
    float lod_min, lod_max, lod_bias;
} mtl_sampler_descriptor;

static id descriptor_init(METHOD_ARGUMENTS(mtl_sampler_descriptor))
{
    self->max_anisotropy = 1;
    self->normalized = YES;
    self->lod_max = FLT_MAX;
    return (id)self;
}

FINISH(mtl_sampler_descriptor, descriptor_finish, self->label)

COPY(mtl_sampler_descriptor, descriptor_copy, self->label)

OBJECT_PROPERTY(mtl_sampler_descriptor, label, mtl_assign_copy)
PROPERTY(mtl_sampler_descriptor, NSUInteger, min_filter)
PROPERTY(mtl_sampler_descriptor, NSUInteger, mag_filter)
PROPERTY(mtl_sampler_descriptor, NSUInteger, mip_filter)
PROPERTY(mtl_sampler_descriptor, NSUInteger, max_anisotropy)
PROPERTY(mtl_sampler_descriptor, NSUInteger, s_mode)
PROPERTY(mtl_sampler_descriptor, NSUInteger, t_mode)
PROPERTY(mtl_sampler_descriptor, NSUInteger, r_mode)
PROPERTY(mtl_sampler_descriptor, NSUInteger, border)
PROPERTY(mtl_sampler_descriptor, NSUInteger, compare)
PROPERTY(mtl_sampler_descriptor, NSUInteger, reduction)
PROPERTY(mtl_sampler_descriptor, BOOL, normalized)
PROPERTY(mtl_sampler_descriptor, BOOL, lod_average)
PROPERTY(mtl_sampler_descriptor, BOOL, argument_buffers)
PROPERTY(mtl_sampler_descriptor, float, lod_min)
PROPERTY(mtl_sampler_descriptor, float, lod_max)
PROPERTY(mtl_sampler_descriptor, float, lod_bias)

#define OPTION(getter, setter, encoding, field)                                                                        \
    PROPERTY_METHODS(mtl_sampler_descriptor, getter, setter, encoding, field)
static const mtl_method descriptor_methods[] = {
    METHOD("init", "@@:", descriptor_init),
    METHOD("copyWithZone:", "@@:^v", descriptor_copy),
    OPTION("label", "setLabel:", "@", label),
    OPTION("minFilter", "setMinFilter:", "Q", min_filter),
    OPTION("magFilter", "setMagFilter:", "Q", mag_filter),
    OPTION("mipFilter", "setMipFilter:", "Q", mip_filter),
    OPTION("maxAnisotropy", "setMaxAnisotropy:", "Q", max_anisotropy),
    OPTION("sAddressMode", "setSAddressMode:", "Q", s_mode),
    OPTION("tAddressMode", "setTAddressMode:", "Q", t_mode),
    OPTION("rAddressMode", "setRAddressMode:", "Q", r_mode),
    OPTION("borderColor", "setBorderColor:", "Q", border),
    OPTION("compareFunction", "setCompareFunction:", "Q", compare),
    OPTION("reductionMode", "setReductionMode:", "Q", reduction),
    OPTION("normalizedCoordinates", "setNormalizedCoordinates:", "C", normalized),
    OPTION("lodAverage", "setLodAverage:", "C", lod_average),
    OPTION("supportArgumentBuffers", "setSupportArgumentBuffers:", "C", argument_buffers),
    OPTION("lodMinClamp", "setLodMinClamp:", "f", lod_min),
    OPTION("lodMaxClamp", "setLodMaxClamp:", "f", lod_max),
    OPTION("lodBias", "setLodBias:", "f", lod_bias),
    END_OF_METHODS,
};
const mtl_class mtl_sampler_descriptor_class = {.name = "MTLSamplerDescriptor",
                                                .size = sizeof(mtl_sampler_descriptor),
                                                .methods = descriptor_methods,
                                                .finish = descriptor_finish};

/* ---- state */

enum { REDUCTION_MAXIMUM = 2 }; /* MTLSamplerReductionMode */

static const char *descriptor_problem(const mtl_sampler_descriptor *of)
{
    if (of->max_anisotropy < 1 || of->max_anisotropy > 16)
        return "maxAnisotropy must be from 1 to 16";
    if (!of->normalized && (of->mip_filter != MTLSamplerMipFilterNotMipmapped || of->min_filter != of->mag_filter))
        return "with pixel coordinates there is no mip filter, and both other filters are equal";
    if (of->s_mode > MTLSamplerAddressModeClampToBorderColor || of->t_mode > MTLSamplerAddressModeClampToBorderColor ||
        of->r_mode > MTLSamplerAddressModeClampToBorderColor)
        return "an address mode is unknown";
    const NSUInteger modes[] = {of->s_mode, of->t_mode, of->r_mode};
    for (int n = 0; n < 3 && !of->normalized; n++)
        if (modes[n] != MTLSamplerAddressModeClampToEdge && modes[n] != MTLSamplerAddressModeClampToZero &&
            modes[n] != MTLSamplerAddressModeClampToBorderColor)
            return "with pixel coordinates an address mode must be one that clamps";
    if (of->min_filter > MTLSamplerMinMagFilterLinear || of->mag_filter > MTLSamplerMinMagFilterLinear ||
        of->mip_filter > MTLSamplerMipFilterLinear)
        return "a filter is unknown";
    if (of->border > MTLSamplerBorderColorOpaqueWhite)
        return "the border colour is unknown";
    if (of->compare > MTLCompareFunctionAlways)
        return "the compare function is unknown";
    if (of->reduction > REDUCTION_MAXIMUM)
        return "the reduction mode is unknown";
    if (!(of->lod_min >= 0 && of->lod_min <= of->lod_max))
        return "lodMinClamp must lie between 0 and lodMaxClamp";
    return NULL;
}

mtl_sampler *mtl_sampler_create(id descriptor)
{
    const mtl_sampler_descriptor *of = (const mtl_sampler_descriptor *)descriptor;
    const char *problem =
        mtl_is(descriptor, &mtl_sampler_descriptor_class) ? descriptor_problem(of) : "the descriptor is nil";
    if (problem) {
        mtl_complain("no sampler can be made: %s; newSamplerStateWithDescriptor: returns nil", problem);
        return NULL;
    }
    sm_sampler *state = sm_visible_allocate(sizeof *state);
    if (!state) {
        mtl_complain("no memory for a sampler; newSamplerStateWithDescriptor: returns nil");
        return NULL;
    }
    mtl_sampler *sampler = mtl_new(&mtl_sampler_class);
    mtl_assign(&sampler->label, of->label);
    sampler->sampler = state;
    *state = (sm_sampler){
        .min_filter = (uint32_t)of->min_filter,
        .mag_filter = (uint32_t)of->mag_filter,
        .mip_filter = (uint32_t)of->mip_filter,
        .address = {(uint32_t)of->s_mode, (uint32_t)of->t_mode, (uint32_t)of->r_mode},
        .border_color = (uint32_t)of->border,
        .compare_function = (uint32_t)of->compare,
        .normalized = of->normalized,
        .max_anisotropy = (uint32_t)of->max_anisotropy,
        .lod_min = of->lod_min,
        .lod_max = of->lod_max,
        .lod_bias = of->lod_bias,
        .reduction = (uint32_t)of->reduction,
    };
    return sampler;
}

GETTER(mtl_sampler, id, sampler_label, self->label)
GETTER(mtl_sampler, id, sampler_device, (id)mtl_the_device())

static MTLResourceID sampler_resource_id(METHOD_ARGUMENTS(mtl_sampler))
{
    mtl_identity_add(self->sampler, (id)self);
    return (MTLResourceID){(uintptr_t)self->sampler};
}

static void sampler_finish(void *object)
{
    mtl_sampler *self = object;
    mtl_identity_remove(self->sampler);
    sm_visible_free(self->sampler, sizeof *self->sampler);
    mtl_release(self->label);
}

static const mtl_method sampler_methods[] = {
    METHOD("device", "@@:", sampler_device),
    METHOD("label", "@@:", sampler_label),
    METHOD("gpuResourceID", "{?=Q}@:", sampler_resource_id),
    END_OF_METHODS,
};
static const char *const sampler_protocols[] = {"MTLSamplerState", NULL};
const mtl_class mtl_sampler_class = {.name = "SoftmetalSamplerState",
                                     .size = sizeof(mtl_sampler),
                                     .methods = sampler_methods,
                                     .finish = sampler_finish,
                                     .protocols = sampler_protocols};
