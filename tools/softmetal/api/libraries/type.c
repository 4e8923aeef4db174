/* type.c: MTLType and its kinds: what reflection tells of an argument's type, and the ids of the members of argument
 * buffers (MSL 2.13). One C structure serves all classes. */
#include "../objects.h"
#include "../objc/property.h"
#include <stdlib.h>
#include <string.h>

typedef struct mtl_type {
    Class isa;
    mtl_library *library; /* keeps `type` alive */
    const sm_type *type;
    const sm_member *member; /* of MTLStructMember */
    uint32_t first;          /* id of the first thing in it */
    id name, members;        /* `members` is made when asked for */
} mtl_type;

/* ---- ids: those of a structure's members count from that of the structure */

uint32_t mtl_member_id(const sm_member *member, uint32_t next)
{
    return member->id != SM_NO_INDEX ? member->id : next;
}

uint32_t mtl_type_ids(const sm_type *type)
{
    if (type->kind == SM_TYPE_ARRAY)
        return type->count * mtl_type_ids(type->element);
    if (type->kind != SM_TYPE_STRUCT)
        return 1;
    uint32_t next = 0;
    for (size_t n = 0; n < type->member_count; n++)
        next = mtl_member_id(type->member + n, next) + mtl_type_ids(type->member[n].type);
    return next;
}

bool mtl_type_is_argument_buffer(const sm_type *type)
{
    switch (type->kind) {
    case SM_TYPE_POINTER:
    case SM_TYPE_TEXTURE:
    case SM_TYPE_SAMPLER: return true;
    case SM_TYPE_ARRAY: return mtl_type_is_argument_buffer(type->element);
    case SM_TYPE_STRUCT: break;
    default:
        return type->data_type == SM_DATA_FUNCTION_TABLE || type->data_type == SM_DATA_COMMAND_BUFFER ||
               type->data_type == SM_DATA_PIPELINE;
    }
    for (size_t n = 0; n < type->member_count; n++) {
        if (type->member[n].id != SM_NO_INDEX || mtl_type_is_argument_buffer(type->member[n].type))
            return true;
    }
    return false;
}

/* ---- making them */

static const mtl_class *class_of(const sm_type *type)
{
    switch (type->kind) {
    case SM_TYPE_STRUCT: return &mtl_struct_type_class;
    case SM_TYPE_ARRAY: return &mtl_array_type_class;
    case SM_TYPE_POINTER: return &mtl_pointer_type_class;
    case SM_TYPE_TEXTURE: return &mtl_texture_type_class;
    default: return &mtl_type_class;
    }
}

static mtl_type *type_around(const mtl_class *class, mtl_library *library, const sm_type *type, uint32_t first)
{
    mtl_type *made = mtl_new(class);
    made->library = (mtl_library *)mtl_retain((id)library);
    made->type = type;
    made->first = first;
    return made;
}

id mtl_type_create(mtl_library *library, const sm_type *type, uint32_t first)
{
    return mtl_autorelease((id)type_around(class_of(type), library, type, first));
}

FINISH(mtl_type, type_finish, self->name, self->members, (id)self->library)

/* The type inside, if it is of that kind. */
static id inner(const mtl_type *self, const sm_type *type, sm_type_kind kind)
{
    return type && type->kind == kind ? mtl_type_create(self->library, type, self->first) : nil;
}

GETTER(mtl_type, NSUInteger, type_data_type, self->type->data_type)

static const mtl_method type_methods[] = {METHOD("dataType", "Q@:", type_data_type), END_OF_METHODS};
const mtl_class mtl_type_class = {
    .name = "MTLType", .size = sizeof(mtl_type), .methods = type_methods, .finish = type_finish};

/* ---- structures */

static id struct_members(METHOD_ARGUMENTS(mtl_type))
{
    if (self->members)
        return self->members;
    size_t count = self->type->member_count;
    id *list = calloc(count + 1, sizeof *list);
    uint32_t next = 0;
    for (size_t n = 0; list && n < count; n++) {
        const sm_member *from = self->type->member + n;
        uint32_t own = mtl_member_id(from, next);
        mtl_type *made = type_around(&mtl_struct_member_class, self->library, from->type, self->first + own);
        made->member = from;
        made->name = mtl_string_retained(from->name);
        next = own + mtl_type_ids(from->type);
        list[n] = mtl_autorelease((id)made);
    }
    self->members = mtl_retain(mtl_array(list, list ? count : 0));
    free(list);
    return self->members;
}

static id struct_member_by_name(METHOD_ARGUMENTS(mtl_type), id name)
{
    id members = struct_members(self, _cmd);
    for (size_t n = 0; n < self->type->member_count; n++) {
        if (strcmp(self->type->member[n].name, mtl_text(name)) == 0)
            return mtl_array_object(members, n);
    }
    return nil;
}

static const mtl_method struct_methods[] = {
    METHOD("members", "@@:", struct_members),
    METHOD("memberByName:", "@@:@", struct_member_by_name),
    END_OF_METHODS,
};
const mtl_class mtl_struct_type_class = {
    .name = "MTLStructType", .size = sizeof(mtl_type), .methods = struct_methods, .parent = &mtl_type_class};

GETTER(mtl_type, id, member_name, self->name)
GETTER(mtl_type, NSUInteger, member_offset, self->member->offset)
GETTER(mtl_type, NSUInteger, member_index, self->first)
GETTER(mtl_type, id, member_structure, inner(self, self->type, SM_TYPE_STRUCT))
GETTER(mtl_type, id, member_array, inner(self, self->type, SM_TYPE_ARRAY))
GETTER(mtl_type, id, member_pointer, inner(self, self->type, SM_TYPE_POINTER))
GETTER(mtl_type, id, member_texture, inner(self, self->type, SM_TYPE_TEXTURE))

static const mtl_method member_methods[] = {
    METHOD("name", "@@:", member_name),
    METHOD("offset", "Q@:", member_offset),
    METHOD("dataType", "Q@:", type_data_type),
    METHOD("argumentIndex", "Q@:", member_index),
    METHOD("structType", "@@:", member_structure),
    METHOD("arrayType", "@@:", member_array),
    METHOD("pointerType", "@@:", member_pointer),
    METHOD("textureReferenceType", "@@:", member_texture),
    END_OF_METHODS,
};
const mtl_class mtl_struct_member_class = {
    .name = "MTLStructMember", .size = sizeof(mtl_type), .methods = member_methods, .finish = type_finish};

/* ---- arrays and pointers: both have elements */

GETTER(mtl_type, NSUInteger, element_type, self->type->element->data_type)

/* What a pointer points to has ids of its own. */
static id element_of(const mtl_type *self, sm_type_kind kind)
{
    mtl_type fresh = *self;
    if (self->type->kind == SM_TYPE_POINTER)
        fresh.first = 0;
    return inner(&fresh, self->type->element, kind);
}

GETTER(mtl_type, id, element_structure, element_of(self, SM_TYPE_STRUCT))
GETTER(mtl_type, id, element_array, element_of(self, SM_TYPE_ARRAY))
GETTER(mtl_type, id, element_texture, element_of(self, SM_TYPE_TEXTURE))
GETTER(mtl_type, id, element_pointer, element_of(self, SM_TYPE_POINTER))
GETTER(mtl_type, NSUInteger, array_length, self->type->count)
GETTER(mtl_type, NSUInteger, array_stride, self->type->stride)
GETTER(mtl_type, NSUInteger, array_id_stride, mtl_type_ids(self->type->element))

static const mtl_method array_methods[] = {
    METHOD("elementType", "Q@:", element_type),
    METHOD("arrayLength", "Q@:", array_length),
    METHOD("stride", "Q@:", array_stride),
    METHOD("argumentIndexStride", "Q@:", array_id_stride),
    METHOD("elementStructType", "@@:", element_structure),
    METHOD("elementArrayType", "@@:", element_array),
    METHOD("elementTextureReferenceType", "@@:", element_texture),
    METHOD("elementPointerType", "@@:", element_pointer),
    END_OF_METHODS,
};
const mtl_class mtl_array_type_class = {
    .name = "MTLArrayType", .size = sizeof(mtl_type), .methods = array_methods, .parent = &mtl_type_class};

GETTER(mtl_type, NSUInteger, pointer_access,
       self->type->writable ? MTLArgumentAccessReadWrite : MTLArgumentAccessReadOnly)
GETTER(mtl_type, NSUInteger, pointer_alignment, self->type->element->alignment)
GETTER(mtl_type, NSUInteger, pointer_size, self->type->element->size)
GETTER(mtl_type, BOOL, pointer_is_argument_buffer, mtl_type_is_argument_buffer(self->type->element))

static const mtl_method pointer_methods[] = {
    METHOD("elementType", "Q@:", element_type),
    METHOD("access", "Q@:", pointer_access),
    METHOD("alignment", "Q@:", pointer_alignment),
    METHOD("dataSize", "Q@:", pointer_size),
    METHOD("elementIsArgumentBuffer", "C@:", pointer_is_argument_buffer),
    METHOD("elementStructType", "@@:", element_structure),
    METHOD("elementArrayType", "@@:", element_array),
    END_OF_METHODS,
};
const mtl_class mtl_pointer_type_class = {
    .name = "MTLPointerType", .size = sizeof(mtl_type), .methods = pointer_methods, .parent = &mtl_type_class};

/* ---- textures */

GETTER(mtl_type, NSUInteger, texture_data_type, self->type->texel)
GETTER(mtl_type, NSUInteger, texture_type, self->type->texture_type)
GETTER(mtl_type, NSUInteger, texture_access, self->type->texture_access)

static BOOL texture_is_depth(METHOD_ARGUMENTS(mtl_type))
{
    return NO; /* softmetal has no depth textures */
}

static const mtl_method texture_methods[] = {
    METHOD("textureDataType", "Q@:", texture_data_type),
    METHOD("textureType", "Q@:", texture_type),
    METHOD("access", "Q@:", texture_access),
    METHOD("isDepthTexture", "C@:", texture_is_depth),
    END_OF_METHODS,
};
const mtl_class mtl_texture_type_class = {
    .name = "MTLTextureReferenceType", .size = sizeof(mtl_type), .methods = texture_methods, .parent = &mtl_type_class};
