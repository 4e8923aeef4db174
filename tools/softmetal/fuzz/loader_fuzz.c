/* loader_fuzz.c: any bytes, as the object file of a kernel. What loads is never called: its code is whatever the bytes
 * were. */
#include "../compiler/kernel/loader.h"
#include <stdlib.h>
#include <string.h>

/* Half of all names are known, so that both ways are taken. */
static void *resolve(const char *name)
{
    static char somewhere;
    return strlen(name) % 2 ? &somewhere : NULL;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char problem[200] = "";
    uint8_t *object = malloc(size + 1);
    if (!object)
        return 0;
    memcpy(object, data, size);
    sm_code *code = sm_code_load((sm_bytes){object, size}, resolve, problem);
    if (code) {
        const void *start;
        size_t extent;
        sm_code_extent(code, &start, &extent);
        (void)sm_code_symbol(code, "sm_entry");
    } else if (!*problem)
        abort(); /* refusing without a reason */
    sm_code_free(code);
    free(object);
    return 0;
}
