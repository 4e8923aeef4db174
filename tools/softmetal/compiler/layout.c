/* layout.c: unpacks types. They lie in blocks that are freed together; the content comes from the cache, and so may be
 * anything. */
#include "layout.h"
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

typedef union block {
    union block *next;
    max_align_t aligned;
} block;

struct sm_layout {
    block *blocks;
    const sm_type **type;
    size_t types;
};

enum { MAX_DEPTH = 200 };

static void *take(sm_layout *l, size_t size)
{
    block *b = calloc(1, sizeof *b + size);
    if (!b)
        return NULL;
    b->next = l->blocks;
    l->blocks = b;
    return b + 1;
}

static const sm_type *read_type(sm_layout *l, sm_unpack *in, int depth);

static void read_members(sm_layout *l, sm_unpack *in, sm_type *type, int depth)
{
    size_t count = sm_unpack_number(in);
    if (in->failed || count > (size_t)(in->end - in->at) / 16) {
        in->failed = true;
        return;
    }
    sm_member *member = take(l, (count + 1) * sizeof *member);
    type->member = member;
    for (size_t i = 0; member && i < count && !in->failed; i++) {
        const char *name = sm_unpack_string(in);
        char *copy = take(l, strlen(name) + 1);
        member[i].name = copy;
        member[i].offset = sm_unpack_number(in);
        member[i].id = sm_unpack_number(in);
        member[i].attribute = sm_unpack_number(in);
        member[i].optional = sm_unpack_number(in);
        member[i].type = read_type(l, in, depth + 1);
        in->failed |= !copy;
        if (copy)
            strcpy(copy, name);
        type->member_count = i + 1;
    }
}

static const sm_type *read_type(sm_layout *l, sm_unpack *in, int depth)
{
    sm_type *type = take(l, sizeof *type);
    if (!type || depth > MAX_DEPTH) {
        in->failed = true;
        return NULL;
    }
    type->kind = (sm_type_kind)sm_unpack_number(in);
    type->data_type = sm_unpack_number(in);
    type->size = sm_unpack_number(in);
    type->alignment = sm_unpack_number(in);
    switch (type->kind) {
    case SM_TYPE_STRUCT: read_members(l, in, type, depth); break;
    case SM_TYPE_ARRAY:
        type->count = sm_unpack_number(in);
        type->stride = sm_unpack_number(in);
        type->element = read_type(l, in, depth + 1);
        break;
    case SM_TYPE_POINTER:
        type->writable = sm_unpack_number(in);
        type->element = read_type(l, in, depth + 1);
        break;
    case SM_TYPE_TEXTURE:
        type->texture_type = sm_unpack_number(in);
        type->texture_access = sm_unpack_number(in);
        type->texel = sm_unpack_number(in);
        break;
    default: break;
    }
    return type;
}

sm_layout *sm_layout_read(sm_bytes content)
{
    sm_unpack in = {content.data, content.data + content.size, false};
    sm_layout *l = calloc(1, sizeof *l);
    if (!l)
        return NULL;
    size_t count = sm_unpack_number(&in);
    if (count <= content.size / 16)
        l->type = take(l, (count + 1) * sizeof *l->type);
    for (size_t i = 0; l->type && i < count && !in.failed; i++)
        l->type[l->types++] = read_type(l, &in, 0);
    if (l->type && !in.failed)
        return l;
    sm_layout_free(l);
    return NULL;
}

void sm_layout_free(sm_layout *layout)
{
    while (layout && layout->blocks) {
        block *next = layout->blocks->next;
        free(layout->blocks);
        layout->blocks = next;
    }
    free(layout);
}

const sm_type *sm_layout_type(const sm_layout *layout, size_t n)
{
    return n < layout->types ? layout->type[n] : NULL;
}
