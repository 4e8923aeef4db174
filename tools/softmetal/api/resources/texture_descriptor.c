/* texture_descriptor.c: MTLTextureDescriptor. */
#include "../objects.h"
#include "texture_check.h"
#include "../objc/property.h"

static void set_defaults(mtl_texture_descriptor *self)
{
    *self = (mtl_texture_descriptor){
        .isa = self->isa,
        .type = MTLTextureType2D,
        .format = MTLPixelFormatRGBA8Unorm,
        .width = 1,
        .height = 1,
        .depth = 1,
        .levels = 1,
        .samples = 1,
        .layers = 1,
        .usage = MTLTextureUsageShaderRead,
        .optimized = YES,
        .swizzle = {MTLTextureSwizzleRed, MTLTextureSwizzleGreen, MTLTextureSwizzleBlue, MTLTextureSwizzleAlpha}};
}

static id descriptor_init(METHOD_ARGUMENTS(mtl_texture_descriptor))
{
    set_defaults(self);
    return (id)self;
}

COPY(mtl_texture_descriptor, descriptor_copy, nil)

static id descriptor_2d(id self UNUSED, SEL _cmd UNUSED, NSUInteger format, NSUInteger width, NSUInteger height,
                        BOOL mipmapped)
{
    mtl_texture_descriptor *made = mtl_new(&mtl_texture_descriptor_class);
    set_defaults(made);
    made->format = format;
    made->width = width;
    made->height = height;
    made->levels = mipmapped ? mtl_full_chain(width, height, 1) : 1;
    return mtl_autorelease((id)made);
}

static id descriptor_cube(id self UNUSED, SEL _cmd UNUSED, NSUInteger format, NSUInteger size, BOOL mipmapped)
{
    id made = descriptor_2d(nil, NULL, format, size, size, mipmapped);
    ((mtl_texture_descriptor *)made)->type = MTLTextureTypeCube;
    return made;
}

static id descriptor_buffer(id self UNUSED, SEL _cmd UNUSED, NSUInteger format, NSUInteger width, NSUInteger options,
                            NSUInteger usage)
{
    mtl_texture_descriptor *made = (mtl_texture_descriptor *)descriptor_2d(nil, NULL, format, width, 1, NO);
    made->type = MTLTextureTypeTextureBuffer;
    made->options = options;
    made->usage = usage;
    return (id)made;
}

static NSUInteger option_bits(const mtl_texture_descriptor *self, int shift)
{
    return self->options >> shift & 15;
}

static void set_option_bits(mtl_texture_descriptor *self, int shift, NSUInteger value)
{
    self->options = (self->options & ~((NSUInteger)15 << shift)) | value << shift;
}

GETTER(mtl_texture_descriptor, NSUInteger, descriptor_storage, option_bits(self, 4))

static void descriptor_set_storage(METHOD_ARGUMENTS(mtl_texture_descriptor), NSUInteger mode)
{
    set_option_bits(self, 4, mode);
}

GETTER(mtl_texture_descriptor, NSUInteger, descriptor_cache, option_bits(self, 0))

static void descriptor_set_cache(METHOD_ARGUMENTS(mtl_texture_descriptor), NSUInteger mode)
{
    set_option_bits(self, 0, mode);
}

GETTER(mtl_texture_descriptor, NSUInteger, descriptor_hazard, option_bits(self, 8))

static void descriptor_set_hazard(METHOD_ARGUMENTS(mtl_texture_descriptor), NSUInteger mode)
{
    set_option_bits(self, 8, mode);
}

PROPERTY(mtl_texture_descriptor, NSUInteger, type)
PROPERTY(mtl_texture_descriptor, NSUInteger, format)
PROPERTY(mtl_texture_descriptor, NSUInteger, width)
PROPERTY(mtl_texture_descriptor, NSUInteger, height)
PROPERTY(mtl_texture_descriptor, NSUInteger, depth)
PROPERTY(mtl_texture_descriptor, NSUInteger, levels)
PROPERTY(mtl_texture_descriptor, NSUInteger, samples)
PROPERTY(mtl_texture_descriptor, NSUInteger, layers)
PROPERTY(mtl_texture_descriptor, NSUInteger, options)
PROPERTY(mtl_texture_descriptor, NSUInteger, usage)
PROPERTY(mtl_texture_descriptor, NSInteger, compression)
PROPERTY(mtl_texture_descriptor, BOOL, optimized)
PROPERTY(mtl_texture_descriptor, MTLTextureSwizzleChannels, swizzle)

#define OPTION(getter, setter, encoding, field)                                                                        \
    PROPERTY_METHODS(mtl_texture_descriptor, getter, setter, encoding, field)
static const mtl_method descriptor_methods[] = {
    METHOD("init", "@@:", descriptor_init),
    METHOD("copyWithZone:", "@@:^v", descriptor_copy),
    OPTION("textureType", "setTextureType:", "Q", type),
    OPTION("pixelFormat", "setPixelFormat:", "Q", format),
    OPTION("width", "setWidth:", "Q", width),
    OPTION("height", "setHeight:", "Q", height),
    OPTION("depth", "setDepth:", "Q", depth),
    OPTION("mipmapLevelCount", "setMipmapLevelCount:", "Q", levels),
    OPTION("sampleCount", "setSampleCount:", "Q", samples),
    OPTION("arrayLength", "setArrayLength:", "Q", layers),
    OPTION("resourceOptions", "setResourceOptions:", "Q", options),
    OPTION("usage", "setUsage:", "Q", usage),
    OPTION("compressionType", "setCompressionType:", "q", compression),
    OPTION("allowGPUOptimizedContents", "setAllowGPUOptimizedContents:", "C", optimized),
    OPTION("swizzle", "setSwizzle:", "{?=CCCC}", swizzle),
    METHOD("storageMode", "Q@:", descriptor_storage),
    METHOD("setStorageMode:", "v@:Q", descriptor_set_storage),
    METHOD("cpuCacheMode", "Q@:", descriptor_cache),
    METHOD("setCpuCacheMode:", "v@:Q", descriptor_set_cache),
    METHOD("hazardTrackingMode", "Q@:", descriptor_hazard),
    METHOD("setHazardTrackingMode:", "v@:Q", descriptor_set_hazard),
    END_OF_METHODS,
};
static const mtl_method descriptor_class_methods[] = {
    METHOD("texture2DDescriptorWithPixelFormat:width:height:mipmapped:", "@@:QQQC", descriptor_2d),
    METHOD("textureCubeDescriptorWithPixelFormat:size:mipmapped:", "@@:QQC", descriptor_cube),
    METHOD("textureBufferDescriptorWithPixelFormat:width:resourceOptions:usage:", "@@:QQQQ", descriptor_buffer),
    END_OF_METHODS,
};
const mtl_class mtl_texture_descriptor_class = {.name = "MTLTextureDescriptor",
                                                .size = sizeof(mtl_texture_descriptor),
                                                .methods = descriptor_methods,
                                                .class_methods = descriptor_class_methods};
