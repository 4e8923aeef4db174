/* words.h: what is said about Metal without a device: modes, shapes, samplers, attributes, families, by the words of
 * MSL and of Metal's enumerations. Case files are read with these, and metal.h makes objects of them. */
#ifndef ASSAY_METAL_WORDS_H
#define ASSAY_METAL_WORDS_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum { METAL_MATH_SAFE, METAL_MATH_RELAXED, METAL_MATH_FAST } metal_math;
typedef enum { METAL_FUNCTIONS_FAST, METAL_FUNCTIONS_PRECISE } metal_functions;
const char *metal_math_name(metal_math math);                /* "safe", "relaxed", "fast" */
const char *metal_functions_name(metal_functions functions); /* "fast", "precise" */
const metal_math *metal_math_find(const char *name);         /* NULL if there is none of this name */
const metal_functions *metal_functions_find(const char *name);
/* All names, with NULL at the end. */
extern const char *const metal_math_names[], *const metal_functions_names[];

/* All families, with a NULL name at the end. */
typedef struct metal_family {
    const char *name;
    uint32_t value; /* MTLGPUFamily */
} metal_family;
extern const metal_family metal_families[];
/* A family by Metal's name: "apple7", "mac2", "common3", "metal3", …; false for an unknown name. */
bool metal_family_from_name(const char *name, uint32_t *family);
const char *metal_family_name(uint32_t family); /* NULL for an unknown value */

/* What a device says of itself. Strings live as long as the device. */
typedef struct metal_facts {
    const char *name, *registry, *os_build, *architecture;
    bool software, unified_memory, paravirtual;
    bool processors; /* it computes on the host's own, which it shares with whatever else runs there */
    uint32_t os;     /* macOS: major << 8 | minor; 0 on systems to which its numbers do not apply */
    uint32_t msl;    /* newest language version that compiles an empty kernel: major << 16 | minor */
    uint64_t max_buffer_length;
    uint32_t max_threadgroup_memory, max_threads[3];
    uint32_t families[64];
    size_t family_count; /* supported MTLGPUFamily values */
    bool math_modes;     /* MTLCompileOptions has mathMode (macOS 15); otherwise fastMathEnabled only */
} metal_facts;

enum { METAL_MOST_BARRED = 16 }; /* resources of one barrier */

typedef struct metal_macro {
    const char *name, *value;
} metal_macro;
typedef struct metal_constant {
    const char *name;
    uint32_t index;
    uint32_t data_type; /* MTLDataType */
    const void *value;
} metal_constant;

/* A member of a [[stage_in]] structure (MSL 5.2.4.3): an element of the buffer at this index. */
typedef struct metal_attribute {
    uint32_t attribute, format, buffer, stride; /* format: MTLAttributeFormat */
    uint32_t step;                              /* MTLStepFunction: which element a thread gets */
    bool dynamic;                               /* the stride comes with the buffer that is bound */
} metal_attribute;
/* The format by name, as in MTLAttributeFormat without the prefix, lower case: "uchar4normalized", … */
bool metal_attribute_format(const char *name, uint32_t *format);
/* The step function: "constant", "x", "y_indexed", … */
bool metal_attribute_step(const char *name, uint32_t *step);
/* What a pipeline's descriptor may say; 0: not set. */
typedef struct metal_wishes {
    uint32_t required_threads[3];
    const metal_attribute *attributes;
    size_t attribute_count;
    uint32_t index_buffer, index_bytes; /* of indexed step functions; index_bytes: 2 or 4, or 0: there is none */
    const char *const *linked;          /* visible functions of the library (MSL 5.1.4) */
    size_t linked_count;
    const char *const *groups; /* of functions (MSL 2.16), each of all that are linked */
    size_t group_count;
    bool indirect; /* for commands of indirect command buffers */
} metal_wishes;

/* What a texture is, but for its format. Each level is half as wide, high and deep as the one before. */
typedef struct metal_shape {
    uint32_t type; /* MTLTextureType */
    uint32_t width, height, depth, layers, levels;
    uint32_t samples;  /* of a pixel; 0 or 1 where the texture is not multisampled */
    uint32_t block[2]; /* pixels of a block of a compressed format; 0 0 of another */
} metal_shape;
/* A class of textures of MSL (`depthcube_array`) and its sizes, in the order in which a case states them: w width,
 * h height, d depth, s samples, n layers, l levels, which may be left out. NULL for an unknown class. */
typedef struct metal_texture_class {
    const char *name;
    uint32_t type;
    const char *sizes;
} metal_texture_class;
const metal_texture_class *metal_texture_class_find(const char *name);
metal_shape metal_shape_of(const metal_texture_class *class, const uint32_t *size, size_t count);
uint32_t metal_level_size(uint32_t size, uint32_t level);
size_t metal_shape_slices(const metal_shape *shape); /* layers, times six faces of cubes */
/* How many blocks so many pixels take along x (0) or y (1); as many as pixels, but for compressed formats. */
size_t metal_shape_blocks(const metal_shape *shape, int axis, uint32_t pixels);
/* Pixels (or blocks) of all levels; of a multisampled texture one pixel for each layer. */
size_t metal_shape_pixels(const metal_shape *shape);

/* A view of a texture: of which class it is and, where it says so, which levels and slices of the texture (the first,
 * and how many) and which components (MTLTextureSwizzle) it has. */
typedef struct metal_view {
    uint32_t type; /* MTLTextureType */
    bool ranged, swizzled;
    uint32_t levels[2], slices[2];
    uint8_t swizzle[4];
} metal_view;
/* A component by name: "zero", "one", "red", … */
bool metal_swizzle(const char *name, uint8_t *value);

/* What a sampler does, in the values of Metal's enumerations; all 0 is Metal's default but for the coordinates. */
typedef struct metal_sampling {
    uint32_t filter, mip_filter, address, border_color, compare_func;
} metal_sampling;
/* Sets what MSL's words say (2.10): `filter` `linear`, `address` `repeat`, …; false if there is no such word. */
bool metal_sampling_set(metal_sampling *sampling, const char *property, const char *word);

/* 0: the usual size, every level. */
typedef struct metal_log_options {
    uint32_t bytes, level; /* of the buffer; MTLLogLevel */
} metal_log_options;
/* The number of a level by its name, in MTLLogLevel's order: "debug", "info", "default", "error", "fault". */
bool metal_log_level(const char *name, uint32_t *level);
const char *metal_log_level_name(uint32_t level);
#endif
