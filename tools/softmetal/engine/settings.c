/* settings.c: reads the environment into the settings of this device, once. Everything that can make two processes
 * compile or run a kernel differently is in here, so that the caches' keys can name it. */
#include "settings.h"
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const sm_fault_row sm_fault_rows[SM_FAULT_COUNT] = {
#define FAULT(name, text) {#name, text, false},
#define HEADER_FAULT(name, text) {#name, text, true},
#include "faults.def"
#undef FAULT
#undef HEADER_FAULT
};

static struct {
    pthread_once_t once;
    sm_device device;
} settings = {.once = PTHREAD_ONCE_INIT};

uint64_t sm_fault_bits[SM_FAULT_WORDS];

static char problem[256]; /* written once, under settings.once; what device.error points to */

static void reject(sm_device *device, const char *variable, const char *value, const char *known)
{
    snprintf(problem, sizeof problem, "%s: \"%.80s\" is not known; use %s", variable, value, known);
    device->error = problem;
}

static void read_profile(sm_device *device, const char *name)
{
    static const char *const names[] = {"apple7", "apple8", "apple9", "apple10", "apple"};
    for (uint32_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (strcmp(name, names[i]) == 0) {
            device->target.apple = true;
            device->family = i < 4 ? 7 + i : 10;
            return;
        }
    }
    if (*name && strcmp(name, "ieee") != 0)
        reject(device, "SOFTMETAL_PROFILE", name,
               "ieee, apple7, apple8, apple9, apple10 or apple, which is the newest");
}

static void read_personality(sm_device *device, const char *name)
{
    static const char *const names[] = {"", "paravirtual", "small", "wide", "narrow", "discrete", "noisy"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (strcmp(name, names[i]) == 0) {
            device->personality = (sm_personality)i;
            return;
        }
    }
    reject(device, "SOFTMETAL_PERSONALITY", name, "paravirtual, small, wide, narrow, discrete or noisy");
}

static void read_engine(sm_device *device, const char *name)
{
    static const char *const names[] = {"fiber", "vector", "auto"};
    for (size_t i = 0; name && i < sizeof names / sizeof *names; i++) {
        if (strcmp(name, names[i]) == 0) {
            device->target.engine = (sm_engine)i;
            return;
        }
    }
    if (name && *name)
        reject(device, "SOFTMETAL_ENGINE", name, "fiber, vector or auto");
}

static void read_processor(sm_device *device, const char *name)
{
    unsigned number = 0;
    int length = 0;
    if (!name || !*name || strcmp(name, "cpu") == 0)
        return;
    device->target.cuda =
        strcmp(name, "cuda") == 0 || (sscanf(name, "cuda:%3u%n", &number, &length) == 1 && !name[length]);
    device->gpu = number;
    if (!device->target.cuda)
        reject(device, "SOFTMETAL_DEVICE", name, "cpu, cuda, or cuda:N for the N-th GPU");
}

/* Modes in which the engines follow single threads on a CPU. */
static void check_processor(sm_device *device)
{
    if (device->target.cuda && !device->error &&
        (device->target.checked || device->target.weak || device->target.simd_width != 32)) {
        snprintf(problem, sizeof problem,
                 "SOFTMETAL_DEVICE=cuda has no checked mode, no weak mode, and SIMD-groups of 32 threads only");
        device->error = problem;
    }
}

static void read_order(sm_device *device, const char *name)
{
    if (!name || !*name)
        return;
    if (strcmp(name, "reversed") == 0)
        device->order = SM_ORDER_REVERSED;
    else if (strcmp(name, "shuffled") == 0)
        device->order = SM_ORDER_SHUFFLED;
    else
        reject(device, "SOFTMETAL_ORDER", name, "reversed or shuffled");
}

static void read_faults(sm_device *device, uint64_t faults[SM_FAULT_WORDS], const char *list)
{
    while (*list) {
        size_t length = strcspn(list, ","), i = 0;
        while (i < SM_FAULT_COUNT &&
               (strlen(sm_fault_rows[i].name) != length || memcmp(sm_fault_rows[i].name, list, length) != 0))
            i++;
        if (i < SM_FAULT_COUNT)
            faults[i / 64] |= UINT64_C(1) << i % 64;
        else if (length)
            reject(device, "SOFTMETAL_FAULT", list, "a name of tools/softmetal/engine/faults.def");
        list += length + (list[length] == ',');
    }
}

static void read_cooperation(sm_device *device, const char *name)
{
    static const char *const names[] = {"m5", "pairs", "rows", "scattered"}; /* enum __msl_cooperation */
    for (uint32_t i = 0; name && i < sizeof names / sizeof *names; i++) {
        if (strcmp(name, names[i]) == 0) {
            device->target.cooperation = i;
            return;
        }
    }
    if (name && *name)
        reject(device, "SOFTMETAL_COOP", name, "m5, pairs, rows or scattered");
}

/* A number in [1, most]; `otherwise` if the variable is unset. */
static uint64_t read_number(sm_device *device, const char *variable, const char *text, uint64_t otherwise,
                            uint64_t most)
{
    if (!text || !*text)
        return otherwise;
    char *end;
    unsigned long long value = strtoull(text, &end, 10);
    if (*end || value < 1 || value > most) {
        reject(device, variable, text, "a whole number above zero");
        return otherwise;
    }
    return value;
}

/* A number of bytes: `800M`. */
static uint64_t read_size(sm_device *device, const char *variable, const char *text, uint64_t otherwise)
{
    static const char units[] = "KMG";
    if (!text || !*text)
        return otherwise;
    char *end;
    unsigned long long value = strtoull(text, &end, 10);
    const char *unit = *end ? strchr(units, *end) : NULL;
    unsigned shift = unit ? 10 * (unsigned)(unit - units + 1) : 0;
    if (end[unit != NULL] || value < 1 || value > UINT64_C(1) << 60 >> shift) {
        reject(device, variable, text, "a number of bytes, such as 1G");
        return otherwise;
    }
    return (uint64_t)value << shift;
}

void sm_device_read(sm_device *device, uint64_t faults[SM_FAULT_WORDS], const char *(*get)(const char *name))
{
    *device = (sm_device){.target = {.simd_width = 32, .engine = SM_ENGINE_AUTO},
                          .family = 9,
                          .max_threads = 1024,
                          .language_version = 4 << 16 | 1};
    memset(faults, 0, SM_FAULT_WORDS * sizeof *faults);
    const char *profile = get("SOFTMETAL_PROFILE"), *personality = get("SOFTMETAL_PERSONALITY"),
               *checked = get("SOFTMETAL_CHECKED"), *fault = get("SOFTMETAL_FAULT");
    read_profile(device, profile ? profile : "");
    read_personality(device, personality ? personality : "");
    read_engine(device, get("SOFTMETAL_ENGINE"));
    read_processor(device, get("SOFTMETAL_DEVICE"));
    read_order(device, get("SOFTMETAL_ORDER"));
    read_cooperation(device, get("SOFTMETAL_COOP"));
    const char *log = get("SOFTMETAL_LOG"), *cpu = get("SOFTMETAL_CPU");
    device->cpu = cpu ? cpu : "";
    device->log = log && *log ? log : NULL;
    device->target.checked = checked && *checked && strcmp(checked, "0") != 0;
    const char *validation = get("SOFTMETAL_VALIDATION");
    device->validation = !validation || strcmp(validation, "0") != 0;
    device->weak_seed = read_number(device, "SOFTMETAL_WEAK", get("SOFTMETAL_WEAK"), 0, UINT64_MAX);
    device->target.weak = device->weak_seed != 0;
    read_faults(device, faults, fault ? fault : "");
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    device->threads = (uint32_t)read_number(device, "SOFTMETAL_THREADS", get("SOFTMETAL_THREADS"),
                                            cores < 1 ? 1 : (uint64_t)cores, 256);
    device->budget =
        read_number(device, "SOFTMETAL_BUDGET", get("SOFTMETAL_BUDGET"), UINT64_C(1) << 30, UINT64_C(1) << 60);
    device->cache_size = read_size(device, "SOFTMETAL_CACHE_SIZE", get("SOFTMETAL_CACHE_SIZE"), UINT64_C(4) << 30);
    switch (device->personality) {
    case SM_PERSONALITY_PARAVIRTUAL:
        device->language_version = 3 << 16 | 1;
        device->family = 5;
        break;
    case SM_PERSONALITY_DISCRETE: device->family = 0; break;
    case SM_PERSONALITY_SMALL: device->max_threads = 448; break;
    case SM_PERSONALITY_WIDE: device->target.simd_width = 64; break;
    case SM_PERSONALITY_NARROW: device->target.simd_width = 16; break;
    default: break;
    }
    check_processor(device);
}

bool sm_fault_compiles(sm_fault_id fault)
{
    return strncmp(sm_fault_rows[fault].name, "api_", 4) != 0;
}

bool sm_fault_in_headers(sm_fault_id fault)
{
    return sm_fault_rows[fault].in_headers;
}

static const char *from_environment(const char *name)
{
    return getenv(name);
}
static void read_once(void)
{
    sm_device_read(&settings.device, sm_fault_bits, from_environment);
}

const sm_device *sm_device_settings(void)
{
    pthread_once(&settings.once, read_once);
    return &settings.device;
}

const uint64_t *sm_fault_set(void)
{
    pthread_once(&settings.once, read_once);
    return sm_fault_bits;
}
