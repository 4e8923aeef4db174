/* types.c: see types.h. Opaque pointers hide what a parameter points to, and full debug information costs more than the
 * rest of the compilation; a function's mangled name has the types of its parameters for nothing. */
#include "types.h"
#include <ctype.h>
#include <llvm-c/Target.h>
#include <stdlib.h>
#include <string.h>

/* MTLDataType: vectors follow their scalar; sizes in bytes */
static const struct {
    const char *cxx, *msl;
    uint32_t data_type, size;
} scalars[] = {
    {"float", "float", 3, 4},
    {"half", "half", 16, 2},
    {"int", "int", 29, 4},
    {"unsigned int", "uint", 33, 4},
    {"short", "short", 37, 2},
    {"unsigned short", "ushort", 41, 2},
    {"char", "char", 45, 1},
    {"signed char", "char", 45, 1},
    {"unsigned char", "uchar", 49, 1},
    {"bool", "bool", 53, 1},
    {"long", "long", 81, 8},
    {"unsigned long", "ulong", 85, 8},
    {"metal::bfloat", "bfloat", 121, 2},
    {"bfloat", "bfloat", 121, 2},
};
enum {
    SCALARS = sizeof scalars / sizeof *scalars,
    DATA_FLOAT2X2 = 7,
    DATA_HALF2X2 = 20,
};

/* LLVM's own demangler, since it must number substitutions as clang does where address spaces are involved. It has no C
 * interface: this is its C++ function, and the class it takes by value as libstdc++ lays it out. */
struct string_view {
    size_t length;
    const char *text;
};
char *itanium_demangle(struct string_view name, bool parse_parameters) __asm__(
    "_ZN4llvm15itaniumDemangleESt17basic_string_viewIcSt11char_traitsIcEEb");

char *demangle(const char *symbol)
{
    return itanium_demangle((struct string_view){strlen(symbol), symbol}, true);
}

uint32_t data_type_of(const char *name)
{
    for (size_t i = 0; i < SCALARS; i++) {
        size_t n = strlen(scalars[i].msl);
        if (strncmp(name, scalars[i].msl, n) != 0)
            continue;
        if (name[n] == 0)
            return scalars[i].data_type;
        if (name[n] >= '2' && name[n] <= '4' && name[n + 1] == 0)
            return scalars[i].data_type + (uint32_t)(name[n] - '1');
    }
    return 0;
}

static const char *copy(const char *from, const char *to)
{
    while (from < to && isspace((unsigned char)*from))
        from++;
    while (to > from && isspace((unsigned char)to[-1]))
        to--;
    return format_text("%.*s", (int)(to - from), from);
}

/* First `c` outside brackets at or after p, or the end. */
static const char *find_outside(const char *p, char c)
{
    for (int depth = 0; *p; p++) {
        if (depth == 0 && *p == c)
            return p;
        if (strchr("(<[", *p))
            depth++;
        else if (strchr(")>]", *p))
            depth--;
        if (depth < 0)
            return p;
    }
    return p;
}

size_t parameter_types(const char *demangled, const char ***types)
{
    const char *open = demangled;
    static const char unnamed[] = "(anonymous namespace)";
    for (;; open += sizeof unnamed - 1) {
        open = find_outside(open, '(');
        if (strncmp(open, unnamed, sizeof unnamed - 1) != 0)
            break;
    }
    size_t n = 0;
    *types = NULL;
    if (!*open || open[1] == ')')
        return 0;
    for (const char *p = open + 1;; p++) {
        const char *end = find_outside(p, ',');
        *types = realloc(*types, (n + 1) * sizeof **types);
        (*types)[n++] = copy(p, end);
        if (*end != ',')
            return n;
        p = end;
    }
}

/* Removes a trailing word (a qualifier); returns whether it was there. */
static bool drop_suffix(char *text, const char *suffix)
{
    size_t n = strlen(text), m = strlen(suffix);
    if (n < m || strcmp(text + n - m, suffix) != 0)
        return false;
    text[n - m] = 0;
    return true;
}

/* Removes qualifiers and address spaces at the end of a type; *is_const if one of them was const. */
static void drop_qualifiers(char *text, bool *is_const)
{
    for (bool again = true; again;) {
        again = false;
        if (drop_suffix(text, " const"))
            again = *is_const = true;
        again |= drop_suffix(text, " volatile") || drop_suffix(text, " ");
        size_t n = strlen(text);
        if (n > 4 && text[n - 4] == ' ' && text[n - 3] == 'A' && text[n - 2] == 'S' &&
            isdigit((unsigned char)text[n - 1])) {
            *is_const |= text[n - 1] == '2';
            text[n - 4] = 0;
            again = true;
        }
    }
}

static size_t scalar_index(const char *text, size_t length)
{
    for (size_t i = 0; i < SCALARS; i++) {
        if (strlen(scalars[i].cxx) == length && strncmp(scalars[i].cxx, text, length) == 0)
            return i;
    }
    return SCALARS;
}

/* If text is `name<A, B, …>`, the texts of the arguments and their number; otherwise 0. */
static size_t template_arguments(const char *text, const char *name, const char *argument[4])
{
    size_t n = strlen(name), count = 0;
    if (strncmp(text, name, n) != 0 || text[n] != '<')
        return 0;
    for (const char *p = text + n + 1; count < 4; p++) {
        const char *end = find_outside(p, ',');
        argument[count++] = copy(p, end);
        if (*end != ',')
            break;
        p = end;
    }
    return count;
}

static bool describe_vector(const char *text, sm_argument *a)
{
    const char *t[4];
    bool packed = template_arguments(text, "metal::packed_vec", t) == 2;
    if (!packed && template_arguments(text, "metal::vec", t) != 2)
        return false;
    size_t s = scalar_index(t[0], strlen(t[0]));
    uint32_t n = (uint32_t)strtoul(t[1], NULL, 10);
    if (s == SCALARS || n < 2 || n > 4)
        return false;
    a->type_name = format_text("%s%s%u", packed ? "packed_" : "", scalars[s].msl, n);
    a->data_type = scalars[s].data_type + n - 1;
    a->data_alignment = packed ? scalars[s].size : scalars[s].size * (n == 3 ? 4 : n);
    a->data_size = packed ? scalars[s].size * n : a->data_alignment;
    return true;
}

static bool describe_matrix(const char *text, sm_argument *a)
{
    const char *t[4];
    if (template_arguments(text, "metal::matrix", t) < 3)
        return false;
    size_t s = scalar_index(t[0], strlen(t[0]));
    uint32_t columns = (uint32_t)strtoul(t[1], NULL, 10), rows = (uint32_t)strtoul(t[2], NULL, 10);
    if (s == SCALARS || columns < 2 || columns > 4 || rows < 2 || rows > 4)
        return false;
    a->type_name = format_text("%s%ux%u", scalars[s].msl, columns, rows);
    uint32_t first = scalars[s].data_type == 16 ? DATA_HALF2X2 : DATA_FLOAT2X2;
    a->data_type = first + 3 * (columns - 2) + rows - 2;
    a->data_alignment = scalars[s].size * (rows == 3 ? 4 : rows);
    a->data_size = a->data_alignment * columns;
    return true;
}

static const struct {
    const char *name;
    uint32_t type; /* MTLTextureType */
} textures[] = {
    {"texture1d", 0},          {"texture1d_array", 1}, {"texture2d", 2},         {"texture2d_array", 3},
    {"texture2d_ms", 4},       {"texturecube", 5},     {"texturecube_array", 6}, {"texture3d", 7},
    {"texture2d_ms_array", 8}, {"texture_buffer", 9},  {"depth2d", 2},           {"depth2d_array", 3},
    {"depth2d_ms", 4},         {"depthcube", 5},       {"depthcube_array", 6},   {"depth2d_ms_array", 8},
};

static bool describe_texture(const char *text, sm_argument *a)
{
    for (size_t i = 0; i < sizeof textures / sizeof *textures; i++) {
        const char *t[4];
        char *name = format_text("metal::%s", textures[i].name);
        size_t n = template_arguments(text, name, t);
        if (!n)
            continue;
        /* `(metal::access)2`: sample, read, write, read_write */
        const char *digit = n > 1 ? strpbrk(t[1], "0123456789") : NULL;
        uint32_t access = digit ? (uint32_t)strtoul(digit, NULL, 10) : 0;
        size_t s = scalar_index(t[0], strlen(t[0]));
        a->texture_type = textures[i].type;
        a->texture_access = access == 2 ? 2 : access == 3 ? 1 : 0; /* MTLArgumentAccess */
        a->data_type = s < SCALARS ? scalars[s].data_type : 0;
        a->writable = access >= 2;
        static const char *const names[] = {"sample", "read", "write", "read_write"};
        a->type_name =
            format_text("%s<%s, access::%s>", textures[i].name, s < SCALARS ? scalars[s].msl : t[0], names[access & 3]);
        a->kind = SM_TEXTURE;
        a->data_size = a->data_alignment = 8;
        return true;
    }
    return false;
}

/* Formats of a few bits, and their MTLTensorDataType. */
static const struct {
    const char *name;
    uint32_t type;
} formats[] = {
    {"metal::int4b_format", 143},           {"metal::uint4b_format", 144},
    {"metal::int2b_format", 150},           {"metal::uint2b_format", 149},
    {"metal::metal_fp8_e5m2_format", 141},  {"metal::metal_fp8_e4m3_format", 142},
    {"metal::metal_fp8_ue8m0_format", 145}, {"metal::metal_fp4_e2m1_format", 148},
};

static uint32_t tensor_element(const char *text, bool *writable)
{
    char *element = format_text("%s", text);
    bool is_const = false;
    drop_qualifiers(element, &is_const);
    *writable = !is_const;
    size_t s = scalar_index(element, strlen(element));
    for (size_t i = 0; s == SCALARS && i < sizeof formats / sizeof *formats; i++)
        if (strcmp(element, formats[i].name) == 0)
            return formats[i].type;
    return s < SCALARS ? scalars[s].data_type : 0;
}

/* The extents of a tensor, ` -1` for those that are dynamic. */
static const char *list_extents(const char *text)
{
    const char *list = "";
    const char *p = text + strcspn(text, ",");
    while (*p == ',') {
        unsigned long extent = strtoul(p + 1, NULL, 10);
        list = format_text("%s %ld", list, extent == UINT64_MAX ? -1 : (long)extent);
        p++;
        p += strcspn(p, ",>");
    }
    return list;
}

/* A tensor that a host binds: a handle, perhaps with a plane of scales. Its type's name ends with its extents. */
static bool describe_tensor(const char *text, sm_argument *a)
{
    const char *t[4];
    size_t n = template_arguments(text, "metal::tensor", t);
    bool scaled = n == 4 && strncmp(t[3], "metal::tensor_blockwise<", 24) == 0;
    if (n < 2 || (n == 4 && !scaled) || (n > 2 && !strstr(t[2], "tensor_handle")) || !strstr(t[1], "metal::extents<"))
        return false;
    const char *index = copy(t[1] + strlen("metal::extents<"), t[1] + strcspn(t[1], ","));
    size_t s = scalar_index(index, strlen(index));
    a->texture_type = tensor_element(t[0], &a->writable);
    a->texture_access = s < SCALARS ? scalars[s].data_type : 0;
    a->type_name = format_text("tensor%s%s", scaled ? "_scaled" : "", list_extents(t[1]));
    a->data_type = SM_DATA_TENSOR;
    a->data_size = a->data_alignment = 8;
    return true;
}

/* Clang packs structs that LLVM would lay out otherwise, so alignment follows from the members. */
static uint32_t alignment_of(LLVMTypeRef type)
{
    uint32_t most = 1;
    LLVMTypeRef element;
    switch (LLVMGetTypeKind(type)) {
    case LLVMStructTypeKind:
        for (unsigned i = 0; i < LLVMCountStructElementTypes(type); i++) {
            uint32_t member = alignment_of(LLVMStructGetTypeAtIndex(type, i));
            most = member > most ? member : most;
        }
        return most;
    case LLVMArrayTypeKind: return alignment_of(LLVMGetElementType(type));
    case LLVMVectorTypeKind:
        element = LLVMGetElementType(type);
        return alignment_of(element) * (LLVMGetVectorSize(type) == 2 ? 2 : 4);
    case LLVMIntegerTypeKind: return (LLVMGetIntTypeWidth(type) + 7) / 8;
    case LLVMHalfTypeKind:
    case LLVMBFloatTypeKind: return 2;
    case LLVMFloatTypeKind: return 4;
    default: return 8;
    }
}

/* A struct of the program: its size from the module, if the module uses it. */
static void describe_struct(LLVMModuleRef module, const char *text, sm_argument *a)
{
    LLVMTypeRef type = LLVMGetTypeByName2(LLVMGetModuleContext(module), format_text("struct.%s", text));
    if (!type)
        type = LLVMGetTypeByName2(LLVMGetModuleContext(module), format_text("union.%s", text));
    a->type_name = text;
    a->data_type = SM_DATA_STRUCT;
    if (!type || !LLVMTypeIsSized(type))
        return;
    LLVMTargetDataRef layout = LLVMGetModuleDataLayout(module);
    a->data_size = (uint32_t)LLVMABISizeOfType(layout, type);
    a->data_alignment = alignment_of(type);
}

static void describe_value(LLVMModuleRef module, const char *text, sm_argument *a)
{
    const char *t[4];
    size_t s = scalar_index(text, strlen(text)), bracket = strcspn(text, "[");
    if (s < SCALARS) {
        a->type_name = scalars[s].msl;
        a->data_type = scalars[s].data_type;
        a->data_size = a->data_alignment = scalars[s].size;
    } else if (template_arguments(text, "metal::array", t) == 2) {
        describe_value(module, t[0], a);
        uint32_t n = (uint32_t)strtoul(t[1], NULL, 10);
        a->count = n ? n : 1;
        a->type_name = format_text("array<%s, %u>", a->type_name, n);
        if (a->kind != SM_TEXTURE && a->kind != SM_SAMPLER) {
            a->data_size *= n;
            a->data_type = SM_DATA_ARRAY;
        }
    } else if (strcmp(text, "metal::sampler") == 0) {
        a->type_name = "sampler";
        a->kind = SM_SAMPLER;
        a->data_type = SM_DATA_SAMPLER;
        a->data_size = a->data_alignment = 8;
    } else if (template_arguments(text, "metal::visible_function_table", t)) {
        a->type_name = text + strlen("metal::");
        a->data_type = SM_DATA_FUNCTION_TABLE;
        a->data_size = a->data_alignment = 8;
    } else if (strcmp(text, "metal::command_buffer") == 0 || strcmp(text, "metal::compute_pipeline_state") == 0) {
        a->type_name = text + strlen("metal::");
        a->data_type = strcmp(a->type_name, "command_buffer") == 0 ? SM_DATA_COMMAND_BUFFER : SM_DATA_PIPELINE;
        a->data_size = a->data_alignment = 8;
    } else if (describe_tensor(text, a)) {
        return;
    } else if (strncmp(text, "metal::__atomic_object<", 23) == 0) {
        template_arguments(text, "metal::__atomic_object", t);
        describe_value(module, t[0], a);
        a->type_name = format_text("atomic_%s", a->type_name);
    } else if (text[bracket]) {
        bool is_const = false;
        char *element = format_text("%.*s", (int)bracket, text);
        drop_qualifiers(element, &is_const);
        drop_suffix(element, " (&)");
        describe_value(module, element, a);
    } else if (!describe_vector(text, a) && !describe_matrix(text, a) && !describe_texture(text, a)) {
        if (strchr("*&", text[strlen(text) - 1]) && *text) {
            a->type_name = text;
            a->data_type = SM_DATA_POINTER;
            a->data_size = a->data_alignment = 8;
        } else {
            describe_struct(module, text, a);
        }
    }
}

void describe_type(LLVMModuleRef module, const char *text, sm_argument *a)
{
    char *value = format_text("%s", text);
    bool is_const = false, unused = false;
    drop_qualifiers(value, &unused); /* of the pointer itself */
    bool points = drop_suffix(value, "*") || drop_suffix(value, "&");
    char *reference = points ? NULL : strstr(value, " (&)"), *pointer = points ? NULL : strstr(value, " (*)");
    if (reference || pointer) { /* `float AS3 (&) [4]`: the element is what counts */
        *(reference ? reference : pointer) = 0;
        points = true;
    }
    drop_qualifiers(value, points ? &is_const : &unused);
    a->writable = points && !is_const;
    describe_value(module, value, a);
    if (points && a->kind == SM_BUFFER) /* `constant array<float, 4> &` is one buffer */
        a->count = 1;
}
