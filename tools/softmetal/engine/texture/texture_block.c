/* texture_block.c: see texture_block.h. A block is decoded whole; each thread keeps the last one, which its next read
 * most often wants again. */
#include "texture_block.h"
#include "../settings.h"
#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>
#include <string.h>

enum { LARGEST_BLOCK = 16 }; /* bytes */

/* ---- libsquish: one function of C++ */

typedef void squish_decompress(uint8_t *rgba, const void *block, int flags);
static const int squish_flags[] = {[SM_CODEC_BC1] = 1 << 0, [SM_CODEC_BC2] = 1 << 1, [SM_CODEC_BC3] = 1 << 2};
static squish_decompress *squish;

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

/* ISO C has no cast from dlsym's result to a function. */
static bool find(void *library, const char *name, void *function)
{
    void *symbol = library ? dlsym(library, name) : NULL;
    memcpy(function, &symbol, sizeof symbol);
    return symbol != NULL;
}

static bool has_squish, has_astcenc;

static void load(void)
{
    has_squish = find(dlopen("libsquish.so.0", RTLD_NOW | RTLD_LOCAL), "_ZN6squish10DecompressEPhPKvi", &squish);
    void *library = dlopen("libastcenc.so.3d", RTLD_NOW | RTLD_LOCAL);
    has_astcenc = find(library, "astcenc_config_init", &astcenc.configure) &&
                  find(library, "astcenc_context_alloc", &astcenc.allocate) &&
                  find(library, "astcenc_decompress_reset", &astcenc.reset) &&
                  find(library, "astcenc_decompress_image", &astcenc.decompress);
}

const char *sm_codec_lack(sm_codec codec)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    if (codec != SM_CODEC_NONE && sm_device_settings()->target.cuda)
        return "its blocks are decoded by libraries, which a GPU does not run";
    pthread_once(&once, load);
    if (codec >= SM_CODEC_ASTC_SRGB)
        return has_astcenc ? NULL
                           : "its blocks are decoded by libastcenc, which is not installed (Debian: libastcenc3d)";
    return codec == SM_CODEC_NONE || has_squish
               ? NULL
               : "its blocks are decoded by libsquish, which is not installed (Debian: libsquish0)";
}

/* Half a block of BC4 or BC5 is what alpha is in BC3; squish decodes no others. */
static void decode_component(const uint8_t *half, int component, float texels[][4])
{
    uint8_t block[LARGEST_BLOCK] = {0}, codes[16][4];
    memcpy(block, half, 8);
    squish(codes[0], block, squish_flags[SM_CODEC_BC3]);
    for (int i = 0; i < 16; i++)
        texels[i][component] = (float)codes[i][3] / 255.0f;
}

static void decode_bc(sm_codec codec, const uint8_t *block, float texels[][4])
{
    uint8_t codes[16][4];
    if (codec >= SM_CODEC_BC4) {
        decode_component(block, 0, texels);
        if (codec == SM_CODEC_BC5)
            decode_component(block + 8, 1, texels);
        return;
    }
    squish(codes[0], block, squish_flags[codec]);
    for (int i = 0; i < 16; i++)
        for (int c = 0; c < 4; c++)
            texels[i][c] = (float)codes[i][c] / 255.0f;
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

bool sm_codec_texel(sm_codec codec, unsigned width, unsigned height, const uint8_t *block, unsigned x, unsigned y,
                    float texel[4])
{
    static _Thread_local struct {
        sm_codec codec;
        unsigned width, height;
        uint8_t block[LARGEST_BLOCK];
        float texels[SM_BLOCK_MOST_TEXELS][4];
    } last;
    size_t bytes = codec == SM_CODEC_BC1 || codec == SM_CODEC_BC4 ? 8 : LARGEST_BLOCK;
    if (last.codec != codec || last.width != width || last.height != height || memcmp(last.block, block, bytes) != 0) {
        last.codec = SM_CODEC_NONE;
        if (sm_codec_lack(codec))
            return memset(texel, 0, 4 * sizeof *texel), false;
        if (codec < SM_CODEC_ASTC_SRGB)
            decode_bc(codec, block, last.texels);
        else if (!decode_astc(codec, width, height, block, last.texels))
            return memset(texel, 0, 4 * sizeof *texel), false;
        last.codec = codec;
        last.width = width;
        last.height = height;
        memcpy(last.block, block, bytes);
    }
    memcpy(texel, last.texels[y * width + x], 4 * sizeof *texel);
    return true;
}
