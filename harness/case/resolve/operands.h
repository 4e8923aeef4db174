/* operands.h: the axis `assay run --operands`: the same program, but one of its inputs comes another way than by the
 * buffer it is read from. Compilers fold what they know of an operand, each kind of knowledge in a place of its own. */
#ifndef ASSAY_OPERANDS_H
#define ASSAY_OPERANDS_H
#include "../case.h"

typedef enum operand_kind {
    OPERANDS_BUFFER,   /* as the case has it */
    OPERANDS_LITERAL,  /* written in the program */
    OPERANDS_CONSTANT, /* function constants */
    OPERANDS_UNIFORM,  /* a uniform<T> */
    OPERANDS_HELPER,   /* the result of a function that is not inlined */
    OPERANDS_BYTES,    /* by setBytes, in the constant address space */
    OPERANDS_KINDS
} operand_kind;
/* `literal` …; NULL for OPERANDS_BUFFER. */
const char *operand_kind_name(operand_kind kind);

enum { OPERAND_MOST_WORDS = 16, OPERAND_FIRST_CONSTANT = 60000 };
/* Elements of an input as words of function constants, from index OPERAND_FIRST_CONSTANT on; returns how many. */
size_t operand_words(assay_type type, size_t count, const void *elements, uint32_t words[OPERAND_MOST_WORDS]);

/* Whether the program has input `argument` by reference, as one object: a value by setBytes, a matrix. Then `content`
 * below is all of it, and otherwise one element. */
bool operand_is_whole(const case_instance *instance, size_t argument);

/* Whether all other inputs may keep their contents while this one is the same element everywhere. Where a generator
 * makes several inputs that fit each other only together, they have to be taken from the same place. */
bool operand_is_free(const case_argument *argument);

/* The program in which reads of input `argument`, `NAME[…]` or of a reference `NAME`, become what `kind` says;
 * `content` is its value for all kinds but a helper, which reads what the program does. The caller frees; NULL with why
 * it cannot be done. */
char *operand_program(const case_instance *instance, const char *source, size_t argument, operand_kind kind,
                      const void *content, const char **why);
#endif
