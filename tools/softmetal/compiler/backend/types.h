/* types.h: from the text of a C++ type, as a demangler writes it, to what Metal's reflection says of it. */
#ifndef SOFTMETAL_TYPES_H
#define SOFTMETAL_TYPES_H
#include "support/context.h"

/* What a mangled name stands for, `void ns::name<int>(float*)`, or NULL if it is not mangled. */
char *demangle(const char *symbol);

/* Splits the parameter list of a demangled function into texts; returns their number. The texts live as long as the
 * process. */
size_t parameter_types(const char *demangled, const char ***types);

/* Fills in type_name, data_type, data_size, data_alignment, count, writable and what textures have, from the text of
 * the parameter's type. Sizes of the program's structs come from the module. */
void describe_type(LLVMModuleRef module, const char *text, sm_argument *argument);

/* MTLDataType of an MSL scalar or vector type ("float4"), or 0. */
uint32_t data_type_of(const char *name);
#endif
