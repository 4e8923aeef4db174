/* texture_fast.c: see texture_fast.h. Each step is the one that texture_access.c and texture_format.c take, on a
 * vector of four components: codes divided by 255, blended along x, then along y; written codes clamped and rounded
 * to nearest even. */
#include "texture_fast.h"
#include "../fault.h"
#include <string.h>

typedef float four_floats __attribute__((vector_size(16)));
typedef int32_t four_ints __attribute__((vector_size(16)));
typedef uint8_t four_bytes __attribute__((vector_size(4)));
typedef uint8_t bytes __attribute__((vector_size(16)));
typedef uint16_t halves __attribute__((vector_size(16)));

enum { TYPE_2D = 2, RGBA8_UNORM = 70, BGRA8_UNORM = 80 };
enum { LINEAR = 1, CLAMP_TO_EDGE = 0, REPEAT = 2 };

static bool plain(const sm_texture *texture)
{
    uint32_t swizzle;
    memcpy(&swizzle, texture->swizzle, sizeof swizzle);
    return texture->type == TYPE_2D && swizzle == 0 && texture->samples <= 1 && texture->levels <= 1 &&
           (texture->format == RGBA8_UNORM || texture->format == BGRA8_UNORM);
}

static bool is_faulty(void)
{
    uint64_t any = 0;
    for (int i = 0; i < SM_FAULT_WORDS; i++)
        any |= sm_fault_bits[i];
    return any != 0;
}

typedef struct state {
    uint32_t address[2];
    bool normalized;
} state;

/* Of a sampler with linear filters, one level, the weighted average, and addresses that never leave the texture. A
 * constexpr one holds them in bits (texture_access.h). */
static bool linear_state(uint64_t sampler, state *state)
{
    if (sampler & 1) {
        *state = (struct state){{sampler >> 5 & 7, sampler >> 8 & 7}, sampler >> 16 & 1};
        if ((sampler & 0x30001f) != 0x7)
            return false;
    } else {
        const sm_sampler *made = (const sm_sampler *)(uintptr_t)sampler;
        *state = (struct state){{made->address[0], made->address[1]}, made->normalized != 0};
        if (made->min_filter != LINEAR || made->mag_filter != LINEAR || made->mip_filter != 0 || made->reduction != 0)
            return false;
    }
    for (int k = 0; k < 2; k++)
        if (state->address[k] != CLAMP_TO_EDGE && state->address[k] != REPEAT)
            return false;
    return true;
}

typedef struct axis {
    int32_t first, second;
    float weight;
} axis;

static inline int32_t wrap(int32_t i, int32_t size, uint32_t mode)
{
    if (i >= 0 && i < size)
        return i;
    if (mode == CLAMP_TO_EDGE)
        return i < 0 ? 0 : size - 1;
    i %= size;
    return i < 0 ? i + size : i;
}

static inline __attribute__((always_inline)) axis place(float coordinate, bool normalized, int32_t size, int32_t offset,
                                                        uint32_t mode)
{
    float u = normalized ? coordinate * (float)size : coordinate;
    if (!(u < 0x1p30f && u > -0x1p30f))
        u = 0.0f;
    u -= 0.5f;
    int32_t whole = (int32_t)u;
    whole -= (float)whole > u;
    return (axis){wrap(whole + offset, size, mode), wrap(whole + offset + 1, size, mode), u - (float)whole};
}

static inline four_floats blend(four_floats a, four_floats b, float weight)
{
    return a + (b - a) * weight;
}

/* Two texels of a row, blended. Codes are widened by putting zeros between them. */
static inline four_floats along_row(const uint8_t *row, const axis *x)
{
    int32_t codes[2];
    memcpy(&codes[0], row + (size_t)x->first * 4, 4);
    memcpy(&codes[1], row + (size_t)x->second * 4, 4);
    bytes both = (bytes)(four_ints){codes[0], codes[1], 0, 0};
    halves wide =
        (halves)__builtin_shufflevector(both, (bytes){0}, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
    four_ints first = (four_ints)__builtin_shufflevector(wide, (halves){0}, 0, 8, 1, 9, 2, 10, 3, 11);
    four_ints second = (four_ints)__builtin_shufflevector(wide, (halves){0}, 4, 12, 5, 13, 6, 14, 7, 15);
    return blend(__builtin_convertvector(first, four_floats) / 255.0f,
                 __builtin_convertvector(second, four_floats) / 255.0f, x->weight);
}

/* Red and blue exchanged. */
static four_floats of_bgra(four_floats colour)
{
    return (four_floats){colour[2], colour[1], colour[0], colour[3]};
}

bool sm_texture_sample_fast(const sm_texture *texture, uint64_t sampler, float s, float t, int32_t offset_x,
                            int32_t offset_y, sm_texel_bits *texel)
{
    state state;
    if (!plain(texture) || !linear_state(sampler, &state) || is_faulty())
        return false;
    axis x = place(s, state.normalized, (int32_t)texture->width, offset_x, state.address[0]);
    axis y = place(t, state.normalized, (int32_t)texture->height, offset_y, state.address[1]);
    const uint8_t *upper = texture->level[0].pixels + (uint32_t)y.first * texture->level[0].row_pitch;
    const uint8_t *lower = texture->level[0].pixels + (uint32_t)y.second * texture->level[0].row_pitch;
    four_floats colour = blend(along_row(upper, &x), along_row(lower, &x), y.weight);
    if (texture->format == BGRA8_UNORM)
        colour = of_bgra(colour);
    memcpy(texel, &colour, sizeof *texel);
    return true;
}

bool sm_texture_write_fast(const sm_texture *texture, sm_texel_bits texel, uint32_t x, uint32_t y, uint32_t level)
{
    if (!plain(texture) || is_faulty())
        return false;
    if (x >= texture->width || y >= texture->height || level > 0)
        return true;
    four_floats colour, most = {255.0f, 255.0f, 255.0f, 255.0f};
    memcpy(&colour, &texel, sizeof colour);
    colour *= 255.0f;
    colour = (four_floats)((four_ints)colour & (colour > 0.0f)); /* a NaN becomes 0 */
    four_ints above = colour > 255.0f;
    colour = (four_floats)(((four_ints)colour & ~above) | ((four_ints)most & above));
    colour = (colour + 0x1.8p23f) - 0x1.8p23f; /* rounds to whole numbers, ties to even */
    if (texture->format == BGRA8_UNORM)
        colour = of_bgra(colour);
    four_bytes codes = __builtin_convertvector(__builtin_convertvector(colour, four_ints), four_bytes);
    memcpy(texture->level[0].pixels + y * texture->level[0].row_pitch + (size_t)x * sizeof codes, &codes, sizeof codes);
    return true;
}
