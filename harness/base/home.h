/* home.h: where this program lies, and where it finds what it reads: cases, tables of the references, reports. */
#ifndef ASSAY_HOME_H
#define ASSAY_HOME_H
#include <stddef.h>

/* The executable's path, without symbolic links. "" if the system does not tell. */
const char *home_executable(void);

/* The directory that holds cases/, reference/, reports/ …, laid out as the source tree: the source tree itself for a
 * build, share/assay for an installed tree. If there is none, where it should be. */
const char *home_directory(void);

/* `name` below home_directory(), in `path`, which is returned. */
char *home_path(const char *name, char *path, size_t size);
/* The directory cases/ there. */
const char *home_cases(void);

/* A library beside the executable, as in a build, or in lib/, as in an installed tree. */
char *home_library(const char *name, char *path, size_t size);
#endif
