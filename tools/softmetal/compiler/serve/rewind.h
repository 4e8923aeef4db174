/* rewind.h: a process that goes back to an earlier moment of itself, for what a fork for each run would cost: a fork
 * pays for each page that it touches first, in some virtual machines tens of microseconds. All writable memory of the
 * process becomes what it was, but for what has been mapped since; files, descriptors and signals stay as they are.
 * Linux only; elsewhere, in programs with sanitizers, and where the kernel does not say which pages have been written,
 * a mark fails. */
#ifndef SOFTMETAL_REWIND_H
#define SOFTMETAL_REWIND_H

/* Marks this moment, once in a process, while it has one thread. The heap behind sm_grow_heap()'s (shared_heap.h) is
 * not put back: nothing is in it. Returns -1; the code each time that sm_rewind() comes back here. */
int sm_rewind_mark(void);

/* Goes back to the mark with a code, 0 or more. Returns only if that is not possible: the process is to end. */
void sm_rewind(int code);
#endif
