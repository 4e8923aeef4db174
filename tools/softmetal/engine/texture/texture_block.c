/* texture_block.c: see texture_block.h. Each thread keeps what it decoded last, one block of ASTC or a run of others,
 * which its next reads most often want again. */
#include "texture_block.h"
#include "../settings.h"
#include "../fault.h"
#include "function_in.h"
#include "texture_mesa.h"
#include <math.h>
#include <pthread.h>

enum { LARGEST_BLOCK = 16 }; /* bytes */

/* ---- Mesa: the formats of OpenGL that have these blocks, none of them sRGB, as codes are wanted. */

static const struct {
    uint16_t format;
    uint8_t bytes;
    uint16_t most; /* the highest code, 0 where texels are no codes; Mesa's numbers are an ulp off */
} in_mesa[] = {
    [SM_CODEC_BC1] = {0x83F1, 8, 255},         [SM_CODEC_BC2] = {0x83F2, 16, 255},
    [SM_CODEC_BC3] = {0x83F3, 16, 255},        [SM_CODEC_BC4] = {0x8DBB, 8, 255},
    [SM_CODEC_BC4_SIGNED] = {0x8DBC, 8, 127},  [SM_CODEC_BC5] = {0x8DBD, 16, 255},
    [SM_CODEC_BC5_SIGNED] = {0x8DBE, 16, 127}, [SM_CODEC_BC6H] = {0x8E8F, 16, 0},
    [SM_CODEC_BC6H_SIGNED] = {0x8E8E, 16, 0},  [SM_CODEC_BC7] = {0x8E8C, 16, 255},
    [SM_CODEC_EAC_R11] = {0x9270, 8, 2047},    [SM_CODEC_EAC_R11_SIGNED] = {0x9271, 8, 1023},
    [SM_CODEC_EAC_RG11] = {0x9272, 16, 2047},  [SM_CODEC_EAC_RG11_SIGNED] = {0x9273, 16, 1023},
    [SM_CODEC_ETC2_RGB] = {0x9274, 8, 255},    [SM_CODEC_ETC2_RGB_A1] = {0x9276, 8, 255},
    [SM_CODEC_ETC2_RGBA] = {0x9278, 16, 255},
};

/* ---- libastcenc. Its configuration is opaque here, and smaller than this. */

typedef struct astcenc_image {
    unsigned width, height, depth;
    int type;
    void **slices;
} astcenc_image;
enum { ASTCENC_DECOMPRESS_ONLY = 1 << 4, ASTCENC_F32 = 2, CONFIGURATION_SIZE = 4096 };
enum { ASTCENC_LDR_SRGB, ASTCENC_LDR, ASTCENC_HDR_RGB_LDR_A, ASTCENC_HDR, PROFILES };

static struct {
    int (*configure)(int profile, unsigned x, unsigned y, unsigned z, float quality, unsigned flags,
                     void *configuration);
    int (*allocate)(const void *configuration, unsigned threads, void **context);
    int (*decompress)(void *context, const uint8_t *data, size_t length, astcenc_image *image, const int swizzle[4],
                      unsigned thread);
    int (*reset)(void *context);
} astcenc;
/* A context for each profile and size of blocks, made when first used. One thread uses them at a time. */
static void *contexts[PROFILES][13][13];
static pthread_mutex_t contexts_lock = PTHREAD_MUTEX_INITIALIZER;

static bool has_astcenc;

static void load(void)
{
    void *library = dlopen("libastcenc.so.3d", RTLD_NOW | RTLD_LOCAL);
    has_astcenc = sm_function_in(library, "astcenc_config_init", &astcenc.configure) &&
                  sm_function_in(library, "astcenc_context_alloc", &astcenc.allocate) &&
                  sm_function_in(library, "astcenc_decompress_reset", &astcenc.reset) &&
                  sm_function_in(library, "astcenc_decompress_image", &astcenc.decompress);
}

const char *sm_codec_lack(sm_codec codec)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    if (codec == SM_CODEC_NONE)
        return NULL;
    if (sm_device_settings()->target.cuda)
        return "its blocks are decoded by libraries, which a GPU does not run";
    if (codec < SM_CODEC_ASTC_SRGB)
        return sm_mesa_is_there()
                   ? NULL
                   : "its blocks are decoded by Mesa's libOSMesa, which is not installed (Debian: libosmesa6)";
    pthread_once(&once, load);
    return has_astcenc ? NULL : "its blocks are decoded by libastcenc, which is not installed (Debian: libastcenc3d)";
}

static void *context_of(sm_codec codec, unsigned width, unsigned height)
{
    int profile = codec == SM_CODEC_ASTC_SRGB  ? ASTCENC_LDR_SRGB
                  : codec == SM_CODEC_ASTC_LDR ? ASTCENC_LDR
                                               : ASTCENC_HDR;
    void **context = &contexts[profile][width][height];
    _Alignas(16) unsigned char configuration[CONFIGURATION_SIZE];
    if (!*context && astcenc.configure(profile, width, height, 1, 0, ASTCENC_DECOMPRESS_ONLY, configuration) == 0)
        astcenc.allocate(configuration, 1, context);
    return *context;
}

static bool decode_astc(sm_codec codec, unsigned width, unsigned height, const uint8_t *block, float texels[][4])
{
    static const int identity[4] = {0, 1, 2, 3};
    void *slice = texels;
    astcenc_image image = {width, height, 1, ASTCENC_F32, &slice};
    pthread_mutex_lock(&contexts_lock);
    void *context = context_of(codec, width, height);
    bool good = context && astcenc.decompress(context, block, LARGEST_BLOCK, &image, identity, 0) == 0;
    if (context)
        astcenc.reset(context);
    pthread_mutex_unlock(&contexts_lock);
    return good;
}

static bool decode_in_mesa(sm_codec codec, const uint8_t *blocks, size_t count, float (*texels)[4])
{
    if (!sm_mesa_decode(in_mesa[codec].format, in_mesa[codec].bytes, blocks, count, texels))
        return false;
    double most = in_mesa[codec].most;
    for (size_t i = 0; most > 0 && i < count * SM_MESA_TEXELS; i++)
        for (int c = 0; c < 4; c++)
            texels[i][c] = (float)(rint((double)texels[i][c] * most) / most);
    return true;
}

/* What this thread decoded last: blocks of a row, and their texels. */
typedef struct run {
    sm_codec codec;
    unsigned width, height;
    const uint8_t *first;
    size_t count, bytes;
    uint8_t blocks[SM_MESA_MOST * LARGEST_BLOCK];
    float texels[SM_MESA_MOST * SM_MESA_TEXELS][4];
} run;

/* The block may have been written since. */
static bool has(const run *last, sm_codec codec, unsigned width, unsigned height, const uint8_t *block)
{
    size_t from = (uintptr_t)block - (uintptr_t)last->first;
    return last->codec == codec && last->width == width && last->height == height && from < last->count * last->bytes &&
           memcmp(last->blocks + from, block, last->bytes) == 0;
}

static bool decode(run *last, sm_codec codec, unsigned width, unsigned height, const uint8_t *block, size_t after)
{
    last->codec = SM_CODEC_NONE;
    if (sm_codec_lack(codec))
        return false;
    bool astc = codec >= SM_CODEC_ASTC_SRGB;
    last->width = width;
    last->height = height;
    last->first = block;
    last->bytes = astc ? LARGEST_BLOCK : in_mesa[codec].bytes;
    last->count = astc ? 1 : after + 1 < SM_MESA_MOST ? after + 1 : SM_MESA_MOST;
    memcpy(last->blocks, block, last->count * last->bytes);
    if (!(astc ? decode_astc(codec, width, height, last->blocks, last->texels)
               : decode_in_mesa(codec, last->blocks, last->count, last->texels)))
        return false;
    last->codec = codec;
    return true;
}

bool sm_codec_texel(sm_codec codec, unsigned width, unsigned height, const uint8_t *block, size_t after, unsigned x,
                    unsigned y, float texel[4])
{
    static _Thread_local run last;
    if (!has(&last, codec, width, height, block) && !decode(&last, codec, width, height, block, after))
        return memset(texel, 0, 4 * sizeof *texel), false;
    size_t n = sm_fault(SM_FAULT_texture_block_first_of_run) ? 0 : (size_t)(block - last.first) / last.bytes;
    memcpy(texel, last.texels[n * width * height + y * width + x], 4 * sizeof *texel);
    return true;
}
