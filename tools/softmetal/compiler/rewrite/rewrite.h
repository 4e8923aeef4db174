/* rewrite.h: MSL into what clang's C++ for OpenCL takes, line for line, and clang's diagnostics back into Metal's.
 *
 * MSL's own notions reach the compiler's later stages as annotations, strings that clang carries into the IR: of
 * functions in `llvm.global.annotations`, of parameters in calls of `llvm.var.annotation`, of both through template
 * instantiation.
 *
 *   annotation                   on                    from
 *   msl.kernel                   function              kernel, [[kernel]]
 *   msl.name:N::F                function              its name as MSL shows it, with namespaces
 *   msl.host_name:TEXT           function              [[host_name("TEXT")]]; the last one counts
 *   msl.user_annotation:TEXT     function              [[user_annotation("TEXT")]], likewise
 *   msl.visible msl.stitchable   function              the attribute of that name
 *   msl.vertex msl.fragment      function              graphics functions, which are ignored
 *   msl.max_total_threads_per_threadgroup:X            [[max_total_threads_per_threadgroup(X)]]
 *   msl.required_threads_per_threadgroup:X , Y , Z     likewise
 *   msl.user:X                   function              [[user(X)]]
 *   msl.parameter:NAME           kernel parameter      its name (absent where a macro hides the parameter)
 *   msl.type:TEXT                kernel parameter      its type as the source spells it, macros replaced
 *   msl.buffer:X  msl.texture:X  msl.sampler:X  msl.threadgroup:X        the attributes of those names
 *   msl.function_constant:X      parameter             present only if the constant X is true
 *   msl.thread_position_in_grid  (and every other built-in input)        the attribute of that name
 *   msl.id:X                     member of a structure [[id(X)]]
 *   msl.attribute:X              likewise              [[attribute(X)]]
 *   msl.index:X                  a variable            its value is that of the expression X above, where X is more
 * than a number: an enumerator, a constant, a function constant
 *   msl.constant_type:NAME       a variable             its value is the MTLDataType of the function constant NAME
 *   msl.math:LC[:LINES:COLUMN]   a variable             a pragma of math: L is 1 where arithmetic may be rewritten, C
 * is 1 where it may be contracted across statements, each - where the pragma leaves it; from the variable's line (0:0:
 * at its line and column only) over LINES lines to COLUMN there, or to the end of the file
 *
 * X is the text of the expression between the parentheses with macros replaced, tokens separated as in the source.
 * A pointer or reference parameter without attribute has msl.parameter and msl.type only; reflection gives it its
 * index.
 *
 * Debug information has members, but no annotations of theirs: a class also gets __MSL_MEMBER(KIND, NAME, X) for each
 * member with [[id(X)]] or [[attribute(X)]] (KIND id, attribute), and KIND optional, X 0 for [[function_constant(…)]].
 *
 * Variables whose value is not the program's become external ones, of assembler names
 *   msl.function_constant.X.NAME.TYPE            a function constant; X as above, TYPE as the source spells it
 *   msl.function_constant_defined.X.NAME.TYPE    bool: is_function_constant_defined(NAME)
 *   msl.input.ATTRIBUTE.NAME                     a built-in input at program scope (MSL 5.9)
 *   msl.binding.KIND.X.NAME                      a buffer, texture, sampler or threadgroup bound at program scope
 * Program-scope constants that depend on function constants have dynamic initialisers (`llvm.global_ctors`).
 *
 * A threadgroup variable is a reference initialised by __msl_threadgroup_variable<T, ID, ALIGNMENT>()
 * (__msl/language.h). */
#ifndef SOFTMETAL_REWRITE_H
#define SOFTMETAL_REWRITE_H
#include <stdbool.h>
#include <stddef.h>

typedef struct sm_source sm_source; /* a program, rewritten, and the way back to the text its author wrote */

/* Rewrites `size` bytes of any content; they must outlive the result. NULL, and a sentence in `*log` (the caller
 * frees), if the program is too large or memory ran out: what is wrong with the program itself is left for clang to
 * say. */
sm_source *sm_source_create(const char *text, size_t size, char **log);
void sm_source_destroy(sm_source *source);
const char *sm_source_text(const sm_source *source); /* ends in a NUL that sm_source_size does not count */
size_t sm_source_size(const sm_source *source);
bool sm_source_has_math_pragmas(const sm_source *source); /* asks for other arithmetic than the options (MSL 1.6.3) */
bool sm_source_instantiates(const sm_source *source);     /* kernels of templates: what parts divide (clang.h) */

/* Words clang's diagnostics on the rewritten text, which it must know as SM_SOURCE_NAME, of a program of a version as
 * in __METAL_VERSION__ (0: any), as Metal words them on the author's: his columns, his types, the refused word's name,
 * an error inside a header at the line that caused it, and below each the line with a caret. The caller frees; NULL if
 * memory ran out. Run clang with -fno-caret-diagnostics. */
#define SM_SOURCE_NAME "program_source"
char *sm_source_diagnostics(const sm_source *source, unsigned version, const char *clang_output);
/* Whether clang took something that programs of the version do not have; the diagnostics then call it an error. */
bool sm_source_beyond(unsigned version, const char *clang_output);
/* The same for what the compile helper says of a program that clang took (SM_COMPLAINT_ABOUT in protocol.h). */
char *sm_source_complaints(const sm_source *source, const char *log);

/* What to put before the rewritten text, in lines of their own that no diagnostic counts. */
extern const char *const sm_source_prologue[]; /* ends in NULL */

#endif
