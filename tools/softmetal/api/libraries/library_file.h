/* library_file.h: files of dynamic libraries and archives, which are text. */
#ifndef SOFTMETAL_LIBRARY_FILE_H
#define SOFTMETAL_LIBRARY_FILE_H
#include "../objc/objc.h"

const char *mtl_path(id url); /* "" for nil; lives as long as the autorelease pool */
/* False with an error of this domain and code. */
bool mtl_file_write(const char *path, const char *text, id domain, long code, id *error);
/* The whole file, which the caller frees; NULL with an error, also for what Apple's tools compiled. */
char *mtl_file_read(const char *path, id domain, long code, id *error);
#endif
