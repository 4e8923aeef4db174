/* compiled.h: libraries and pipelines of one case; subcases with equal macros and options share them. */
#ifndef ASSAY_PROGRAMS_H
#define ASSAY_PROGRAMS_H
#include "../executor.h"

typedef struct programs programs;

programs *programs_create(metal_device *device);
void programs_destroy(programs *programs);
/* The library of an instance's source, compiled the first time it is asked for. NULL: the compiler refused it,
 * `*diagnostics` (owned by `programs`, "" if none) says why; or something else failed, and `error` says what. */
metal_library *programs_library(programs *programs, const case_instance *instance, uint32_t msl, const char *source,
                                const char **diagnostics, assay_error *error);
/* The library of a `.metallib` file, opened once; NULL with an error. */
metal_library *programs_opened(programs *programs, const char *path, assay_error *error);
/* The pipeline of a kernel (NULL: the library's only function), specialised with the instance's constants. */
metal_pipeline *programs_pipeline(programs *programs, metal_library *library, const case_instance *instance,
                                  const char *kernel, assay_error *error);
#endif
