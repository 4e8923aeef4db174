/* versions.h: `assay run --versions`, the axis of language versions that every case has without saying so. */
#ifndef ASSAY_VERSIONS_H
#define ASSAY_VERSIONS_H
#include "../executor.h"

/* Runs a case with the first language version that its requirements allow, judged as ever, and with the older ones that
 * rows it verifies came with, where its program compiles. With the version before the first the program must be
 * refused, if a row that it verifies came with the first; on a GPU that is recorded only, as the specification says
 * since when something exists and not that a compiler must know no more. `msl 2.1` and so on among the facts say what
 * became of each. */
void versions_run(const executor *on, const assay_case *it, const wire_job *job, outcome *outcome);
#endif
