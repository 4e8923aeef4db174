/* texture_block.h: texels of compressed formats. Libraries decode them, loaded when a texture first asks: libsquish BC1 to
 * BC5 without sign, libastcenc ASTC. The others have no decoder here. */
#ifndef SOFTMETAL_TEXTURE_BLOCK_H
#define SOFTMETAL_TEXTURE_BLOCK_H
#include <stdbool.h>
#include <stdint.h>

typedef enum {
    SM_CODEC_NONE, /* an ordinary format */
    SM_CODEC_BC1,
    SM_CODEC_BC2,
    SM_CODEC_BC3,
    SM_CODEC_BC4,
    SM_CODEC_BC5,
    SM_CODEC_ASTC_SRGB,
    SM_CODEC_ASTC_LDR,
    SM_CODEC_ASTC_HDR
} sm_codec;

enum { SM_BLOCK_MOST_TEXELS = 12 * 12 };

/* NULL where there is a decoder, or why there is none. */
const char *sm_codec_lack(sm_codec codec);
/* Decodes one texel of a block of width x height texels. The codes of sRGB formats are not decoded further. False, and
 * zeros, where there is no decoder. */
bool sm_codec_texel(sm_codec codec, unsigned width, unsigned height, const uint8_t *block, unsigned x, unsigned y,
                    float texel[4]);
#endif
