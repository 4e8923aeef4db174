/* selfcheck.c: compares selectors.def with the runtime it is used on.
 *
 * A method is looked up in the class of a live object where its owner is a protocol or an abstract class, and its type
 * encoding is compared with the one that the table's C types have. Encodings differ between runtimes in what does not
 * matter here (offsets, qualifiers, names of structs, the letter for BOOL), so both are brought to a normal form first.
 */
#include "selfcheck.h"
#include "client.h"
#include <stdio.h>
#include <string.h>

/* ---- The table */

typedef struct method {
    const char *owner, *selector, *types; /* result, then arguments after self and _cmd */
    int since;
    bool required, of_class;
} method;

enum { OPTIONAL, REQUIRED };
#define ENTRY(owner, selector, types, since, need, of_class) {#owner, selector, types, since, need, of_class},
#define E(type) ENCODING_##type
#define METHOD_0(f, owner, selector, r, since, need) ENTRY(owner, selector, E(r), since, need, false)
#define METHOD_1(f, owner, selector, r, a, since, need) ENTRY(owner, selector, E(r) E(a), since, need, false)
#define METHOD_2(f, owner, selector, r, a, b, since, need) ENTRY(owner, selector, E(r) E(a) E(b), since, need, false)
#define METHOD_3(f, owner, selector, r, a, b, c, since, need)                                                          \
    ENTRY(owner, selector, E(r) E(a) E(b) E(c), since, need, false)
#define METHOD_4(f, owner, selector, r, a, b, c, d, since, need)                                                       \
    ENTRY(owner, selector, E(r) E(a) E(b) E(c) E(d), since, need, false)
#define METHOD_5(f, owner, selector, r, a, b, c, d, e, since, need)                                                    \
    ENTRY(owner, selector, E(r) E(a) E(b) E(c) E(d) E(e), since, need, false)
#define METHOD_6(f_, owner, selector, r, a, b, c, d, e, f, since, need)                                                \
    ENTRY(owner, selector, E(r) E(a) E(b) E(c) E(d) E(e) E(f), since, need, false)
#define METHOD_9(f_, owner, selector, r, a, b, c, d, e, f, g, h, i, since, need)                                       \
    ENTRY(owner, selector, E(r) E(a) E(b) E(c) E(d) E(e) E(f) E(g) E(h) E(i), since, need, false)
#define METHOD_STRUCT METHOD_0
#define CLASS_METHOD_0(f, owner, selector, r, since, need) ENTRY(owner, selector, E(r), since, need, true)
#define CLASS_METHOD_1(f, owner, selector, r, a, since, need) ENTRY(owner, selector, E(r) E(a), since, need, true)
#define CLASS_METHOD_4(f, owner, selector, r, a, b, c, d, since, need)                                                 \
    ENTRY(owner, selector, E(r) E(a) E(b) E(c) E(d), since, need, true)
static const method methods[] = {
#include "selectors.def"
};

/* ---- Normal form of type encodings */

static const char *skip_name(const char *in)
{
    const char *end = in + strcspn(in, "={}");
    return *end == '=' ? end + 1 : in;
}

/* Passes over one type: what a pointer points to, a bracketed one, or one letter, with the qualifiers before it. */
static const char *skip_type(const char *in)
{
    int depth = 0;
    for (;; in++) {
        if (*in == 0)
            return in;
        if (strchr("^rnNoORVA", *in))
            continue;
        depth += strchr("{([", *in) ? 1 : strchr("})]", *in) ? -1 : 0;
        if (depth == 0)
            return in + 1;
    }
}

static const char *normalise_pointer(const char *in, char **out)
{
    in += strspn(in, "rnNoORVA");
    *(*out)++ = '^';
    *(*out)++ = *in == '@' ? '@' : 'v';
    return *in ? skip_type(in) : in;
}

static char normalise_letter(char letter)
{
    static const char from[] = "lLcC#", to[] = "qQBB@";
    const char *found = strchr(from, letter);
    return found ? to[found - from] : letter;
}

void selfcheck_normalise(const char *encoding, char *out, size_t size)
{
    char *end = out + size - 3;
    for (const char *in = encoding; *in && out < end;) {
        char c = *in++;
        if (strchr("0123456789+-rnNoORVA?", c))
            continue;
        if (c == '"')
            in += strcspn(in, "\"") + (in[strcspn(in, "\"")] == '"');
        else if (c == '^')
            in = normalise_pointer(in, &out);
        else if (c == '{') {
            *out++ = c;
            in = skip_name(in);
        } else
            *out++ = normalise_letter(c);
    }
    *out = 0;
}

/* ---- Live objects, one per owner that is a protocol or an abstract class */

typedef struct sample {
    const char *owner;
    id object;
} sample;

enum { SAMPLES = 60 };

static void keep_first(id element, void *context)
{
    id *first = context;
    if (!*first)
        *first = element;
}

static void keep_last(id element, void *context)
{
    *(id *)context = element;
}

/* Those of Metal 4, where the device has it. */
static size_t make_samples4(metal_device *device, sample *samples)
{
    id object = device->object;
    if (!metal_use_host4(device, NULL))
        return 0;
    id table_descriptor = ns_new(runtime_class(CLASS_MTL4ArgumentTableDescriptor));
    id set_descriptor = ns_new(runtime_class(CLASS_MTLResidencySetDescriptor));
    id allocator = device_new_allocator(object), commands = device_new_commands4(object);
    commands4_begin(commands, allocator);
    id encoder = commands4_compute_encoder(commands);
    encoder_end(encoder);
    commands4_end(commands);
    const sample made[] = {
        {"MTL4CommandQueue", device->queue4},
        {"MTL4CommandBuffer", commands},
        {"MTL4ComputeCommandEncoder", encoder},
        {"MTL4CommandEncoder", encoder},
        {"MTL4ArgumentTableDescriptor", table_descriptor},
        {"MTL4ArgumentTable", device_new_table(object, table_descriptor, NULL)},
        {"MTLResidencySet", device_new_residency_set(object, set_descriptor, NULL)},
        {"MTLTensorExtents", ns_new(runtime_class(CLASS_MTLTensorExtents))},
        {"MTLTensorDescriptor", ns_new(runtime_class(CLASS_MTLTensorDescriptor))},
        {"MTL4CommitOptions", ns_new(runtime_class(CLASS_MTL4CommitOptions))},
    };
    memcpy(samples, made, sizeof made);
    return sizeof made / sizeof *made;
}

static size_t make_plain_samples(sample *samples)
{
    id stage_in = stage_in_descriptor(runtime_class(CLASS_MTLStageInputOutputDescriptor));
    const sample made[] = {
        {"MTLLinkedFunctions", ns_new(runtime_class(CLASS_MTLLinkedFunctions))},
        {"NSMutableArray", ns_new(runtime_class(CLASS_NSMutableArray))},
        {"MTLSamplerDescriptor", ns_new(runtime_class(CLASS_MTLSamplerDescriptor))},
        {"MTLComputePipelineDescriptor", ns_new(runtime_class(CLASS_MTLComputePipelineDescriptor))},
        {"MTLStageInputOutputDescriptor", stage_in},
        {"MTLAttributeDescriptorArray", stage_in_attributes(stage_in)},
        {"MTLAttributeDescriptor", attributes_at(stage_in_attributes(stage_in), 0)},
        {"MTLBufferLayoutDescriptorArray", stage_in_layouts(stage_in)},
        {"MTLBufferLayoutDescriptor", layouts_at(stage_in_layouts(stage_in), 0)},
        {"MTLFunctionConstantValues", ns_new(runtime_class(CLASS_MTLFunctionConstantValues))},
        {"NSMutableDictionary", ns_new(runtime_class(CLASS_NSMutableDictionary))},
    };
    memcpy(samples, made, sizeof made);
    return sizeof made / sizeof *made;
}

static size_t make_device_samples(metal_device *device, sample *samples)
{
    id object = device->object;
    id buffer = queue_command_buffer(device->queue);
    id encoder = commands_compute_encoder(buffer);
    encoder_end(encoder);
    id blit = commands_blit_encoder(buffer);
    encoder_end(blit);
    id descriptor = texture_2d_descriptor(runtime_class(CLASS_MTLTextureDescriptor), MTLPixelFormatRGBA8Unorm, 4, 4, 0);
    id indirect_descriptor = ns_new(runtime_class(CLASS_MTLIndirectCommandBufferDescriptor));
    indirect_set_types(indirect_descriptor, MTLIndirectCommandTypeConcurrentDispatchThreads);
    id indirect = device_new_indirect(object, indirect_descriptor, 1, MTLResourceStorageModeShared);
    const sample made[] = {
        {"MTLDevice", object},
        {"MTLIndirectCommandBufferDescriptor", indirect_descriptor},
        {"MTLIndirectCommandBuffer", indirect},
        {"MTLIndirectComputeCommand", indirect ? indirect_command(indirect, 0) : NULL},
        {"MTLCommandQueue", device->queue},
        {"MTLCommandBuffer", buffer},
        {"MTLComputeCommandEncoder", encoder},
        {"MTLCommandEncoder", encoder},
        {"MTLBlitCommandEncoder", blit},
        {"MTLTextureDescriptor", descriptor},
        {"MTLTexture", device_new_texture(object, descriptor)},
        {"MTLBuffer", device_new_buffer(object, 16, MTLResourceStorageModeShared)},
        {"MTLArchitecture", runtime_responds(object, METHOD_device_architecture) ? device_architecture(object) : NULL},
    };
    memcpy(samples, made, sizeof made);
    return sizeof made / sizeof *made;
}

/* A library, the error of one that does not compile, and the kernel of the first, NULL if there is none. */
static size_t make_library_samples(metal_device *device, sample *samples, id *function)
{
    id object = device->object, failure = NULL, name = NULL;
    id options = ns_new(runtime_class(CLASS_MTLCompileOptions));
    id library = device_new_library(
        object,
        runtime_string("struct words { uint word [[id(1)]]; device uint *far [[id(2)]]; uint two[2] [[id(3)]]; };\n"
                       "kernel void probe(device uint *o [[buffer(0)]], constant words &w [[buffer(1)]])\n"
                       "{ o[0] = w.word + w.far[0] + w.two[1]; }\n"
                       "constant uint pace [[function_constant(0)]];\n"
                       "kernel void paced(device uint *o [[buffer(0)]]) { o[0] = pace; }"),
        options, NULL);
    device_new_library(object, runtime_string("kernel void probe() { this is no MSL; }"), options, &failure);
    id names = library ? library_function_names(library) : NULL;
    runtime_each(names, keep_first, &name);
    *function = library ? library_new_function(library, runtime_string("probe")) : NULL;
    id paced = library ? library_new_function(library, runtime_string("paced")) : NULL;
    id constants = paced ? function_constants(paced) : NULL;
    bool reflects = *function && runtime_responds(library, METHOD_library_reflection);
    const sample made[] = {
        {"MTLCompileOptions", options},
        {"MTLLibrary", library},
        {"NSError", failure},
        {"NSArray", names},
        {"NSString", name},
        {"MTLFunction", *function},
        {"NSDictionary", constants},
        {"MTLFunctionConstant", constants ? dictionary_get(constants, runtime_string("pace")) : NULL},
        {"MTLFunctionReflection", reflects ? library_reflection(library, runtime_string("probe")) : NULL},
        {"MTLArgumentEncoder", *function ? function_encoder(*function, 1) : NULL},
    };
    memcpy(samples, made, sizeof made);
    return sizeof made / sizeof *made;
}

/* What reflection says of the kernel's last argument, a struct. */
static size_t make_reflection_samples(metal_device *device, sample *samples, id function)
{
    id reflection = NULL, argument = NULL;
    if (function)
        device_new_pipeline_reflected(device->object, function,
                                      MTLPipelineOptionArgumentInfo | MTLPipelineOptionBufferTypeInfo, &reflection,
                                      NULL);
    if (reflection)
        runtime_each(reflection_arguments(reflection), keep_last, &argument);
    id structure = argument ? argument_struct(argument) : NULL;
    id far = structure ? struct_member(structure, runtime_string("far")) : NULL;
    id two = structure ? struct_member(structure, runtime_string("two")) : NULL;
    const sample made[] = {
        {"MTLComputePipelineReflection", reflection},
        {"MTLArgument", argument},
        {"MTLStructType", structure},
        {"MTLStructMember", structure ? struct_member(structure, runtime_string("word")) : NULL},
        {"MTLPointerType", far ? member_pointer(far) : NULL},
        {"MTLArrayType", two ? member_array(two) : NULL},
    };
    memcpy(samples, made, sizeof made);
    return sizeof made / sizeof *made;
}

static size_t make_pipeline_samples(metal_device *device, sample *samples, id function)
{
    id object = device->object;
    id pipeline = function ? device_new_pipeline(object, function, NULL) : NULL;
    id descriptor = ns_new(runtime_class(CLASS_MTLVisibleFunctionTableDescriptor)), table = NULL;
    table_set_count(descriptor, 1);
    if (pipeline && runtime_responds(object, METHOD_device_function_pointers) && device_function_pointers(object))
        table = pipeline_new_table(pipeline, descriptor);
    const sample made[] = {
        {"MTLComputePipelineState", pipeline},
        {"MTLVisibleFunctionTableDescriptor", descriptor},
        {"MTLVisibleFunctionTable", table},
    };
    memcpy(samples, made, sizeof made);
    return sizeof made / sizeof *made;
}

/* Objects made here live until the process ends; it exists for the check alone. */
static size_t make_samples(metal_device *device, sample *samples)
{
    id function;
    size_t count = make_plain_samples(samples);
    count += make_device_samples(device, samples + count);
    count += make_library_samples(device, samples + count, &function);
    count += make_reflection_samples(device, samples + count, function);
    count += make_pipeline_samples(device, samples + count, function);
    return count + make_samples4(device, samples + count);
}

static id sample_of(const sample *samples, size_t count, const char *owner)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(samples[i].owner, owner) == 0)
            return samples[i].object;
    return NULL;
}

/* ---- The comparison */

/* The method's encoding, NULL if there is no such method; `*forwarded` if an object answers to it without having it. */
static const char *live_encoding(const method *method, id object, bool *forwarded)
{
    SEL selector = sel_registerName(method->selector);
    Class class = object ? object_getClass(object) : (Class)objc_getClass(method->owner);
    *forwarded = false;
    if (!class)
        return NULL;
    Method found = method->of_class ? class_getClassMethod((Class)objc_getClass(method->owner), selector)
                                    : class_getInstanceMethod(class, selector);
    *forwarded = !found && object && ns_responds(object, selector);
    return found ? method_getTypeEncoding(found) : NULL;
}

static bool agrees(const method *method, const char *encoding)
{
    char wanted[128], live[256];
    const char *arguments = skip_type(method->types);
    snprintf(wanted, sizeof wanted, "%.*s@:%s", (int)(arguments - method->types), method->types, arguments);
    selfcheck_normalise(encoding, live, sizeof live);
    if (strcmp(wanted, live) == 0)
        return true;
    printf("mismatch: %c[%s %s] is %s here, selectors.def has %s\n", method->of_class ? '+' : '-', method->owner,
           method->selector, live, wanted);
    return false;
}

static bool check_method(const method *method, const sample *samples, size_t count, uint32_t os, size_t *absent)
{
    bool forwarded;
    const char *encoding = live_encoding(method, sample_of(samples, count, method->owner), &forwarded);
    if (encoding)
        return agrees(method, encoding);
    if (forwarded)
        return true; /* answered by another object, which has no encoding to show */
    bool permitted = !method->required || (os != 0 && (uint32_t)method->since > os);
    *absent += permitted;
    if (!permitted)
        printf("missing: %c[%s %s]\n", method->of_class ? '+' : '-', method->owner, method->selector);
    return permitted;
}

bool selfcheck_device(metal_device *device, assay_error *error)
{
    sample samples[SAMPLES];
    size_t wrong = 0, absent = 0, total = sizeof methods / sizeof *methods;
    uint32_t os = (device->facts.os >> 8) * 100 + (device->facts.os & 0xff);
    id pool = runtime_pool_open();
    size_t count = make_samples(device, samples);
    for (size_t i = 0; i < total; i++)
        wrong += !check_method(&methods[i], samples, count, os, &absent);
    printf("%zu methods of %d classes asked by name: %zu agree with %s, %zu absent, %zu wrong\n", total, CLASS_COUNT,
           total - absent - wrong, device->facts.name, absent, wrong);
    runtime_pool_close(pool);
    return wrong == 0 || assay_fail(error, NULL, 0, "%zu methods differ from selectors.def", wrong);
}

bool metal_selfcheck(const char *which, assay_error *error)
{
    metal_device *device = metal_open(which, error);
    bool agrees = device && selfcheck_device(device, error);
    metal_close(device);
    return agrees;
}
