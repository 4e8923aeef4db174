/* compiler.c: asks the device's compiler who it is. Metal has no query for it, but every Clang defines __VERSION__, so
 * a kernel copies that string out; a compiler without it is named by nothing. */
#include "metal.h"
#include <string.h>

static const char program[] =
    "#include <metal_stdlib>\n"
    "#ifdef __VERSION__\n"
    "constant char version[] = __VERSION__;\n"
    "#else\n"
    "constant char version[] = \"\";\n"
    "#endif\n"
    "kernel void copy_version(device char *to [[buffer(0)]], constant uint &room [[buffer(1)]])\n"
    "{\n"
    "    for (uint i = 0; i < room; i++)\n"
    "        to[i] = i < sizeof version ? version[i] : 0;\n"
    "}\n";

static bool run_copy(metal_device *device, metal_pipeline *pipeline, metal_buffer *buffer, uint32_t room)
{
    metal_commands *commands = metal_commands_create(device, METAL_SERIAL, NULL);
    if (!commands)
        return false;
    metal_set_pipeline(commands, pipeline);
    metal_set_buffer(commands, buffer, 0, 0);
    metal_set_bytes(commands, &room, sizeof room, 1);
    metal_dispatch_threads(commands, (uint32_t[]){1, 1, 1}, (uint32_t[]){1, 1, 1});
    metal_result result;
    metal_commands_run(commands, 10, &result);
    metal_commands_destroy(commands);
    return result.status == METAL_COMPLETED;
}

bool metal_compiler_version(metal_device *device, char *text, uint32_t room)
{
    metal_compile compile = {.source = program, .math = METAL_MATH_FAST, .functions = METAL_FUNCTIONS_FAST};
    metal_library *library = metal_library_create(device, &compile, NULL, NULL);
    metal_pipeline *pipeline = library ? metal_pipeline_create(library, "copy_version", NULL, 0, NULL, NULL) : NULL;
    metal_buffer *buffer = pipeline ? metal_buffer_create(device, room, NULL) : NULL;
    bool done = buffer && run_copy(device, pipeline, buffer, room - 1);
    if (done) {
        memcpy(text, metal_buffer_contents(buffer), room);
        text[room - 1] = 0;
    }
    metal_buffer_destroy(buffer);
    metal_pipeline_destroy(pipeline);
    metal_library_destroy(library);
    return done && text[0];
}
