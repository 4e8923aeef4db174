/* debug_types.c: how the types of a kernel's parameters lie in memory, for a client that asks (MTLStructType, argument
 * encoders) and for stage-in. It is read from full debug information, with which the program is compiled once more when
 * somebody asks: members have names, offsets and types there. What their attributes say comes as static members of
 * known names, which the rewriter adds (`__MSL_MEMBER`). */
#include "types.h"
#include <llvm-c/DebugInfo.h>
#include <string.h>

/* DWARF's tags */
enum {
    TAG_ARRAY = 0x01,
    TAG_CLASS = 0x02,
    TAG_ENUMERATION = 0x04,
    TAG_MEMBER = 0x0d,
    TAG_POINTER = 0x0f,
    TAG_REFERENCE = 0x10,
    TAG_STRUCTURE = 0x13,
    TAG_UNION = 0x17,
    TAG_TYPEDEF = 0x16,
    TAG_INHERITANCE = 0x1c,
    TAG_BASE = 0x24,
    TAG_CONST = 0x26,
    TAG_VARIABLE = 0x34,
    TAG_VOLATILE = 0x35,
    TAG_NAMESPACE = 0x39,
    TAG_ATOMIC = 0x47
};
/* Operands of LLVM's nodes (llvm/IR/DebugInfoMetadata.h) */
enum {
    NODE_SCOPE = 1,
    TYPE_BASE = 5, /* of derived types; element of an array, of an enumeration its integer */
    TYPE_ELEMENTS, /* of composite types */
    SUBROUTINE_TYPES = 5,
    SUBPROGRAM_TYPE = 4,
    RANGE_COUNT = 0
};
enum { MAX_DEPTH = 12, MAX_TYPES = 20000 };

typedef struct layout {
    LLVMModuleRef module;
    sm_pack *out;
    LLVMMetadataRef open[MAX_DEPTH]; /* structures around the type being written */
    uint32_t depth, written;
} layout;

/* ---- nodes */
static uint32_t operand_count(const layout *l, LLVMMetadataRef node)
{
    return (uint32_t)LLVMGetMDNodeNumOperands(LLVMMetadataAsValue(LLVMGetModuleContext(l->module), node));
}

static LLVMValueRef operand_value(const layout *l, LLVMMetadataRef node, uint32_t n)
{
    LLVMValueRef value = LLVMMetadataAsValue(LLVMGetModuleContext(l->module), node);
    uint32_t count = (uint32_t)LLVMGetMDNodeNumOperands(value);
    if (n >= count)
        return NULL;
    LLVMValueRef *operand = allocate(count * sizeof *operand);
    LLVMGetMDNodeOperands(value, operand);
    return operand[n];
}

static LLVMMetadataRef operand(const layout *l, LLVMMetadataRef node, uint32_t n)
{
    LLVMValueRef value = operand_value(l, node, n);
    return value ? LLVMValueAsMetadata(value) : NULL;
}

static uint32_t tag_of(LLVMMetadataRef node)
{
    return node ? LLVMGetDINodeTag(node) : 0;
}

static const char *name_of(LLVMMetadataRef type)
{
    size_t n = 0;
    const char *name = LLVMDITypeGetName(type, &n);
    return format_text("%.*s", (int)n, name ? name : "");
}

/* Without typedefs and qualifiers. */
static LLVMMetadataRef strip(const layout *l, LLVMMetadataRef type, bool *is_const)
{
    for (;;) {
        switch (tag_of(type)) {
        case TAG_CONST: *is_const = true; break;
        case TAG_TYPEDEF:
        case TAG_VOLATILE:
        case TAG_ATOMIC: break;
        default: return type;
        }
        type = operand(l, type, TYPE_BASE);
    }
}

static bool is_structure(LLVMMetadataRef type)
{
    uint32_t tag = tag_of(type);
    return tag == TAG_STRUCTURE || tag == TAG_CLASS || tag == TAG_UNION;
}

/* A class of MSL's library, of which clients know the name only. */
static bool is_of_library(const layout *l, LLVMMetadataRef type)
{
    LLVMMetadataRef scope = operand(l, type, NODE_SCOPE);
    if (tag_of(scope) != TAG_NAMESPACE)
        return false;
    unsigned n = 0;
    LLVMValueRef name = operand_value(l, scope, 2);
    const char *text = name ? LLVMGetMDString(name, &n) : NULL;
    return text && n == 5 && memcmp(text, "metal", 5) == 0;
}

/* ---- alignment: debug information has it only where the program asks for one */
static uint32_t alignment_of(const layout *l, LLVMMetadataRef type, uint32_t depth);

static uint32_t alignment_of_structure(const layout *l, LLVMMetadataRef type, uint32_t depth)
{
    LLVMMetadataRef elements = operand(l, type, TYPE_ELEMENTS);
    uint32_t most = LLVMDITypeGetAlignInBits(type) / 8, count = elements ? operand_count(l, elements) : 0;
    for (uint32_t i = 0; i < count; i++) {
        LLVMMetadataRef m = operand(l, elements, i);
        uint32_t tag = tag_of(m);
        if ((tag != TAG_MEMBER && tag != TAG_INHERITANCE) || LLVMDITypeGetFlags(m) & LLVMDIFlagStaticMember)
            continue;
        uint32_t own = LLVMDITypeGetAlignInBits(m) / 8, its = alignment_of(l, operand(l, m, TYPE_BASE), depth + 1);
        own = own > its ? own : its;
        most = own > most ? own : most;
    }
    return most ? most : 1;
}

static uint32_t alignment_of(const layout *l, LLVMMetadataRef type, uint32_t depth)
{
    bool unused;
    type = strip(l, type, &unused);
    if (!type || depth > 4 * MAX_DEPTH)
        return 1;
    if (is_structure(type))
        return alignment_of_structure(l, type, depth);
    uint32_t size = (uint32_t)(LLVMDITypeGetSizeInBits(type) / 8);
    if (tag_of(type) == TAG_ARRAY && !(LLVMDITypeGetFlags(type) & LLVMDIFlagVector))
        return alignment_of(l, operand(l, type, TYPE_BASE), depth + 1);
    return size ? size : 1;
}

/* ---- writing */
static void write_type(layout *l, LLVMMetadataRef type);

static void write_head(layout *l, sm_type_kind kind, uint32_t data_type, uint32_t size, uint32_t alignment)
{
    sm_pack_number(l->out, kind);
    sm_pack_number(l->out, data_type);
    sm_pack_number(l->out, size);
    sm_pack_number(l->out, alignment);
}

static void write_unknown(layout *l)
{
    write_head(l, SM_TYPE_UNKNOWN, 0, 0, 1);
}

/* The element's type is to follow. */
static void write_array_head(layout *l, uint32_t count, uint32_t stride, uint32_t alignment)
{
    write_head(l, SM_TYPE_ARRAY, SM_DATA_ARRAY, count * stride, alignment);
    sm_pack_number(l->out, count);
    sm_pack_number(l->out, stride);
}

static void write_described(layout *l, const sm_argument *a)
{
    if (a->kind == SM_TEXTURE) {
        write_head(l, SM_TYPE_TEXTURE, SM_DATA_TEXTURE, 8, 8);
        sm_pack_number(l->out, a->texture_type);
        sm_pack_number(l->out, a->texture_access);
        sm_pack_number(l->out, a->data_type);
    } else if (a->kind == SM_SAMPLER) {
        write_head(l, SM_TYPE_SAMPLER, SM_DATA_SAMPLER, 8, 8);
    } else {
        write_head(l, SM_TYPE_VALUE, a->data_type, a->data_size, a->data_alignment);
    }
}

/* metal::array: one member, an array. */
static bool write_array_class(layout *l, LLVMMetadataRef type, const char *name)
{
    LLVMMetadataRef elements = operand(l, type, TYPE_ELEMENTS);
    bool unused;
    if (strncmp(name, "array<", 6) != 0 || !elements)
        return false;
    for (uint32_t i = 0; i < operand_count(l, elements); i++) {
        LLVMMetadataRef m = operand(l, elements, i);
        if (tag_of(m) != TAG_MEMBER || LLVMDITypeGetFlags(m) & LLVMDIFlagStaticMember)
            continue;
        write_type(l, strip(l, operand(l, m, TYPE_BASE), &unused));
        return true;
    }
    return false;
}

static void write_library_class(layout *l, LLVMMetadataRef type)
{
    const char *name = name_of(type);
    if (write_array_class(l, type, name))
        return;
    sm_argument a = {.kind = SM_BUFFER, .count = 1};
    describe_type(l->module, format_text("metal::%s", name), &a);
    if (a.data_type == SM_DATA_STRUCT) /* one that clients have no word for */
        write_head(l, SM_TYPE_UNKNOWN, 0, (uint32_t)(LLVMDITypeGetSizeInBits(type) / 8), alignment_of(l, type, 0));
    else
        write_described(l, &a);
}

/* The number that the length of a static member `__msl_<kind>_<name>` tells, or SM_NO_INDEX. */
static uint32_t index_of(const layout *l, LLVMMetadataRef elements, const char *kind, const char *name)
{
    const char *wanted = format_text("__msl_%s_%s", kind, name);
    for (uint32_t i = 0; i < operand_count(l, elements); i++) {
        LLVMMetadataRef m = operand(l, elements, i);
        uint32_t tag = tag_of(m);
        if ((tag != TAG_MEMBER && tag != TAG_VARIABLE) || strcmp(name_of(m), wanted) != 0)
            continue;
        bool unused;
        LLVMMetadataRef array = strip(l, operand(l, m, TYPE_BASE), &unused);
        return (uint32_t)(LLVMDITypeGetSizeInBits(array) / 8) - 1;
    }
    return SM_NO_INDEX;
}

/* Writes the members of a structure and its bases, or only counts them. */
static uint32_t write_members(layout *l, LLVMMetadataRef type, uint32_t start, bool writes)
{
    LLVMMetadataRef elements = operand(l, type, TYPE_ELEMENTS);
    uint32_t written = 0, count = elements ? operand_count(l, elements) : 0;
    bool unused;
    for (uint32_t i = 0; i < count; i++) {
        LLVMMetadataRef m = operand(l, elements, i);
        uint32_t tag = tag_of(m), offset = start;
        if ((tag != TAG_MEMBER && tag != TAG_INHERITANCE) || LLVMDITypeGetFlags(m) & LLVMDIFlagStaticMember)
            continue;
        offset += (uint32_t)(LLVMDITypeGetOffsetInBits(m) / 8);
        LLVMMetadataRef own = strip(l, operand(l, m, TYPE_BASE), &unused);
        if (tag == TAG_INHERITANCE) {
            written += write_members(l, own, offset, writes);
            continue;
        }
        written++;
        if (!writes)
            continue;
        const char *name = name_of(m);
        sm_pack_string(l->out, name);
        sm_pack_number(l->out, offset);
        sm_pack_number(l->out, index_of(l, elements, "id", name));
        sm_pack_number(l->out, index_of(l, elements, "attribute", name));
        sm_pack_number(l->out, index_of(l, elements, "optional", name) != SM_NO_INDEX);
        write_type(l, own);
    }
    return written;
}

static void write_structure(layout *l, LLVMMetadataRef type)
{
    write_head(l, SM_TYPE_STRUCT, SM_DATA_STRUCT, (uint32_t)(LLVMDITypeGetSizeInBits(type) / 8),
               alignment_of(l, type, 0));
    for (uint32_t i = 0; i < l->depth; i++) {
        if (l->open[i] == type) { /* points to its own kind */
            sm_pack_number(l->out, 0);
            return;
        }
    }
    if (l->depth == MAX_DEPTH) {
        sm_pack_number(l->out, 0);
        return;
    }
    l->open[l->depth++] = type;
    sm_pack_number(l->out, write_members(l, type, 0, false));
    write_members(l, type, 0, true);
    l->depth--;
}

/* An array of arrays has several ranges. */
static void write_array(layout *l, LLVMMetadataRef type)
{
    LLVMMetadataRef ranges = operand(l, type, TYPE_ELEMENTS), base = operand(l, type, TYPE_BASE);
    bool unused;
    LLVMMetadataRef element = strip(l, base, &unused);
    uint32_t dimensions = ranges ? operand_count(l, ranges) : 0, alignment = alignment_of(l, element, 0);
    uint32_t stride = (uint32_t)(LLVMDITypeGetSizeInBits(type) / 8), counts[8];
    if (dimensions == 0 || dimensions > 8) {
        write_unknown(l);
        return;
    }
    for (uint32_t i = 0; i < dimensions; i++) {
        LLVMValueRef count = operand_value(l, operand(l, ranges, i), RANGE_COUNT);
        counts[i] = count && LLVMIsAConstantInt(count) ? (uint32_t)LLVMConstIntGetZExtValue(count) : 0;
        stride = counts[i] ? stride / counts[i] : 0;
        write_array_head(l, counts[i], stride, alignment);
    }
    write_type(l, element);
}

static void write_vector(layout *l, LLVMMetadataRef type)
{
    bool unused;
    LLVMMetadataRef ranges = operand(l, type, TYPE_ELEMENTS), element = strip(l, operand(l, type, TYPE_BASE), &unused);
    LLVMValueRef count = operand_value(l, operand(l, ranges, 0), RANGE_COUNT);
    sm_argument a = {.kind = SM_BUFFER, .count = 1};
    describe_type(l->module, name_of(element), &a);
    uint32_t size = (uint32_t)(LLVMDITypeGetSizeInBits(type) / 8);
    write_head(l, SM_TYPE_VALUE, a.data_type + (uint32_t)LLVMConstIntGetZExtValue(count) - 1, size, size);
}

static void write_pointer(layout *l, LLVMMetadataRef type)
{
    bool is_const = false;
    LLVMMetadataRef element = strip(l, operand(l, type, TYPE_BASE), &is_const);
    write_head(l, SM_TYPE_POINTER, SM_DATA_POINTER, 8, 8);
    sm_pack_number(l->out, !is_const);
    write_type(l, element);
}

static void write_type(layout *l, LLVMMetadataRef type)
{
    bool unused;
    type = strip(l, type, &unused);
    sm_argument a = {.kind = SM_BUFFER, .count = 1};
    if (!type || ++l->written > MAX_TYPES) {
        write_unknown(l);
        return;
    }
    switch (tag_of(type)) {
    case TAG_POINTER:
    case TAG_REFERENCE: write_pointer(l, type); break;
    case TAG_ENUMERATION: write_type(l, operand(l, type, TYPE_BASE)); break;
    case TAG_BASE:
        describe_type(l->module, name_of(type), &a);
        write_described(l, &a);
        break;
    case TAG_ARRAY:
        if (LLVMDITypeGetFlags(type) & LLVMDIFlagVector)
            write_vector(l, type);
        else
            write_array(l, type);
        break;
    case TAG_STRUCTURE:
    case TAG_CLASS:
    case TAG_UNION:
        if (is_of_library(l, type))
            write_library_class(l, type);
        else
            write_structure(l, type);
        break;
    default: write_unknown(l);
    }
}

void write_layout(LLVMModuleRef module, const char *symbol, sm_pack *out)
{
    layout l = {.module = module, .out = out};
    LLVMValueRef f = LLVMGetNamedFunction(module, symbol);
    LLVMMetadataRef about = f ? LLVMGetSubprogram(f) : NULL, type = about ? operand(&l, about, SUBPROGRAM_TYPE) : NULL;
    LLVMMetadataRef types = type ? operand(&l, type, SUBROUTINE_TYPES) : NULL;
    uint32_t count = types ? operand_count(&l, types) : 0;
    sm_pack_number(out, count ? count - 1 : 0);
    for (uint32_t i = 1; i < count; i++) /* the first is the result's */
        write_type(&l, operand(&l, types, i));
}
