/* modules.h: what compilers write of classes for GCC's runtime to read, as far as this project reads or writes it. */
#ifndef SOFTMETAL_MODULES_H
#define SOFTMETAL_MODULES_H
#include "objc.h"

enum { MTL_MODULE_VERSION = 8 };

typedef struct mtl_ivar_list {
    int count;
    struct {
        const char *name, *type;
        int offset;
    } list[];
} mtl_ivar_list;

typedef struct mtl_protocol {
    Class isa; /* a version number before the program runs */
    const char *name;
    struct mtl_protocol_list *protocols;
} mtl_protocol;

typedef struct mtl_protocol_list {
    struct mtl_protocol_list *next;
    long count;
    mtl_protocol *list[];
} mtl_protocol_list;

typedef struct mtl_class_record {
    void *isa;
    const char *super_name; /* its address, once the runtime knows the class */
    const char *name;
    long version;
    unsigned long info;
    long size; /* not above 0: less what the superclass has, and the offsets of instance variables count from there */
    mtl_ivar_list *ivars;
    void *methods, *table, *first_subclass, *next_sibling;
    mtl_protocol_list *protocols;
    void *collector;
    /* GCC's ends here. */
    long abi_version;
    int **ivar_offsets; /* where compiled code reads them */
} mtl_class_record;

typedef struct mtl_category {
    const char *name, *class_name;
    void *instance_methods, *class_methods;
    mtl_protocol_list *protocols;
} mtl_category;

typedef struct mtl_symbols {
    unsigned long selector_count;
    void *selectors;
    unsigned short class_count, category_count;
    void *definitions[]; /* classes, then categories */
} mtl_symbols;

typedef struct mtl_module {
    unsigned long version, size;
    const char *name;
    mtl_symbols *symbols;
} mtl_module;

/* Makes what a module defines known to GCC's runtime. */
void mtl_module_load(mtl_module *given);

#endif
