/* large_pages.h: code in large pages. */
#ifndef SOFTMETAL_LARGE_PAGES_H
#define SOFTMETAL_LARGE_PAGES_H

/* Moves the code of this process there, if the kernel has them. To be called while there is one thread. */
void sm_use_large_pages(void);
#endif
