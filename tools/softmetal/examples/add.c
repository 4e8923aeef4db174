/* add.c: adds two arrays on the device, in plain C: messages through objc_msgSend.
 *   tools/softmetal/metal-cc tools/softmetal/examples/add.c -o add && ./add */
#include <Metal/Metal.h>
#include <stdio.h>
#include <stdlib.h>

#define SELECTOR(name) sel_registerName(name)
#define SEND(type, object, name, ...) ((type)objc_msgSend)(object, SELECTOR(name), __VA_ARGS__)
#define ASK(type, object, name) ((type(*)(id, SEL))objc_msgSend)(object, SELECTOR(name))

enum { COUNT = 1000 };

static const char source[] = "#include <metal_stdlib>\n"
                             "using namespace metal;\n"
                             "kernel void add(device const float *a, device const float *b, device float *sum,\n"
                             "                uint i [[thread_position_in_grid]])\n"
                             "{\n"
                             "    sum[i] = a[i] + b[i];\n"
                             "}\n";

static id text(const char *utf8)
{
    return SEND(id(*)(id, SEL, const char *), (id)objc_getClass("NSString"), "stringWithUTF8String:", utf8);
}

static void stop(id error)
{
    fprintf(stderr, "%s\n",
            error ? ASK(const char *, ASK(id, error, "localizedDescription"), "UTF8String") : "no device");
    exit(1);
}

static id pipeline(id device)
{
    id error = nil;
    id library =
        SEND(id(*)(id, SEL, id, id, id *), device, "newLibraryWithSource:options:error:", text(source), nil, &error);
    if (!library)
        stop(error);
    id function = SEND(id(*)(id, SEL, id), library, "newFunctionWithName:", text("add"));
    id state = SEND(id(*)(id, SEL, id, id *), device, "newComputePipelineStateWithFunction:error:", function, &error);
    if (!state)
        stop(error);
    objc_release(function);
    objc_release(library);
    return state;
}

int main(void)
{
    void *pool = objc_autoreleasePoolPush();
    id device = MTLCreateSystemDefaultDevice();
    if (!device)
        stop(nil);
    id queue = ASK(id, device, "newCommandQueue"), add = pipeline(device), buffer[3];
    for (int n = 0; n < 3; n++)
        buffer[n] = SEND(id(*)(id, SEL, NSUInteger, NSUInteger), device,
                         "newBufferWithLength:options:", COUNT * sizeof(float), MTLResourceStorageModeShared);
    float *a = ASK(void *, buffer[0], "contents"), *b = ASK(void *, buffer[1], "contents");
    const float *sum = ASK(void *, buffer[2], "contents");
    for (int n = 0; n < COUNT; n++) {
        a[n] = (float)n;
        b[n] = (float)(2 * n);
    }

    id commands = ASK(id, queue, "commandBuffer"), encoder = ASK(id, commands, "computeCommandEncoder");
    SEND(void (*)(id, SEL, id), encoder, "setComputePipelineState:", add);
    for (NSUInteger n = 0; n < 3; n++)
        SEND(void (*)(id, SEL, id, NSUInteger, NSUInteger), encoder, "setBuffer:offset:atIndex:", buffer[n], 0, n);
    SEND(void (*)(id, SEL, MTLSize, MTLSize), encoder,
         "dispatchThreads:threadsPerThreadgroup:", MTLSizeMake(COUNT, 1, 1), MTLSizeMake(64, 1, 1));
    ASK(void, encoder, "endEncoding");
    ASK(void, commands, "commit");
    ASK(void, commands, "waitUntilCompleted");
    if (ASK(id, commands, "error"))
        stop(ASK(id, commands, "error"));

    printf("%s: %g + %g = %g\n", ASK(const char *, ASK(id, device, "name"), "UTF8String"), a[COUNT - 1], b[COUNT - 1],
           sum[COUNT - 1]);
    for (int n = 0; n < 3; n++)
        objc_release(buffer[n]);
    objc_release(add);
    objc_release(queue);
    objc_autoreleasePoolPop(pool);
    return 0;
}
