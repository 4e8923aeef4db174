/* flatten.h: quoted includes put in place. Metal's compiler at run time has no files, so a kernel that includes its own
 * headers must bring them along; `#line` keeps every line's name. */
#ifndef ASSAY_FLATTEN_H
#define ASSAY_FLATTEN_H
#include "../../../base/arena.h"
#include "../../../base/error.h"

/* The text of `path` with its `#include "…"` replaced by what they name, looked for beside the including file and then
 * in the directories `include` (ended by NULL). A file with `#pragma once` comes once. Angle brackets stay unless a
 * directory of `include` has the file. NULL with an error if a file is missing or includes itself. */
const char *flatten(const char *path, const char *const *include, arena *memory, assay_error *error);
#endif
