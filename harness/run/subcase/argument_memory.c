/* argument_memory.c: guard zones, poison and varied offsets.
 *
 * The pattern of the guards depends on position and case, so that no constant a kernel writes, and no shifted copy,
 * passes for it. Offsets are multiples of 256, which every device accepts for every address space. */
#include "argument_memory.h"
#include <stdlib.h>
#include <string.h>

enum { OFFSET_UNIT = 256, SMALL_OFFSET_UNIT = 32 /* the least that Apple silicon takes in every address space */ };
enum { OFFSET_STEPS = 16, SMALLEST_TAIL = 16 };

static size_t front(const argument_memory *memory)
{
    return memory->offset;
}

static size_t tail(const argument_set *set, const argument_memory *memory)
{
    if (!set->exact)
        return GUARD_SIZE;
    return memory->size ? 0 : SMALLEST_TAIL; /* an offset must lie inside its buffer */
}

static bool create_buffer(argument_set *set, argument_memory *memory, metal_device *device, assay_error *error)
{
    size_t which = (size_t)(memory - set->item);
    bool aligned = memory->argument->of_buffer || memory->argument->tensor_type ||
                   memory->argument->is_plane; /* a format's begins at 128 bytes */
    size_t unit = aligned ? OFFSET_UNIT : set->unit;
    memory->offset = GUARD_SIZE + unit * (size_t)((set->key + 5 * which) % OFFSET_STEPS);
    memory->buffer = metal_buffer_create(device, front(memory) + memory->size + tail(set, memory), error);
    if (!memory->buffer)
        return false;
    memory->content = (uint8_t *)metal_buffer_contents(memory->buffer) + memory->offset;
    return true;
}

static bool create_texture(argument_set *set, argument_memory *memory, metal_device *device, assay_error *error)
{
    const case_argument *argument = memory->argument;
    bool writable = argument->role != ROLE_IN;
    if (argument->of_buffer) {
        memory->texture = create_buffer(set, memory, device, error)
                              ? metal_texture_of_buffer(memory->buffer, memory->offset, argument->format,
                                                        argument->shape.width, writable, error)
                              : NULL;
        return memory->texture != NULL;
    }
    memory->texture = metal_texture_create(device, argument->format, &argument->shape,
                                           (metal_use){writable, argument->reformatted}, error);
    if (!memory->texture)
        return false;
    size_t size = argument->count * metal_texture_pixel_size(memory->texture);
    if (size != memory->size)
        return assay_fail(error, NULL, argument->line, "texture %s: %zu bytes of pixels, but its type says %zu",
                          argument->name, size, memory->size);
    memory->content = malloc(size ? size : 1);
    return memory->content || assay_fail(error, NULL, 0, "out of memory");
}

/* Of a texture that is there. */
static bool create_view(const argument_set *set, argument_memory *memory, assay_error *error)
{
    const case_argument *argument = memory->argument;
    memory->texture = metal_texture_view(set->item[argument->viewed].texture, argument->format, &argument->view, error);
    return memory->texture != NULL;
}

/* MTLTensorDataType. */
static uint32_t tensor_type(assay_scalar scalar)
{
    switch (scalar) {
    case SCALAR_CHAR: return 45;
    case SCALAR_UCHAR: return 49;
    case SCALAR_SHORT: return 37;
    case SCALAR_USHORT: return 41;
    case SCALAR_INT: return 29;
    case SCALAR_UINT: return 33;
    case SCALAR_HALF: return 16;
    case SCALAR_BFLOAT: return 121;
    case SCALAR_FLOAT: return 3;
    default: return 0;
    }
}

/* Of buffers that are there. */
static bool create_tensor(const argument_set *set, argument_memory *memory, metal_device *device, assay_error *error)
{
    const case_argument *argument = memory->argument;
    metal_tensor_shape shape = {.type =
                                    argument->tensor_type ? argument->tensor_type : tensor_type(argument->type.scalar),
                                .rank = argument->rank};
    for (uint32_t n = 0; n < argument->rank; n++) {
        shape.extents[n] = argument->extents[n];
        shape.strides[n] = argument->strides[n];
    }
    const argument_memory *scales = argument->scales >= 0 ? &set->item[argument->scales] : NULL;
    memory->tensor = metal_tensor_create(
        device, (metal_tensor_plane){memory->buffer, memory->offset},
        scales ? (metal_tensor_plane){scales->buffer, scales->offset} : (metal_tensor_plane){0}, &shape, error);
    return memory->tensor != NULL;
}

static bool create_argument(argument_set *set, argument_memory *memory, metal_device *device,
                            const case_instance *instance, uint64_t seed, assay_error *error)
{
    const case_argument *argument = memory->argument;
    memory->size = argument->count * argument->type.stride;
    if (case_has_content(argument)) {
        memory->initial = malloc(memory->size ? memory->size : 1);
        if (!memory->initial)
            return assay_fail(error, NULL, 0, "out of memory");
        if (!case_generate(instance, argument, seed, memory->initial, error))
            return false;
    }
    switch (argument->kind) {
    case ARGUMENT_BUFFER: return create_buffer(set, memory, device, error);
    case ARGUMENT_TEXTURE: return argument->none || argument->viewed >= 0 || create_texture(set, memory, device, error);
    case ARGUMENT_SAMPLER: return (memory->sampler = metal_sampler_create(device, &argument->sampling, error)) != NULL;
    case ARGUMENT_COMMANDS: return (memory->commands = metal_indirect_create(device, argument->count, error)) != NULL;
    case ARGUMENT_BYTES:
    case ARGUMENT_FUNCTIONS: /* made for a pipeline, as are the next two */
    case ARGUMENT_PIPELINE:
    case ARGUMENT_ARGUMENTS: break;
    }
    return true;
}

bool arguments_create(argument_set *set, metal_device *device, const case_instance *instance, uint64_t seed,
                      uint64_t placement, bool exact, assay_error *error)
{
    size_t count = instance->argument_count;
    *set = (argument_set){.key = instance->of->seed_key + 7 * placement,
                          .exact = exact,
                          .unit = placement ? SMALL_OFFSET_UNIT : OFFSET_UNIT,
                          .flip = placement & 1};
    set->item = calloc(count + 1, sizeof *set->item);
    if (!set->item)
        return assay_fail(error, NULL, 0, "out of memory");
    set->count = count;
    bool good = true;
    for (size_t i = 0; i < instance->expectation_count; i++)
        set->item[instance->expectations[i].argument].judged = true;
    for (size_t i = 0; i < count && good; i++) {
        set->item[i].argument = &instance->arguments[i];
        good = create_argument(set, &set->item[i], device, instance, seed, error);
    }
    for (size_t i = 0; i < count && good; i++)
        if (set->item[i].argument->viewed >= 0)
            good = create_view(set, &set->item[i], error);
    for (size_t i = 0; i < count && good; i++)
        if (set->item[i].argument->rank)
            good = create_tensor(set, &set->item[i], device, error);
    if (!good)
        arguments_destroy(set);
    return good;
}

void arguments_destroy(argument_set *set)
{
    for (size_t i = 0; i < set->count; i++) {
        argument_memory *memory = &set->item[i];
        if (!memory->buffer)
            free(memory->content);
        metal_texture_destroy(memory->texture);
        metal_tensor_destroy(memory->tensor);
        metal_buffer_destroy(memory->buffer);
        metal_sampler_destroy(memory->sampler);
        metal_indirect_destroy(memory->commands);
        for (size_t n = 0; n < memory->encoded_count; n++)
            metal_arguments_destroy(memory->encoded[n]);
        free(memory->encoded);
        for (size_t n = 0; n < memory->table_count; n++)
            metal_table_destroy(memory->table[n]);
        free(memory->table);
        free(memory->initial);
        free(memory->first);
    }
    free(set->item);
    *set = (argument_set){0};
}

/* ---- Contents */

static uint8_t guard_byte(const argument_set *set, size_t at, bool complement)
{
    uint64_t mixed = (at + set->key) * 0x9e3779b97f4a7c15u;
    uint8_t byte = (uint8_t)(mixed >> 56);
    return complement != set->flip ? (uint8_t)~byte : byte;
}

static void write_guard(const argument_set *set, uint8_t *base, size_t from, size_t to, bool complement)
{
    for (size_t i = from; i < to; i++)
        base[i] = guard_byte(set, i, complement);
}

static void prepare_buffer(const argument_set *set, argument_memory *memory, bool complement)
{
    uint8_t *base = memory->content - memory->offset;
    size_t end = memory->offset + memory->size;
    write_guard(set, base, 0, memory->offset, complement);
    write_guard(set, base, end, end + tail(set, memory), complement);
}

uint8_t arguments_poison(const argument_set *set, bool complement)
{
    return complement != set->flip ? (uint8_t)~POISON : POISON;
}

bool arguments_prepare(argument_set *set, bool complement, assay_error *error)
{
    for (size_t i = 0; i < set->count; i++) {
        argument_memory *memory = &set->item[i];
        if (memory->commands)
            metal_indirect_reset(memory->commands);
        if (!memory->content)
            continue;
        if (memory->initial)
            memcpy(memory->content, memory->initial, memory->size);
        else
            memset(memory->content,
                   memory->judged ? arguments_poison(set, complement)
                   : set->flip    ? SCRATCH_POISON / 2
                                  : SCRATCH_POISON,
                   memory->size);
        if (memory->buffer)
            prepare_buffer(set, memory, complement);
        else if (!metal_texture_write(memory->texture, memory->content, error))
            return false;
    }
    return true;
}

bool arguments_fetch(argument_set *set, assay_error *error)
{
    for (size_t i = 0; i < set->count; i++)
        if (set->item[i].texture && set->item[i].content && !set->item[i].buffer &&
            !metal_texture_read(set->item[i].texture, set->item[i].content, error))
            return false;
    return true;
}

/* A table of the pipeline's functions, which has to live until the command buffer has ended. `*table` is NULL for
 * `functions = none`. */
static bool fill_table(argument_memory *memory, const metal_pipeline *pipeline, metal_table **table, assay_error *error)
{
    *table = NULL;
    if (!memory->argument->function_count)
        return true;
    metal_table **grown = realloc(memory->table, (memory->table_count + 1) * sizeof *grown);
    if (!grown)
        return assay_fail(error, NULL, 0, "out of memory");
    memory->table = grown;
    *table = metal_table_create(pipeline, memory->argument->functions, memory->argument->function_count, error);
    if (*table)
        grown[memory->table_count++] = *table;
    return *table != NULL;
}

static bool encode_member(metal_arguments *into, argument_memory *memory, const metal_pipeline *pipeline, uint32_t id,
                          assay_error *error)
{
    metal_table *table;
    switch (memory->argument->kind) {
    case ARGUMENT_TEXTURE: metal_arguments_texture(into, memory->texture, id); break;
    case ARGUMENT_SAMPLER: metal_arguments_sampler(into, memory->sampler, id); break;
    case ARGUMENT_BUFFER:
        if (memory->tensor)
            metal_arguments_tensor(into, memory->tensor, id);
        else
            metal_arguments_buffer(into, memory->buffer, memory->offset, id);
        break;
    case ARGUMENT_FUNCTIONS:
        if (!fill_table(memory, pipeline, &table, error))
            return false;
        if (table)
            metal_arguments_table(into, table, id);
        break;
    case ARGUMENT_COMMANDS: metal_arguments_commands(into, memory->commands, id); break;
    case ARGUMENT_PIPELINE: metal_arguments_pipeline(into, memory->pipeline, id); break;
    case ARGUMENT_BYTES: metal_arguments_data(into, memory->initial, memory->size, id); break;
    case ARGUMENT_ARGUMENTS: break; /* no member of another */
    }
    return true;
}

/* Whether an argument buffer holds a tensor. Then its members are 8 bytes each, and their ids count from 0. */
static bool holds_tensors(const argument_set *set, const case_argument *argument)
{
    for (size_t n = 0; n < argument->member_count; n++)
        if (set->item[argument->members[n].argument].tensor)
            return true;
    return false;
}

/* What is encoded has to live until the command buffer has ended. */
static metal_arguments *encode(const argument_set *set, argument_memory *memory, metal_device *device,
                               const metal_pipeline *pipeline, uint32_t index, assay_error *error)
{
    metal_arguments **grown = realloc(memory->encoded, (memory->encoded_count + 1) * sizeof *grown);
    if (!grown) {
        assay_fail(error, NULL, 0, "out of memory");
        return NULL;
    }
    memory->encoded = grown;
    bool plain = holds_tensors(set, memory->argument);
    metal_arguments *into = plain ? metal_arguments_create_plain(device, memory->argument->member_count, error)
                                  : metal_arguments_create(device, pipeline, index, error);
    if (!into)
        return NULL;
    grown[memory->encoded_count++] = into;
    for (size_t n = 0; n < memory->argument->member_count; n++)
        if (!encode_member(into, &set->item[memory->argument->members[n].argument], pipeline,
                           memory->argument->members[n].id, error))
            return NULL;
    return into;
}

bool arguments_bind(const argument_set *set, metal_device *device, metal_commands *commands,
                    const case_instance *instance, const case_dispatch *dispatch, const metal_pipeline *pipeline,
                    assay_error *error)
{
    for (size_t i = 0; i < dispatch->argument_count; i++) {
        argument_memory *memory = &set->item[dispatch->arguments[i]];
        uint32_t index = dispatch->places[i];
        metal_arguments *encoded = NULL;
        metal_table *table;
        switch (memory->argument->kind) {
        case ARGUMENT_BUFFER:
            if (memory->tensor)
                metal_set_tensor(commands, memory->tensor, index);
            else if (memory->by_bytes)
                metal_set_bytes(commands, memory->initial, memory->by_bytes, index);
            else
                metal_set_buffer(commands, memory->buffer, memory->offset, index);
            break;
        case ARGUMENT_BYTES: metal_set_bytes(commands, memory->initial, memory->size, index); break;
        case ARGUMENT_TEXTURE: metal_set_texture(commands, memory->texture, index); break;
        case ARGUMENT_FUNCTIONS:
            if (!fill_table(memory, pipeline, &table, error))
                return false;
            metal_set_table(commands, table, index);
            break;
        case ARGUMENT_SAMPLER: metal_set_sampler(commands, memory->sampler, index); break;
        case ARGUMENT_ARGUMENTS:
            if (!(encoded = encode(set, memory, device, pipeline, index, error)))
                return false;
            metal_set_arguments(commands, encoded, index);
            break;
        case ARGUMENT_COMMANDS:
        case ARGUMENT_PIPELINE: break; /* a member of an argument buffer */
        }
    }
    for (size_t i = 0; i < instance->threadgroup_memory_count; i++)
        metal_set_threadgroup_memory(commands, instance->threadgroup_memory[i].bytes,
                                     instance->threadgroup_memory[i].index);
    return true;
}

void arguments_command(const argument_set *set, const case_dispatch *dispatch, metal_pipeline *pipeline)
{
    metal_indirect *commands = set->item[dispatch->commands].commands;
    metal_command_begin(commands, dispatch->command, pipeline, dispatch->command_barrier);
    for (size_t i = 0; i < dispatch->argument_count; i++) {
        const argument_memory *memory = &set->item[dispatch->arguments[i]];
        metal_command_buffer(commands, dispatch->command, memory->buffer, memory->offset, dispatch->places[i]);
    }
    metal_command_dispatch(commands, dispatch->command, dispatch->groups, dispatch->extent, dispatch->threadgroup);
}

void arguments_execute(const argument_set *set, metal_commands *commands, const case_options *options)
{
    for (size_t i = 0; i < set->count; i++)
        if (set->item[i].buffer)
            metal_use_buffer(commands, set->item[i].buffer);
    for (size_t i = 0; i < set->count; i++)
        if (strcmp(set->item[i].argument->name, options->execute) == 0)
            metal_execute(commands, set->item[i].commands, options->execute_first, options->execute_count);
}

static metal_place place_of(const argument_set *set, const case_place *place)
{
    const argument_memory *memory = &set->item[place->argument];
    metal_place result = {.texture = memory->texture,
                          .buffer = memory->texture ? NULL : memory->buffer,
                          .offset = memory->offset + place->offset,
                          .row = place->row,
                          .image = place->image,
                          .slice = place->slice,
                          .level = place->level};
    memcpy(result.origin, place->origin, sizeof result.origin);
    return result;
}

bool arguments_blit(const argument_set *set, metal_commands *commands, const case_blit *blit, assay_error *error)
{
    const metal_place to = place_of(set, &blit->to), from = place_of(set, &blit->from);
    switch (blit->kind) {
    case BLIT_FILL: return metal_blit_fill(commands, &to, blit->size[0], blit->value, error);
    case BLIT_MIPMAPS: return metal_blit_mipmaps(commands, to.texture, error);
    default: return metal_blit_copy(commands, &from, &to, blit->whole ? NULL : blit->size, error);
    }
}

void arguments_barrier(const argument_set *set, metal_commands *commands, const case_dispatch *dispatch)
{
    metal_resource list[METAL_MOST_BARRED];
    for (size_t i = 0; i < dispatch->after_count; i++) {
        const argument_memory *memory = &set->item[dispatch->after[i]];
        list[i] =
            memory->texture ? (metal_resource){.texture = memory->texture} : (metal_resource){.buffer = memory->buffer};
    }
    if (dispatch->after_count)
        metal_barrier_of(commands, list, dispatch->after_count);
    else if (dispatch->after_buffers || dispatch->after_textures)
        metal_barrier(commands, dispatch->after_buffers, dispatch->after_textures);
}

/* ---- Checks */

typedef struct changes {
    size_t bytes;
    long long first;
} changes;

static void note(changes *changes, long long where)
{
    if (!changes->bytes++)
        changes->first = where;
}

static void compare_guard(const argument_set *set, const argument_memory *memory, size_t from, size_t to,
                          bool complement, changes *changes)
{
    const uint8_t *base = memory->content - memory->offset;
    for (size_t i = from; i < to; i++)
        if (base[i] != guard_byte(set, i, complement))
            note(changes, (long long)i - (long long)memory->offset);
}

static void compare_input(const argument_memory *memory, changes *changes)
{
    if (memcmp(memory->content, memory->initial, memory->size) == 0)
        return;
    for (size_t i = 0; i < memory->size; i++)
        if (memory->content[i] != memory->initial[i])
            note(changes, (long long)i);
}

const argument_memory *arguments_violation(const argument_set *set, bool complement, size_t *bytes, long long *where)
{
    for (size_t i = 0; i < set->count; i++) {
        const argument_memory *memory = &set->item[i];
        changes changes = {0};
        if (memory->buffer) {
            size_t end = memory->offset + memory->size;
            compare_guard(set, memory, 0, memory->offset, complement, &changes);
            compare_guard(set, memory, end, end + tail(set, memory), complement, &changes);
        }
        if (memory->argument->role == ROLE_IN && memory->content)
            compare_input(memory, &changes);
        if (changes.bytes) {
            *bytes = changes.bytes;
            *where = changes.first;
            return memory;
        }
    }
    return NULL;
}

/* Padding between components of different elements (the fourth lane of a float3) is nobody's, so it is passed over.
 * Rare bytes are looked for first: most outputs have no component that could be the poison, and memchr sees that at
 * once. */
static bool has_poison(const argument_memory *memory, uint8_t byte)
{
    assay_type type = memory->argument->type;
    size_t scalar = assay_scalar_size(type.scalar), end = memory->argument->count * type.stride;
    uint8_t poison[8];
    memset(poison, byte, sizeof poison);
    for (size_t at = 0; at < end;) {
        const uint8_t *found = memchr(memory->content + at, byte, end - at);
        if (!found)
            return false;
        size_t offset = (size_t)(found - memory->content), lane = offset % type.stride / scalar;
        at = offset + 1;
        if (offset % type.stride % scalar == 0 && lane < type.lanes && memcmp(found, poison, scalar) == 0)
            return true;
    }
    return false;
}

bool arguments_any_poison(const argument_set *set)
{
    for (size_t i = 0; i < set->count; i++)
        if (set->item[i].judged && set->item[i].argument->role == ROLE_OUT &&
            has_poison(&set->item[i], arguments_poison(set, false)))
            return true;
    return false;
}

bool arguments_keep(argument_set *set, assay_error *error)
{
    for (size_t i = 0; i < set->count; i++) {
        argument_memory *memory = &set->item[i];
        if (memory->argument->role == ROLE_IN)
            continue;
        if (!memory->first && !(memory->first = malloc(memory->size ? memory->size : 1)))
            return assay_fail(error, NULL, 0, "out of memory");
        memcpy(memory->first, memory->content, memory->size);
    }
    return true;
}

bool arguments_same_inputs(const argument_set *a, const argument_set *b)
{
    for (size_t i = 0; i < a->count; i++)
        if (a->item[i].initial && memcmp(a->item[i].initial, b->item[i].initial, a->item[i].size) != 0)
            return false;
    return true;
}

reference_dispatch arguments_dispatch(const case_instance *instance, uint32_t simd_width)
{
    reference_dispatch seen = {.simd_width = simd_width};
    if (!instance->dispatch_count)
        return seen;
    const case_dispatch *dispatch = &instance->dispatches[instance->dispatch_count - 1];
    seen.whole_groups = dispatch->groups;
    for (int i = 0; i < 3; i++) {
        uint32_t extent = dispatch->extent[i], group = dispatch->threadgroup[i] ? dispatch->threadgroup[i] : 1;
        seen.threadgroup[i] = group;
        seen.grid[i] = dispatch->groups ? extent * group : extent;
        seen.groups[i] = dispatch->groups ? extent : (extent + group - 1) / group;
    }
    return seen;
}
