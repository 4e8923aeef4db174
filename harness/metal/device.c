/* device.c: finds a device by what the user calls it, and asks it what it is.
 *
 * The newest language version cannot be asked for: Metal offers no query, so an empty kernel is compiled, newest
 * version first, passing over the versions that this macOS is known not to have. */
#include "client.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/utsname.h>
#ifdef __APPLE__
#include <sys/sysctl.h>
static const char default_library[] = "metal";
#else
static const char default_library[] = "softmetal";
#endif

static const struct language {
    uint32_t version, since; /* major << 16 | minor, and macOS as major * 100 + minor */
} languages[] = {
#define LANGUAGE(major, minor, since) {major << 16 | minor, since},
#include "../words/constants.def"
#undef LANGUAGE
};

char *client_copy(const char *text)
{
    size_t size = strlen(text) + 1;
    char *copy = malloc(size);
    return copy ? memcpy(copy, text, size) : NULL;
}

bool metal_device_has_family(const metal_device *device, uint32_t family)
{
    for (size_t i = 0; i < device->facts.family_count; i++)
        if (device->facts.families[i] == family)
            return true;
    return false;
}

/* ---- Facts */

bool client_contains(const char *text, const char *part)
{
    for (size_t length = strlen(part); *text; text++)
        if (strncasecmp(text, part, length) == 0)
            return true;
    return *part == 0;
}

/* A program built with an SDK before macOS 26's is told 16, which was never a macOS. Darwin 25 is macOS 26's kernel;
 * from 27 on both count alike. */
long client_macos(long told, const char *release)
{
    long kernel = strtol(release, NULL, 10);
    if (told < 16 || told > 25)
        return told;
    return kernel >= 27 ? kernel : 26;
}

#ifdef __APPLE__
static void ask_system(metal_device *device)
{
    char build[32] = "";
    size_t size = sizeof build;
    sysctlbyname("kern.osversion", build, &size, NULL, 0);
    struct utsname system;
    NSVersion version = process_os_version(process_info(runtime_class(CLASS_NSProcessInfo)));
    version.major = client_macos(version.major, uname(&system) == 0 ? system.release : "");
    device->facts.os = (uint32_t)version.major << 8 | (uint32_t)version.minor;
    snprintf(device->os_build, sizeof device->os_build, "macOS %ld.%ld.%ld (%s)", version.major, version.minor,
             version.patch, build);
}
#else
static void ask_system(metal_device *device)
{
    struct utsname system;
    if (uname(&system) == 0)
        snprintf(device->os_build, sizeof device->os_build, "%.32s %.64s", system.sysname, system.release);
}
#endif

static void ask_architecture(metal_device *device)
{
    struct utsname system;
    id architecture = NULL;
    if (runtime_responds(device->object, METHOD_device_architecture))
        architecture = device_architecture(device->object);
    if (runtime_responds(architecture, METHOD_architecture_name))
        snprintf(device->architecture, sizeof device->architecture, "%s",
                 runtime_text(architecture_name(architecture)));
    else if (uname(&system) == 0)
        snprintf(device->architecture, sizeof device->architecture, "%.63s", system.machine);
}

static void ask_limits(metal_device *device)
{
    metal_facts *facts = &device->facts;
    id object = device->object;
    MTLSize threads = device_max_threads(object);
    facts->max_threads[0] = (uint32_t)threads.width;
    facts->max_threads[1] = (uint32_t)threads.height;
    facts->max_threads[2] = (uint32_t)threads.depth;
    facts->max_buffer_length = device_max_buffer(object);
    facts->max_threadgroup_memory = (uint32_t)device_max_threadgroup_memory(object);
    facts->unified_memory = device_unified_memory(object);
    for (const metal_family *family = metal_families; family->name; family++)
        if (device_supports_family(object, (NSInteger)family->value))
            facts->families[facts->family_count++] = family->value;
    id options = ns_new(runtime_class(CLASS_MTLCompileOptions));
    facts->math_modes = runtime_responds(options, METHOD_options_set_math_mode) &&
                        runtime_responds(options, METHOD_options_set_math_functions);
    ns_release(options);
}

static bool has_language(metal_device *device, uint32_t version)
{
    id options = ns_new(runtime_class(CLASS_MTLCompileOptions)), error = NULL;
    options_set_language(options, version);
    id library = device_new_library(device->object, runtime_string("kernel void empty() {}"), options, &error);
    ns_release(options);
    if (library)
        ns_release(library);
    return library != NULL;
}

static uint32_t newest_language(metal_device *device)
{
    uint32_t os = (device->facts.os >> 8) * 100 + (device->facts.os & 0xff);
    for (size_t i = 0; i < sizeof languages / sizeof *languages; i++)
        if ((os == 0 || languages[i].since <= os) && has_language(device, languages[i].version))
            return languages[i].version;
    return 0;
}

/* A software device that is built in computes on the host's processors; one that uses a GPU is in a slot. */
static bool is_built_in(id object)
{
    return !runtime_responds(object, METHOD_device_location) || device_location(object) == MTLDeviceLocationBuiltIn;
}

/* That a device is paravirtual no property of Metal's says: its family and limits are those of some chips as well. The
 * GPU of a virtual machine on macOS tells it in its name alone, "Apple Paravirtual device". */
static bool ask_facts(metal_device *device, const runtime_entry *entry, assay_error *error)
{
    metal_facts *facts = &device->facts;
    snprintf(device->name, sizeof device->name, "%s", runtime_text(device_name(device->object)));
    snprintf(device->registry, sizeof device->registry, "0x%llx", (unsigned long long)device_registry(device->object));
    facts->name = device->name;
    facts->registry = device->registry;
    facts->os_build = device->os_build;
    facts->architecture = device->architecture;
    facts->software = entry->software;
    facts->processors = entry->software && is_built_in(device->object);
    facts->paravirtual = client_contains(device->name, "paravirtual");
    ask_system(device);
    ask_architecture(device);
    ask_limits(device);
    facts->msl = newest_language(device);
    if (!facts->msl)
        return assay_fail(error, NULL, 0, "%s compiles an empty kernel in no version of the language from 2.0 on",
                          device->name);
    return true;
}

const metal_facts *metal_device_facts(const metal_device *device)
{
    return &device->facts;
}

/* ---- Choosing a device */

typedef struct choice {
    const char *wanted; /* number or part of a name */
    long number;        /* or -1 */
    long seen;
    id found; /* retained */
    char names[512];
} choice;

static void consider(id object, void *context)
{
    choice *choice = context;
    const char *name = runtime_text(device_name(object));
    size_t used = strlen(choice->names);
    snprintf(choice->names + used, sizeof choice->names - used, "%s%ld %s", used ? ", " : "", choice->seen, name);
    bool matches = choice->number >= 0 ? choice->seen == choice->number : client_contains(name, choice->wanted);
    if (matches && !choice->found)
        choice->found = ns_retain(object);
    choice->seen++;
}

/* All devices as an object that can be enumerated and must be released, or NULL. */
static id all_devices(const runtime_entry *entry)
{
    return entry->all_devices ? entry->all_devices() : NULL;
}

static id find_device(const runtime_entry *entry, const char *wanted, assay_error *error)
{
    bool digits = *wanted && wanted[strspn(wanted, "0123456789")] == 0;
    choice choice = {.wanted = wanted, .number = digits ? strtol(wanted, NULL, 10) : -1};
    id devices = all_devices(entry);
    runtime_each(devices, consider, &choice);
    if (devices)
        ns_release(devices);
    if (!choice.found && choice.seen == 0)
        assay_fail(error, NULL, 0, "%s offers no device", entry->path);
    else if (!choice.found)
        assay_fail(error, NULL, 0, "no device is called `%s`; `assay devices` lists %s", wanted, choice.names);
    return choice.found;
}

static id default_device(const runtime_entry *entry, assay_error *error)
{
    id object = entry->default_device();
    return object ? object : find_device(entry, "0", error);
}

/* A user's word for a device is the name of a library, its path, or something to look for among the default library's.
 */
static id choose(const char *which, const runtime_entry **entry, assay_error *error)
{
    bool is_default = strcmp(which, "default") == 0 || strcmp(which, default_library) == 0;
    bool is_library = strcmp(which, "metal") == 0 || strcmp(which, "softmetal") == 0 || strchr(which, '/');
    *entry = runtime_load(is_library ? which : default_library, error);
    if (!*entry)
        return NULL;
    id pool = runtime_pool_open();
    id object = is_default || is_library ? default_device(*entry, error) : find_device(*entry, which, error);
    runtime_pool_close(pool);
    return object;
}

metal_device *metal_open(const char *which, assay_error *error)
{
    const runtime_entry *entry;
    id object = choose(which, &entry, error);
    if (!object)
        return NULL;
    metal_device *device = calloc(1, sizeof *device);
    if (!device) {
        ns_release(object);
        assay_fail(error, NULL, 0, "out of memory");
        return NULL;
    }
    device->object = object;
    device->stack_block = entry->stack_block;
    id pool = runtime_pool_open();
    device->queue = device_new_queue(object);
    bool usable = device->queue ? ask_facts(device, entry, error)
                                : assay_fail(error, NULL, 0, "the device makes no command queue");
    runtime_pool_close(pool);
    if (usable)
        return device;
    metal_close(device);
    return NULL;
}

void metal_close(metal_device *device)
{
    if (!device)
        return;
    id pool = runtime_pool_open();
    if (device->queue4)
        ns_release(device->queue4);
    if (device->queue)
        ns_release(device->queue);
    ns_release(device->object);
    runtime_pool_close(pool);
    free(device);
}

static void print_device(id object, void *context)
{
    long *number = context;
    printf("%ld  %s  registry 0x%llx\n", (*number)++, runtime_text(device_name(object)),
           (unsigned long long)device_registry(object));
}

bool metal_list_devices(assay_error *error)
{
    const runtime_entry *entry = runtime_load(default_library, error);
    if (!entry)
        return false;
    long count = 0;
    id pool = runtime_pool_open();
    id devices = all_devices(entry);
    runtime_each(devices, print_device, &count);
    if (devices)
        ns_release(devices);
    runtime_pool_close(pool);
    return count > 0 || assay_fail(error, NULL, 0, "%s offers no device", entry->path);
}
