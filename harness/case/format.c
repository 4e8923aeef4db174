/* format.c: names are built from channels, width and kind (rg + 16 + float), so the table lists only the three parts.
 */
#include "format.h"
#include "../base/nearest.h"
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *channels;
    uint8_t count;
} channels[] = {{"r", 1}, {"rg", 2}, {"rgba", 4}, {"bgra", 4}};

static const struct {
    const char *kind;
    assay_scalar scalar;
} kinds[] = {
    {"8unorm", SCALAR_UCHAR},  {"8unorm_srgb", SCALAR_UCHAR}, {"8snorm", SCALAR_CHAR},   {"8uint", SCALAR_UCHAR},
    {"8sint", SCALAR_CHAR},    {"16unorm", SCALAR_USHORT},    {"16snorm", SCALAR_SHORT}, {"16uint", SCALAR_USHORT},
    {"16sint", SCALAR_SHORT},  {"16float", SCALAR_HALF},      {"32uint", SCALAR_UINT},   {"32sint", SCALAR_INT},
    {"32float", SCALAR_FLOAT},
};

/* A pixel of these is one number, or a block of a compressed format a few. */
static const struct {
    const char *name;
    assay_scalar scalar;
    uint8_t lanes;
} packed[] = {
    {"rgb10a2unorm", SCALAR_UINT, 1},       {"rgb10a2uint", SCALAR_UINT, 1},      {"bgr10a2unorm", SCALAR_UINT, 1},
    {"rg11b10float", SCALAR_UINT, 1},       {"rgb9e5float", SCALAR_UINT, 1},      {"b5g6r5unorm", SCALAR_USHORT, 1},
    {"a1bgr5unorm", SCALAR_USHORT, 1},      {"abgr4unorm", SCALAR_USHORT, 1},     {"bgr5a1unorm", SCALAR_USHORT, 1},
    {"a8unorm", SCALAR_UCHAR, 1},           {"depth32float", SCALAR_FLOAT, 1},    {"depth16unorm", SCALAR_USHORT, 1},
    {"stencil8", SCALAR_UCHAR, 1},          {"bgr10_xr", SCALAR_UINT, 1},         {"bgr10_xr_srgb", SCALAR_UINT, 1},
    {"bgra10_xr", SCALAR_USHORT, 4},        {"bgra10_xr_srgb", SCALAR_USHORT, 4}, {"bc1_rgba", SCALAR_UINT, 2},
    {"bc1_rgba_srgb", SCALAR_UINT, 2},      {"bc2_rgba", SCALAR_UINT, 4},         {"bc2_rgba_srgb", SCALAR_UINT, 4},
    {"bc3_rgba", SCALAR_UINT, 4},           {"bc3_rgba_srgb", SCALAR_UINT, 4},    {"bc4_runorm", SCALAR_UINT, 2},
    {"bc5_rgunorm", SCALAR_UINT, 4},        {"bc4_rsnorm", SCALAR_UINT, 2},       {"bc5_rgsnorm", SCALAR_UINT, 4},
    {"bc6h_rgbfloat", SCALAR_UINT, 4},      {"bc6h_rgbufloat", SCALAR_UINT, 4},   {"bc7_rgbaunorm", SCALAR_UINT, 4},
    {"bc7_rgbaunorm_srgb", SCALAR_UINT, 4}, {"eac_r11unorm", SCALAR_UINT, 2},     {"eac_r11snorm", SCALAR_UINT, 2},
    {"eac_rg11unorm", SCALAR_UINT, 4},      {"eac_rg11snorm", SCALAR_UINT, 4},    {"eac_rgba8", SCALAR_UINT, 4},
    {"eac_rgba8_srgb", SCALAR_UINT, 4},     {"etc2_rgb8", SCALAR_UINT, 2},        {"etc2_rgb8_srgb", SCALAR_UINT, 2},
    {"etc2_rgb8a1", SCALAR_UINT, 2},        {"etc2_rgb8a1_srgb", SCALAR_UINT, 2},
};

#define LENGTH(array) (sizeof(array) / sizeof *(array))

/* Of bgra there are only the 8-bit unorm formats. */
static bool exists(size_t channel, size_t kind)
{
    return strcmp(channels[channel].channels, "bgra") != 0 || kind < 2;
}

/* astc_WxH_ldr, _hdr or _srgb */
static bool astc_format(const char *name, uint32_t block[2])
{
    static const char *const kinds_of_astc[] = {"_ldr", "_hdr", "_srgb"};
    static const char *const sizes[] = {"4x4", "5x4",  "5x5",  "6x5",  "6x6",   "8x5",   "8x6",
                                        "8x8", "10x5", "10x6", "10x8", "10x10", "12x10", "12x12"};
    if (strncmp(name, "astc_", 5) != 0)
        return false;
    for (size_t s = 0; s < LENGTH(sizes); s++)
        for (size_t k = 0; k < LENGTH(kinds_of_astc); k++) {
            size_t length = strlen(sizes[s]);
            if (strncmp(name + 5, sizes[s], length) != 0 || strcmp(name + 5 + length, kinds_of_astc[k]) != 0)
                continue;
            block[0] = (uint32_t)strtoul(sizes[s], NULL, 10);
            block[1] = (uint32_t)strtoul(strchr(sizes[s], 'x') + 1, NULL, 10);
            return true;
        }
    return false;
}

bool pixel_format(const char *name, assay_type *pixel, uint32_t block[2])
{
    block[0] = block[1] = 0;
    for (size_t p = 0; p < LENGTH(packed); p++)
        if (strcmp(packed[p].name, name) == 0) {
            uint8_t lanes = packed[p].lanes, size = (uint8_t)(lanes * assay_scalar_size(packed[p].scalar));
            *pixel = (assay_type){packed[p].scalar, lanes, size};
            if (strncmp(name, "bc", 2) == 0 || strncmp(name, "eac", 3) == 0 || strncmp(name, "etc", 3) == 0)
                block[0] = block[1] = 4;
            return true;
        }
    if (astc_format(name, block)) {
        *pixel = (assay_type){SCALAR_UINT, 4, 16};
        return true;
    }
    for (size_t c = 0; c < LENGTH(channels); c++) {
        size_t length = strlen(channels[c].channels);
        for (size_t k = 0; strncmp(channels[c].channels, name, length) == 0 && k < LENGTH(kinds); k++)
            if (strcmp(kinds[k].kind, name + length) == 0 && exists(c, k)) {
                size_t size = assay_scalar_size(kinds[k].scalar);
                *pixel = (assay_type){kinds[k].scalar, channels[c].count, (uint8_t)(channels[c].count * size)};
                return true;
            }
    }
    return false;
}

const char *pixel_format_nearest(const char *name)
{
    static const char *const usual[] = {"r8unorm",     "rgba8unorm",  "bgra8unorm",  "r8uint",
                                        "r16float",    "rgba16float", "r32float",    "rg32float",
                                        "rgba32float", "rgba8snorm",  "r32uint",     "rgba32uint",
                                        "rgba8uint",   "rgba8sint",   "rgba16unorm", "rg11b10float"};
    nearest search = nearest_to(name, strlen(name));
    for (size_t i = 0; i < LENGTH(usual); i++)
        nearest_offer(&search, usual[i]);
    return search.best;
}
