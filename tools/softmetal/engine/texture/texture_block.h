/* texture_block.h: texels of compressed formats. Libraries decode them, loaded when a texture first asks: Mesa's BC,
 * ETC2 and EAC, libastcenc ASTC. PVRTC has no decoder here. */
#ifndef SOFTMETAL_TEXTURE_BLOCK_H
#define SOFTMETAL_TEXTURE_BLOCK_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum {
    SM_CODEC_NONE, /* an ordinary format */
    SM_CODEC_BC1,
    SM_CODEC_BC2,
    SM_CODEC_BC3,
    SM_CODEC_BC4,
    SM_CODEC_BC4_SIGNED,
    SM_CODEC_BC5,
    SM_CODEC_BC5_SIGNED,
    SM_CODEC_BC6H,
    SM_CODEC_BC6H_SIGNED,
    SM_CODEC_BC7,
    SM_CODEC_EAC_R11,
    SM_CODEC_EAC_R11_SIGNED,
    SM_CODEC_EAC_RG11,
    SM_CODEC_EAC_RG11_SIGNED,
    SM_CODEC_ETC2_RGB,
    SM_CODEC_ETC2_RGB_A1, /* an alpha of one bit */
    SM_CODEC_ETC2_RGBA,
    SM_CODEC_ASTC_SRGB,
    SM_CODEC_ASTC_LDR,
    SM_CODEC_ASTC_HDR
} sm_codec;

/* NULL where there is a decoder, or why there is none. */
const char *sm_codec_lack(sm_codec codec);
/* Decodes one texel of a block of width x height texels, which `after` more blocks follow in its row. The codes of sRGB
 * formats are not decoded further. False, and zeros, where there is no decoder. */
bool sm_codec_texel(sm_codec codec, unsigned width, unsigned height, const uint8_t *block, size_t after, unsigned x,
                    unsigned y, float texel[4]);
#endif
