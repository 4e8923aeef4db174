/* kernel_request.c: packs a request: the function, the device that code is for, values of function constants,
 * planted faults, the vector functions that there are, linked functions. */
#include "kernel_request.h"
#include "../../engine/settings.h"
#include "../../engine/runtime.h"

static void pack_values(sm_pack *out, const sm_constant_value *values, size_t count)
{
    sm_pack_number(out, (uint32_t)count);
    for (size_t i = 0; i < count; i++) {
        sm_pack_string(out, values[i].name);
        sm_pack_number(out, values[i].index);
        sm_pack_number(out, values[i].data_type);
        sm_pack_bytes(out, values[i].bytes,
                      values[i].size < sizeof values[i].bytes ? values[i].size : sizeof values[i].bytes);
    }
}

/* Vector functions that the host's CPU has; a GPU's code, which may come from another host, calls none. */
static void pack_variants(sm_pack *out, bool cuda)
{
    size_t rows, count = 0;
    const sm_runtime_symbol *symbol = sm_runtime_symbols(&rows);
    if (cuda)
        rows = 0;
    for (size_t i = 0; i < rows; i++)
        count += symbol[i].vector_abi != NULL;
    sm_pack_number(out, (uint32_t)count);
    for (size_t i = 0; i < rows; i++) {
        if (!symbol[i].vector_abi)
            continue;
        sm_pack_string(out, symbol[i].name);
        sm_pack_string(out, symbol[i].vector_abi);
    }
}

/* The faults that compiling knows of: those of the API change no code. */
static void pack_faults(sm_pack *out)
{
    uint64_t set[SM_FAULT_WORDS] = {0};
    for (int i = 0; i < SM_FAULT_COUNT; i++) {
        if (sm_fault((sm_fault_id)i) && sm_fault_compiles((sm_fault_id)i))
            set[i / 64] |= UINT64_C(1) << i % 64;
    }
    for (int i = 0; i < SM_FAULT_WORDS; i++) {
        sm_pack_number(out, (uint32_t)set[i]);
        sm_pack_number(out, (uint32_t)(set[i] >> 32));
    }
}
void sm_request_pack(sm_pack *out, const sm_library *library, const sm_library_entry *f, const char *cpu,
                     sm_code_kind code, const sm_constant_value *values, size_t count, const sm_function *const *linked,
                     size_t linked_count)
{
    sm_pack_string(out, f->symbol);
    sm_pack_number(out, library->target.apple);
    sm_pack_number(out, library->target.checked | (uint32_t)library->target.weak << 1 | (uint32_t)code << 2 |
                            (uint32_t)library->target.cuda << 4); /* nvptx is the second target */
    sm_pack_number(out, library->target.simd_width);
    sm_pack_string(out, cpu);
    sm_pack_number(out, (uint32_t)library->math);
    pack_faults(out);
    pack_values(out, values, count);
    pack_variants(out, library->target.cuda);
    sm_pack_number(out, (uint32_t)linked_count);
    for (size_t i = 0; i < linked_count; i++)
        sm_pack_string(out, ((const sm_library_entry *)(const void *)linked[i])->symbol);
}
