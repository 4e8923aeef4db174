/* signature.c: what a pipeline takes, as reflection tells it, in one line:
 *
 *     buffer 0 read arguments {0@0 write float* x, 1@8 read float* g, 2@16 uint n} args; buffer 1 write half4 out
 *
 * and behind the arguments `threads 1024`, the most in a threadgroup; `required 8 4 2`, if it must be just that; `stack
 * 16384`, bytes that a thread keeps in memory, where the device tells it.
 *
 * Each argument has its table, index, access (`off` where nothing is read or written), type and name; a member has id
 * and offset, a pointer its own access. `?` is a type that reflection does not name. */
#include "client.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_LANES = 4, MOST_NESTED = 4 };

/* Vectors follow their scalar. */
static void put_data_type(FILE *out, NSUInteger type)
{
    static const struct {
        NSUInteger first;
        const char *name;
    } scalars[] = {{MTLDataTypeFloat, "float"}, {MTLDataTypeHalf, "half"},   {MTLDataTypeInt, "int"},
                   {MTLDataTypeUInt, "uint"},   {MTLDataTypeShort, "short"}, {MTLDataTypeUShort, "ushort"},
                   {MTLDataTypeChar, "char"},   {MTLDataTypeUChar, "uchar"}, {MTLDataTypeBool, "bool"},
                   {MTLDataTypeLong, "long"},   {MTLDataTypeULong, "ulong"}, {MTLDataTypeBFloat, "bfloat"}};
    for (size_t i = 0; i < sizeof scalars / sizeof *scalars; i++)
        if (type >= scalars[i].first && type < scalars[i].first + MOST_LANES) {
            fputs(scalars[i].name, out);
            if (type > scalars[i].first)
                fprintf(out, "%lu", type - scalars[i].first + 1);
            return;
        }
    fputs(type == MTLDataTypeTexture ? "texture" : type == MTLDataTypeSampler ? "sampler" : "?", out);
}

static const char *access_word(NSUInteger access)
{
    return access == MTLArgumentAccessReadOnly ? "read" : "write";
}

typedef struct list {
    FILE *out;
    size_t count;
    int nested;
} list;

static void put_members(FILE *out, id structure, int nested);

/* `write float*`; arrays of pointers have a length behind it. */
static void put_pointer(FILE *out, id pointer)
{
    fprintf(out, "%s ", access_word(pointer_access(pointer)));
    put_data_type(out, pointer_element(pointer));
    fputs("*", out);
}

static void put_array(FILE *out, id array)
{
    id pointer = array_pointer(array);
    if (pointer)
        put_pointer(out, pointer);
    else
        put_data_type(out, array_element(array));
    fprintf(out, "[%lu]", array_length(array));
}

static void put_member(id member, void *context)
{
    list *to = context;
    id structure = member_struct(member), array = member_array(member), pointer = member_pointer(member);
    fprintf(to->out, "%s%lu@%lu ", to->count++ ? ", " : "", member_index(member), member_offset(member));
    if (structure && to->nested < MOST_NESTED)
        put_members(to->out, structure, to->nested + 1);
    else if (array)
        put_array(to->out, array);
    else if (pointer)
        put_pointer(to->out, pointer);
    else
        put_data_type(to->out, member_data_type(member));
    fprintf(to->out, " %s", runtime_text(member_name(member)));
}

static void put_members(FILE *out, id structure, int nested)
{
    list members = {.out = out, .nested = nested};
    fputs("{", out);
    runtime_each(struct_members(structure), put_member, &members);
    fputs("}", out);
}

static void put_buffer(FILE *out, id argument)
{
    id structure = argument_struct(argument), pointer = argument_pointer(argument);
    if (pointer && pointer_to_arguments(pointer))
        fputs("arguments ", out);
    if (structure)
        put_members(out, structure, 0);
    else
        put_data_type(out, argument_data_type(argument));
}

static void put_argument(id argument, void *context)
{
    static const char *const tables[] = {[MTLArgumentTypeBuffer] = "buffer",
                                         [MTLArgumentTypeThreadgroupMemory] = "threadgroup",
                                         [MTLArgumentTypeTexture] = "texture",
                                         [MTLArgumentTypeSampler] = "sampler"};
    list *to = context;
    NSUInteger type = argument_type(argument);
    if (type >= sizeof tables / sizeof *tables)
        return;
    fprintf(to->out, "%s%s %lu %s ", to->count++ ? "; " : "", tables[type], argument_index(argument),
            argument_active(argument) ? access_word(argument_access(argument)) : "off");
    if (type == MTLArgumentTypeBuffer)
        put_buffer(to->out, argument);
    else
        fputs(type == MTLArgumentTypeTexture ? "texture" : type == MTLArgumentTypeSampler ? "sampler" : "?", to->out);
    fprintf(to->out, " %s", runtime_text(argument_name(argument)));
}

static void put_pipeline(FILE *out, const metal_pipeline *pipeline, bool any)
{
    fprintf(out, "%sthreads %u", any ? "; " : "", pipeline->max_threads);
    if (runtime_responds(pipeline->object, METHOD_pipeline_required_threads)) {
        MTLSize size = pipeline_required_threads(pipeline->object);
        if (size.width)
            fprintf(out, "; required %lu %lu %lu", size.width, size.height, size.depth);
    }
    if (runtime_responds(pipeline->object, METHOD_pipeline_thread_memory))
        fprintf(out, "; stack %lu", pipeline_thread_memory(pipeline->object));
}

char *metal_pipeline_signature(const metal_pipeline *pipeline)
{
    char *told = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&told, &size);
    if (!out)
        return NULL;
    list arguments = {.out = out};
    id pool = runtime_pool_open(), reflection = NULL;
    id again = device_new_pipeline_reflected(pipeline->device, pipeline->function,
                                             MTLPipelineOptionArgumentInfo | MTLPipelineOptionBufferTypeInfo,
                                             &reflection, NULL);
    if (reflection)
        runtime_each(reflection_arguments(reflection), put_argument, &arguments);
    put_pipeline(out, pipeline, arguments.count > 0);
    if (again)
        ns_release(again);
    runtime_pool_close(pool);
    bool good = fclose(out) == 0 && reflection;
    if (!good)
        free(told);
    return good ? told : NULL;
}

/* ---- Function constants */

typedef struct constants {
    FILE *out;
    id of; /* the dictionary */
    size_t count;
} constants;

static void put_constant(id name, void *context)
{
    constants *to = context;
    id one = dictionary_get(to->of, name);
    fputs(to->count++ ? "; " : "", to->out);
    put_data_type(to->out, constant_type(one));
    fprintf(to->out, " %s %lu%s", runtime_text(constant_name(one)), constant_index(one),
            constant_required(one) ? " required" : "");
}

char *metal_library_constants(const metal_library *library, const char *function)
{
    char *told = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&told, &size);
    if (!out)
        return NULL;
    id pool = runtime_pool_open(), made = library_new_function(library->object, runtime_string(function));
    constants list = {.out = out, .of = made ? function_constants(made) : NULL};
    if (list.of)
        runtime_each(dictionary_keys(list.of), put_constant, &list);
    if (made)
        ns_release(made);
    runtime_pool_close(pool);
    bool good = fclose(out) == 0 && made;
    if (!good)
        free(told);
    return good ? told : NULL;
}
