/* page.h: the verdict as an HTML page, drawn by reports/validate.py. */
#ifndef ASSAY_PAGE_H
#define ASSAY_PAGE_H
#include "verdict.h"

bool page_write(const validation *validation, const char *path, assay_error *error);
#endif
