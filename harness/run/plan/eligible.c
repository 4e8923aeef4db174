/* eligible.c: the declared requirements of a case against the facts of a device. Each missing one gives a sentence that
 * becomes the reason of a skip; nothing here is ever a failure. */
#include "eligible.h"
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Language versions there are, newest first. */
static const uint32_t languages[] = {
#define LANGUAGE(major, minor, since) (uint32_t)(major) << 16 | (minor),
#include "../../words/constants.def"
#undef LANGUAGE
};

static bool lacks(char *reason, size_t size, const char *format, ...) __attribute__((format(printf, 3, 4)));
static bool lacks(char *reason, size_t size, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(reason, size, format, arguments);
    va_end(arguments);
    return false;
}

uint32_t eligible_language(const assay_case *it, const metal_facts *facts)
{
    uint32_t before = case_file_requirements(it->file)->msl_before;
    if (it->msl)
        return it->msl <= facts->msl && (!before || it->msl < before) ? it->msl : 0;
    if (!before || facts->msl < before)
        return facts->msl;
    for (size_t i = 0; i < sizeof languages / sizeof *languages; i++)
        if (languages[i] < before && languages[i] <= facts->msl)
            return languages[i];
    return 0;
}

uint32_t eligible_before(uint32_t msl)
{
    for (size_t i = 0; i < sizeof languages / sizeof *languages; i++)
        if (languages[i] < msl)
            return languages[i];
    return 0;
}

uint32_t eligible_os(uint32_t msl)
{
    static const struct {
        uint32_t msl, since;
    } known[] = {
#define LANGUAGE(major, minor, since) {(uint32_t)(major) << 16 | (minor), since},
#include "../../words/constants.def"
#undef LANGUAGE
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (known[i].msl == msl)
            return known[i].since / 100 << 8 | known[i].since % 100;
    return 0;
}

uint32_t eligible_first(const assay_case *it)
{
    uint32_t wanted = it->msl ? it->msl : case_file_oldest(it->file), first = wanted;
    for (size_t i = 0; i < sizeof languages / sizeof *languages; i++)
        if (languages[i] >= wanted)
            first = languages[i];
    return first;
}

static bool has_feature(const executor *on, const char *name, char *reason, size_t size)
{
    if (case_feature_met(name, on->facts))
        return true;
    const case_feature *feature = case_features();
    while (feature->name && strcmp(feature->name, name) != 0)
        feature++;
    return lacks(reason, size, "the device lacks feature %s%s%s", name, feature->name ? ": " : "",
                 feature->name ? feature->meaning : "");
}

static bool has_language(const executor *on, const assay_case *it, char *reason, size_t size)
{
    const case_requirements *needs = case_file_requirements(it->file);
    uint32_t newest = on->facts->msl, wanted = it->msl > needs->msl_min ? it->msl : needs->msl_min;
    if (wanted > newest)
        return lacks(reason, size, "needs MSL %u.%u, the device has %u.%u", wanted >> 16, wanted & 0xffff, newest >> 16,
                     newest & 0xffff);
    if (!eligible_language(it, on->facts))
        return lacks(reason, size, "needs an MSL before %u.%u", needs->msl_before >> 16, needs->msl_before & 0xffff);
    return true;
}

static bool has_math(const executor *on, const assay_case *it, char *reason, size_t size)
{
    bool fast = it->math == METAL_MATH_FAST && it->functions == METAL_FUNCTIONS_FAST;
    bool safe = it->math == METAL_MATH_SAFE && it->functions == METAL_FUNCTIONS_PRECISE;
    if (on->facts->math_modes || fast || safe)
        return true;
    return lacks(reason, size, "before macOS 15 there is no way to ask for this math mode with these functions");
}

bool eligible_case(const executor *on, const assay_case *it, char *reason, size_t size)
{
    const case_requirements *needs = case_file_requirements(it->file);
    const metal_facts *facts = on->facts;
    if (!has_language(on, it, reason, size) || !has_math(on, it, reason, size))
        return false;
    for (size_t i = 0; i < needs->family_count; i++)
        if (!metal_device_has_family(on->device, needs->families[i]))
            return lacks(reason, size, "needs GPU family %s", metal_family_name(needs->families[i]));
    for (size_t i = 0; i < needs->feature_count; i++)
        if (!has_feature(on, needs->features[i], reason, size))
            return false;
    if (facts->os && facts->os < needs->os)
        return lacks(reason, size, "needs OS %u.%u", needs->os >> 8, needs->os & 0xff);
    if (needs->threads > facts->max_threads[0])
        return lacks(reason, size, "needs threadgroups of %u threads, the device has %u", needs->threads,
                     facts->max_threads[0]);
    if (needs->simd_width && on->simd_width != needs->simd_width)
        return lacks(reason, size, "needs SIMD-groups of %u threads, the device has %u", needs->simd_width,
                     on->simd_width);
    return true;
}

/* Whether the device makes textures of a compressed format: softmetal does where a decoder is installed. */
static bool makes_blocks(const executor *on, const case_argument *argument)
{
    metal_shape one = argument->shape;
    assay_error error = {0};
    one.width = one.block[0];
    one.height = one.block[1];
    one.levels = 1;
    metal_texture *texture = metal_texture_create(on->device, argument->format, &one, METAL_READ, &error);
    metal_texture_destroy(texture);
    return texture != NULL;
}

bool eligible_instance(const executor *on, const case_instance *instance, char *reason, size_t size)
{
    for (size_t i = 0; i < instance->argument_count; i++)
        if (instance->arguments[i].shape.block[0] && !makes_blocks(on, &instance->arguments[i]))
            return lacks(reason, size, "needs textures of the format %s, which this device does not make",
                         instance->arguments[i].format);
    for (size_t i = 0; i < instance->argument_count; i++)
        if (instance->arguments[i].of_buffer && !on->facts->unified_memory)
            return lacks(reason, size,
                         "a texture buffer lies in memory that host and device share; this one has its own");
    return true;
}

bool eligible_pipeline(const assay_case *it, const case_dispatch *dispatch, const metal_pipeline *pipeline,
                       char *reason, size_t size)
{
    const case_requirements *needs = case_file_requirements(it->file);
    uint32_t threads = dispatch->threadgroup[0] * dispatch->threadgroup[1] * dispatch->threadgroup[2];
    uint32_t most = metal_pipeline_max_threads(pipeline), width = metal_pipeline_simd_width(pipeline);
    if (threads < needs->threads)
        threads = needs->threads;
    if (threads > most)
        return lacks(reason, size, "a threadgroup of %u threads, but the pipeline takes %u at most", threads, most);
    if (needs->simd_width && width != needs->simd_width)
        return lacks(reason, size, "needs SIMD-groups of %u threads, the pipeline has %u", needs->simd_width, width);
    return true;
}
