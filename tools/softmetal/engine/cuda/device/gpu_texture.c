/* gpu_texture.c: textures on the GPU are those of the CPU: structures in memory that both reach, read and written by
 * the same functions, which are compiled for it as well (engine/texture*.c). */
#include "gpu_thread.h"
#include "../../texture/texture_access.h"
#include "../../texture/texture_block.h"

double clc_pow(double x, double y) __asm__("_Z3powdd");
double clc_log2(double x) __asm__("_Z4log2d");
double Sleef_cinz_powd1_u10purec(double x, double y)
{
    return clc_pow(x, y);
}
double Sleef_cinz_log2d1_u10purec(double x)
{
    return clc_log2(x);
}

sm_texel_bits __msl_texture_read(const sm_texture *t, uint32_t kind, uint32_t x, uint32_t y, uint32_t z, uint32_t slice,
                                 uint32_t level)
{
    return sm_texture_read(t, kind, x, y, z, slice, level);
}
sm_texel_bits __msl_texture_read_clamped(const sm_texture *t, uint32_t kind, int32_t x, int32_t y, int32_t z,
                                         uint32_t slice, uint32_t level)
{
    return sm_texture_read_clamped(t, kind, x, y, z, slice, level);
}
void __msl_texture_write(const sm_texture *t, uint32_t kind, sm_texel_bits texel, uint32_t x, uint32_t y, uint32_t z,
                         uint32_t slice, uint32_t level)
{
    sm_texture_write(t, kind, texel, x, y, z, slice, level);
}
sm_texel_bits __msl_texture_sample(const sm_texture *t, uint64_t sampler, uint32_t kind, float s, float u, float r,
                                   uint32_t slice, float lod, int32_t offset_x, int32_t offset_y, int32_t offset_z,
                                   float reference)
{
    return sm_texture_sample(t, sampler, kind, s, u, r, slice, lod, offset_x, offset_y, offset_z, reference);
}
sm_texel_bits __msl_texture_gather(const sm_texture *t, uint64_t sampler, uint32_t kind, float s, float u, float r,
                                   uint32_t slice, uint32_t component, int32_t offset_x, int32_t offset_y,
                                   float reference)
{
    return sm_texture_gather(t, sampler, kind, s, u, r, slice, component, offset_x, offset_y, reference);
}
float __msl_texture_gradient_lod(const sm_texture *t, float dsdx, float dtdx, float drdx, float dsdy, float dtdy,
                                 float drdy)
{
    return sm_texture_gradient_lod(t, dsdx, dtdx, drdx, dsdy, dtdy, drdy);
}
void *__msl_texture_address(const sm_texture *t, uint32_t x, uint32_t y, uint32_t z, uint32_t slice)
{
    return sm_texture_address(t, x, y, z, slice);
}
uint32_t __msl_texture_query(const sm_texture *t, uint32_t what, uint32_t level)
{
    return sm_texture_query(t, what, level);
}

/* Blocks of compressed formats are decoded by libraries of the host: such textures are not made (texture_block.c). */
bool sm_codec_texel(sm_codec codec, unsigned width, unsigned height, const uint8_t *block, size_t after, unsigned x,
                    unsigned y, float texel[4])
{
    (void)codec, (void)width, (void)height, (void)block, (void)after, (void)x, (void)y;
    for (int c = 0; c < 4; c++)
        texel[c] = 0;
    return false;
}
