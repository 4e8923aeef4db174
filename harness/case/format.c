/* format.c: names are built from channels, width and kind (rg + 16 + float), so the table lists only the three parts.
 */
#include "format.h"
#include "nearest.h"
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

/* A pixel of these is one number. */
static const struct {
    const char *name;
    assay_scalar scalar;
} packed[] = {
    {"rgb10a2unorm", SCALAR_UINT},  {"rgb10a2uint", SCALAR_UINT},   {"bgr10a2unorm", SCALAR_UINT},
    {"rg11b10float", SCALAR_UINT},  {"rgb9e5float", SCALAR_UINT},   {"b5g6r5unorm", SCALAR_USHORT},
    {"a1bgr5unorm", SCALAR_USHORT}, {"abgr4unorm", SCALAR_USHORT},  {"bgr5a1unorm", SCALAR_USHORT},
    {"a8unorm", SCALAR_UCHAR},      {"depth32float", SCALAR_FLOAT},
};

#define LENGTH(array) (sizeof(array) / sizeof *(array))

/* Of bgra there are only the 8-bit unorm formats. */
static bool exists(size_t channel, size_t kind)
{
    return strcmp(channels[channel].channels, "bgra") != 0 || kind < 2;
}

bool pixel_format(const char *name, assay_type *pixel)
{
    for (size_t p = 0; p < LENGTH(packed); p++)
        if (strcmp(packed[p].name, name) == 0) {
            *pixel = (assay_type){packed[p].scalar, 1, (uint8_t)assay_scalar_size(packed[p].scalar)};
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
