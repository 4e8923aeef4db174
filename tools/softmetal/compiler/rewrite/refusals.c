/* refusals.c: what MSL refuses and clang would take is marked with words that clang refuses; diagnose.c says why. */
#include "rewriter.h"
#include <string.h>

void refuse_long_long(rewriter *r, uint32_t i)
{
    if (is(r, previous(r, i), "long"))
        put_before(r, i, "__attribute__((__msl_refused_long_long)) ");
    else if (is(r, next(r, i), "double"))
        put_before(r, i, "__attribute__((__msl_refused_long_double)) ");
}

void refuse_main(rewriter *r, uint32_t i)
{
    if (is(r, next(r, i), "(") && at_namespace_scope(r, i))
        put_instead(r, i, "__msl_refused_main");
}

/* noexcept after a parameter list is a promise; elsewhere it is an operator. */
void refuse_noexcept(rewriter *r, uint32_t i)
{
    static const char *const expressions[] = {"=", "(", ",", "return", "!", "&&", "||", "?", "==", "!=", "{", NULL};
    if (is(r, next(r, i), "(") && is_any(r, previous(r, i), expressions))
        put_instead(r, i, "__msl_refused_noexcept");
}

/* Whether the `*` or `&` at i follows a class of the program's, by its name, where only a declaration can stand: among
 * a function's parameters or at the start of a statement. */
static bool is_declared_type(const rewriter *r, uint32_t i)
{
    static const char *const words[] = {"const", "volatile", "struct", "static", "inline", "constexpr", NULL};
    uint32_t name = previous(r, i), open = r->list.token[i].outer;
    while (is(r, name, "const") || is(r, name, "volatile"))
        name = previous(r, name);
    const structure *s = is_kind(r, name, TOKEN_WORD) ? find_structure(r, name) : NULL;
    if (!s || is(r, previous(r, name), "::"))
        return false;
    uint32_t before = previous(r, name);
    while (is_any(r, before, words))
        before = previous(r, before);
    if (!is(r, before, "(") && !is(r, before, ","))
        return starts_statement(r, next(r, before)) && is_kind(r, next(r, i), TOKEN_WORD);
    return is(r, open, "(") && at_namespace_scope(r, open) && is_kind(r, previous(r, open), TOKEN_WORD) &&
           statement_start(r, open) != previous(r, open);
}

/* Whether a word names a type of the language or its library, by itself or, where `arguments` says so, with arguments
 * of a template. */
static bool names_type(const rewriter *r, uint32_t word, bool arguments)
{
    static const char *const types[] = {
        "void",       "bool",        "char",         "uchar",        "short",    "ushort",    "int",
        "uint",       "long",        "ulong",        "half",         "bfloat",   "float",     "unsigned",
        "signed",     "int8_t",      "uint8_t",      "int16_t",      "uint16_t", "int32_t",   "uint32_t",
        "int64_t",    "uint64_t",    "size_t",       "ptrdiff_t",    "intptr_t", "uintptr_t", "atomic_bool",
        "atomic_int", "atomic_uint", "atomic_ulong", "atomic_float", NULL};
    static const char *const templates[] = {"vec", "packed_vec", "matrix", "array", "atomic", NULL};
    static const char *const matrices[] = {"half2x2",  "half2x3",  "half2x4",  "half3x2",  "half3x3",
                                           "half3x4",  "half4x2",  "half4x3",  "half4x4",  "float2x2",
                                           "float2x3", "float2x4", "float3x2", "float3x3", "float3x4",
                                           "float4x2", "float4x3", "float4x4", NULL};
    if (arguments)
        return is_any(r, word, templates);
    return is_any(r, word, types) || is_any(r, word, matrices) || vector_size(r, word) || packed_size(r, word);
}

/* The `)` of `coherent(device)`. */
static bool is_scope(const rewriter *r, uint32_t i)
{
    return is(r, i, ")") && partner(r, i) < i && is(r, previous(r, partner(r, i)), "coherent");
}

/* `int *p`: a pointer or reference to a built-in type or a class names an address space. */
void refuse_unqualified(rewriter *r, uint32_t i)
{
    static const char *const spaces[] = {"device",   "constant",    "thread", "threadgroup", "threadgroup_imageblock",
                                         "ray_data", "object_data", NULL};
    bool typed = is_declared_type(r, i), macro = false;
    uint32_t word = previous(r, i), open = is(r, word, ">") ? open_angle(r, word) : 0;
    if (open) {
        word = previous(r, open);
        typed = typed || names_type(r, word, true);
    }
    if (is(r, word, "::")) /* a pointer to a member */
        return;
    for (int steps = 0; steps < 16 && (is_kind(r, word, TOKEN_WORD) || is(r, word, "::") || is_scope(r, word));
         steps++, word = previous(r, word)) {
        if (is_scope(r, word))
            word = previous(r, partner(r, word));
        if (is_any(r, word, spaces))
            return;
        typed = typed || names_type(r, word, false);
        macro = macro || r->list.token[word].perhaps_space ||
                (is_kind(r, word, TOKEN_WORD) && looks_like_macro(r, word) && !find_structure(r, word));
    }
    if (typed && !macro && r->list.token[i].line == LINE_CODE)
        refuse(r, i, is(r, i, "*") ? "__msl_refused_pointer" : "__msl_refused_reference");
}

/* A local variable of a texture type that can be written (MSL 2.9), of array_ref (2.12.1), or of a structure with an
 * array of textures, which only argument buffers are (2.12). */
void refuse_local_resource(rewriter *r, uint32_t i)
{
    static const char *const textures[] = {"texture1d",         "texture1d_array", "texture2d",
                                           "texture2d_array",   "texture3d",       "texturecube",
                                           "texturecube_array", "texture_buffer",  NULL};
    const token *t = r->list.token;
    uint32_t type = skip_qualifiers(r, i), angle = next(r, type), close = is(r, angle, "<") ? close_angle(r, angle) : 0;
    uint32_t name = close ? next(r, close) : 0;
    if (!t[i].brace || t[i].outer != t[i].brace || t[t[i].brace].scope != SCOPE_CODE || t[i].line != LINE_CODE)
        return;
    const structure *s = is_kind(r, type, TOKEN_WORD) && is_kind(r, angle, TOKEN_WORD) ? find_structure(r, type) : NULL;
    if (s && s->resource_array && !is(r, next(r, angle), "("))
        refuse(r, angle, "__msl_refused_resource_array");
    if (!close || !is_kind(r, name, TOKEN_WORD))
        return;
    uint32_t end = name;
    while (!is(r, end, ";") && !is_end(r, end))
        end = skip(r, end);
    if (is_any(r, type, textures) &&
        !is(r, next(r, name), "[")) /* its access may be a macro or a parameter of a template */
        put_after(r, end, format(r, " __MSL_LOCAL_TEXTURE(%s);", join(r, name, name + 1)));
    else if (is(r, type, "array_ref"))
        refuse(r, name, "__msl_refused_array_ref");
}

/* `sampler s(filter::linear);` at program scope without constexpr (MSL 2.10). The text asks for it of local variables,
 * too, but programs of many hands have them without, so Apple's compiler takes those. */
void refuse_sampler(rewriter *r, uint32_t i)
{
    const token *t = r->list.token;
    uint32_t type = skip_qualifiers(r, i), name = next(r, type), open = next(r, name);
    if (!is(r, type, "sampler") || !is_kind(r, name, TOKEN_WORD) || t[i].line != LINE_CODE || is(r, t[i].outer, "(") ||
        (t[i].brace && t[t[i].brace].scope == SCOPE_CODE))
        return;
    bool options = is(r, open, "=") && is(r, skip_qualifiers(r, next(r, open)), "sampler");
    for (uint32_t k = open; opens(r, open) && k < partner(r, open); k = next(r, k))
        options = options || is(r, k, "::");
    if (options)
        refuse(r, name, "__msl_refused_sampler");
}

/* Storage that outlives the thread: in a kernel none (MSL 5.3), in other functions constants (MSL 4). What may hide in
 * a macro is given the benefit of the doubt. */
void refuse_static(rewriter *r, uint32_t i)
{
    static const char *const constants[] = {"constant", "constexpr", "const", NULL};
    const token *t = r->list.token;
    bool in_code = t[i].brace && t[t[i].brace].scope == SCOPE_CODE && t[i].outer == t[i].brace;
    for (uint32_t b = t[i].brace; in_code && b && t[b].scope == SCOPE_CODE; b = t[b].brace)
        if (t[b].kernel) {
            put_before(r, i, "__msl_refused_static ");
            return;
        }
    uint32_t name = 0;
    if (!in_code || t[i].line != LINE_CODE || !find_name(r, i, &name))
        return;
    for (uint32_t k = statement_start(r, i); k < name; k = next(r, k))
        if (is_any(r, k, constants) || looks_like_macro(r, k))
            return;
    put_before(r, i, "__msl_refused_local_static ");
}

static bool is_in_code(const rewriter *r, uint32_t i)
{
    const token *t = r->list.token;
    return t[i].brace && t[t[i].brace].scope == SCOPE_CODE && t[i].outer == t[i].brace && t[i].line == LINE_CODE;
}

/* `name: …` at the start of a statement, where only a goto could lead. */
void refuse_label(rewriter *r, uint32_t i)
{
    static const char *const before[] = {";", "{", "}", NULL};
    static const char *const others[] = {"default", "case", "enum", "struct", "class", NULL};
    if (is_in_code(r, i) && is_any(r, previous(r, i), before) && is_kind(r, i, TOKEN_WORD) && is(r, next(r, i), ":") &&
        !is_any(r, i, others) && !looks_like_macro(r, i) && !is(r, previous(r, r->list.token[i].brace), "="))
        put_before(r, i, "__msl_refused_label ");
}

/* A variable of a function that is to lie in the constant address space and is no static one, and an array of no
 * elements. What may hide in a macro is given the benefit of the doubt. */
void refuse_variable(rewriter *r, uint32_t i)
{
    static const char *const others[] = {"return", "else",   "case",  "goto",   "do",      "throw",
                                         "delete", "static", "using", "extern", "typedef", NULL};
    uint32_t name = 0, bound;
    bool constant = false;
    if (!is_kind(r, i, TOKEN_WORD) || r->list.token[i].line != LINE_CODE || !find_name(r, i, &name))
        return;
    for (uint32_t k = i; k < name; k = next(r, k)) {
        if (is(r, k, "<") && close_angle(r, k))
            k = close_angle(r, k);
        if (is_any(r, k, others) || (is_kind(r, k, TOKEN_WORD) && looks_like_macro(r, k)))
            return;
        constant = constant || is(r, k, "constant");
    }
    if (constant && is_in_code(r, i))
        refuse(r, name, "__msl_refused_automatic");
    bound = next(r, next(r, name));
    if (is(r, next(r, name), "[") && is(r, bound, "0") && is(r, next(r, bound), "]"))
        refuse(r, name, "__msl_refused_no_elements");
}

/* Assembler instructions. A name for the assembler behind a declarator is left for clang. */
void refuse_asm(rewriter *r, uint32_t i)
{
    if (starts_statement(r, i) && r->list.token[i].line == LINE_CODE && !r->list.token[i].instead)
        put_before(r, i, "__msl_refused_asm ");
}

/* Placement new names the address space of what it makes. */
void refuse_new(rewriter *r, uint32_t i)
{
    static const char *const spaces[] = {"device", "thread", "threadgroup", NULL};
    uint32_t open = next(r, i), type = is(r, open, "(") ? skip(r, open) : 0;
    if (!type || !opens(r, open) || !is_kind(r, type, TOKEN_WORD) || r->list.token[i].line != LINE_CODE)
        return;
    if (!is_any(r, type, spaces)) {
        put_before(r, i, "__msl_refused_new ");
        return;
    }
    put_after(r, open, format(r, "__msl_place_in_%s(", join(r, type, type + 1)));
    put_before(r, partner(r, open), ")");
}

/* Marks `[…]` where an operand starts: a lambda. */
void mark_lambda(rewriter *r, uint32_t i)
{
    static const char *const before[] = {"=", "(", ",", "return", "{", ";", "}", "?", ":", "&&", "||", NULL};
    static const char *const after[] = {"(", "{", NULL};
    if (is_any(r, previous(r, i), before) && !is_attribute(r, i) && opens(r, i) && is_any(r, skip(r, i), after))
        put_before(r, i, "__MSL_SINCE_lambda ");
}

/* Where `T *a = …;` declares a pointer that is not itself constant: its name, or 0. */
static uint32_t find_pointer(const rewriter *r, uint32_t i)
{
    static const char *const ends[] = {";", "=", NULL};
    bool pointer = false, constant = false;
    for (int steps = 0; steps < FAR && !is_any(r, i, ends); steps++, i = next(r, i)) {
        uint32_t angle = is(r, i, "<") ? close_angle(r, i) : 0;
        if (angle)
            i = angle;
        else if (is(r, i, "*"))
            pointer = true, constant = false;
        else if (is(r, i, "constant"))
            constant = true;
        else if (!is_kind(r, i, TOKEN_WORD) && !is(r, i, "::"))
            return 0;
    }
    return pointer && !constant && is_any(r, i, ends) ? previous(r, i) : 0;
}

/* A variable at program scope is constant, or a sampler. What may hide in a macro is given the benefit of the doubt. */
void refuse_program_scope(rewriter *r, uint32_t i)
{
    static const char *const others[] = {"threadgroup", "sampler", "array",  "typedef",       "using", "namespace",
                                         "template",    "enum",    "struct", "class",         "union", "friend",
                                         "operator",    "kernel",  "return", "__attribute__", NULL};
    uint32_t name = 0;
    bool outside = at_namespace_scope(r, i) && !is(r, r->list.token[i].outer, "(");
    while (outside && is_attribute(r, i))
        i = skip(r, i);
    if (!outside || !is_kind(r, i, TOKEN_WORD))
        return;
    bool plain = find_name(r, i, &name);
    if (!plain && !(name = find_pointer(r, i)))
        return;
    if (is_attribute(r, next(r, name)) || (is(r, i, "extern") && is_kind(r, next(r, i), TOKEN_TEXT)))
        return;
    for (uint32_t k = i; k < name; k = next(r, k))
        if (is_any(r, k, others) || (plain && is(r, k, "constant")) ||
            (is_kind(r, k, TOKEN_WORD) && looks_like_macro(r, k)))
            return;
    refuse(r, name, "__msl_refused_program_scope");
}

void note_own_tensors(rewriter *r, uint32_t i)
{
    (void)i;
    r->own_tensors = true;
}

/* A tensor that a shader makes cannot be a member (MSL 2.22.2.7), nor can a cooperative one (2.22.3). Its type may have
 * any name, so clang looks at each member of a class, in a program that has spoken of such tensors. */
void check_members(rewriter *r, uint32_t body, uint32_t close)
{
    static const char *const no_member[] = {"using", "typedef", "static", "friend", "template", "operator", NULL},
                             *const own[] = {"tensor_inline", "tensor_ops", "cooperative_tensor", NULL};
    for (uint32_t i = next(r, body); i < close && !r->own_tensors; i = next(r, i))
        r->own_tensors = is_any(r, i, own);
    uint32_t name = 0;
    bool member = r->own_tensors;
    for (uint32_t i = next(r, body); i < close && r->own_tensors; i = skip(r, i)) {
        uint32_t after = next(r, i);
        if (is(r, i, "(") || is(r, i, "{") || is_any(r, i, no_member))
            member = false;
        if (member && is_kind(r, i, TOKEN_WORD) && (is(r, after, ";") || is(r, after, "[") || is(r, after, "=")))
            name = name ? name : i;
        if (!is(r, i, ";") && !is(r, i, "{") && !is(r, previous(r, i), "}"))
            continue;
        if (member && name && is(r, i, ";"))
            put_after(r, i, format(r, " __MSL_MEMBER_TYPE(%s);", join(r, name, name + 1)));
        name = 0;
        member = true;
    }
}

#define REFUSALS(R)                                                                                                    \
    R(double, "'double' is not supported in Metal")                                                                    \
    R(goto, "'goto' is not supported in Metal")                                                                        \
    R(virtual, "virtual functions are not supported in Metal")                                                         \
    R(dynamic_cast, "'dynamic_cast' is not supported in Metal")                                                        \
    R(typeid, "'typeid' is not supported in Metal")                                                                    \
    R(throw, "exceptions are not supported in Metal")                                                                  \
    R(try, "exceptions are not supported in Metal")                                                                    \
    R(catch, "exceptions are not supported in Metal")                                                                  \
    R(thread_local, "'thread_local' is not supported in Metal")                                                        \
    R(register, "'register' is not supported in Metal")                                                                \
    R(__msl_refused_long_long, "'long long' is not supported in Metal")                                                \
    R(__msl_refused_long_double, "'long double' is not supported in Metal")                                            \
    R(__msl_refused_asm, "assembler instructions are not supported in Metal")                                          \
    R(__msl_refused_main, "a function cannot be named 'main' in Metal")                                                \
    R(__msl_refused_noexcept, "the 'noexcept' operator is not supported in Metal")                                     \
    R(__msl_refused_program_scope, "program scope variable must reside in constant address space")                     \
    R(__msl_refused_threadgroup_initializer, "variable in threadgroup address space cannot have an initializer")       \
    R(__msl_refused_pointer, "pointer type must have explicit address space qualifier")                                \
    R(__msl_refused_reference, "reference type must have explicit address space qualifier")                            \
    R(__msl_refused_constant_initializer, "a function constant cannot have an initializer")                            \
    R(__msl_refused_constant_without_value, "variable in constant address space must be initialized")                  \
    R(__msl_refused_new, "placement new needs the address space of the object's type in Metal")                        \
    R(__msl_refused_array_ref, "an array_ref can only be a parameter of a function that is no kernel")                 \
    R(__msl_refused_resource_array, "a local variable cannot have an array of textures or samplers as its member")     \
    R(__msl_refused_sampler, "a sampler initialized in source must be declared constexpr")                             \
    R(__msl_refused_static, "variables inside a kernel cannot be static")                                              \
    R(__msl_refused_local_static, "static variable must reside in constant address space")                             \
    R(__msl_refused_union, "an argument buffer cannot contain a union")                                                \
    R(__msl_refused_range, "a value that does not fit in 32 bits")                                                     \
    R(__msl_refused_derived, "the type of a kernel's argument cannot be a derived class")                              \
    R(__msl_refused_member, "a structure of resources as a kernel's argument can have no other members")               \
    R(__msl_refused_label, "labeled statements are not supported in Metal")                                            \
    R(__msl_refused_automatic, "automatic variable qualified with an address space")                                   \
    R(__msl_refused_no_elements, "zero-length arrays are not permitted")                                               \
    R(__msl_refused_kernel_member, "a kernel function cannot be a member function")                                    \
    R(__msl_refused_no_index, "an attribute of resources takes one argument")                                          \
    R(__msl_refused_place, "attributes of a kernel stand before its declaration")

#define REFUSAL_ROW(word, text) {#word, text},
const sm_refusal sm_refusals[] = {REFUSALS(REFUSAL_ROW){NULL, NULL}};

#define REFUSAL_WORD(word, text) " " #word
#define BEFORE(major, minor, word) "#if __METAL_VERSION__ < " #major #minor "0\n#pragma GCC poison " word "\n"
#define SINCE_MARKED(major, minor, name)                                                                               \
    BEFORE(major, minor, "__MSL_SINCE_" #name) "#else\n#define __MSL_SINCE_" #name "\n#endif\n"
#define SINCE_ATTRIBUTE SINCE_MARKED
#define SINCE_WORD(major, minor, name) BEFORE(major, minor, #name) "#endif\n"
#define SINCE_NAMED(major, minor, name) ""
#define SINCE_CLANG(major, minor, name) ""
#define SINCE_CODE(major, minor, name) ""
#define SINCE(major, minor, kind, name, subject) SINCE_##kind(major, minor, name),
const char *const sm_source_prologue[] = {"#pragma GCC poison" REFUSALS(REFUSAL_WORD) "\n",
#include "tables/versions.def"
                                          "#if __METAL_VERSION__ < 230\n"
                                          "#pragma OPENCL EXTENSION __cl_clang_function_pointers : disable\n"
                                          "#endif\n"
                                          "#if __METAL_VERSION__ < 400\n"
                                          "#pragma clang diagnostic warning \"-Wpre-c++17-compat\"\n"
                                          "#endif\n"
                                          "# 1 \"" SM_SOURCE_NAME "\"\n",
                                          NULL};
