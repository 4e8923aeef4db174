/* checked_access.h: how compiled code describes an access to checked mode. */
#ifndef SOFTMETAL_CHECKED_ACCESS_H
#define SOFTMETAL_CHECKED_ACCESS_H

/* What an access does, and to which address space the program says it belongs. */
enum sm_access {
    SM_ACCESS_STORE = 1,
    SM_ACCESS_ATOMIC = 2,
    SM_ACCESS_SPACE = 4,   /* times the address space: 1 device, 2 constant, 3 threadgroup, 4 generic */
    SM_ACCESS_UPDATE = 32, /* an atomic that reads and writes */
    SM_ACCESS_ORDER = 64,  /* times enum __msl_order, of an atomic */
    SM_ACCESS_TEXEL = 512, /* an atomic on a texel */
};

typedef struct sm_checker sm_checker;
#endif
