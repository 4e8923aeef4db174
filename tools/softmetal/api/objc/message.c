/* message.c: objc_msgSend for GCC's runtime, which only looks methods up and leaves the call to the compiler.
 *
 * Every argument register is kept while objc_msg_lookup finds the method, then control goes to it as if the client had
 * called it, so that one entry serves all types. A message to nil returns zero in every result register. */
#include "blocks.h"

#define EXPORT __attribute__((visibility("default")))

#if defined(__x86_64__)

/* `receiver` and `selector` name the registers in which they arrive: those of the first and second argument, or one
 * further when the first holds the address of the result. */
#define DEFINE_SEND(name, receiver, selector, nil_result)                                                              \
    __asm__(".text\n"                                                                                                  \
            ".globl " name "\n"                                                                                        \
            ".type " name ", @function\n" name ":\n"                                                                   \
            "    testq %" receiver ", %" receiver "\n"                                                                 \
            "    jz 1f\n"                                                                                              \
            "    pushq %rbp\n"                                                                                         \
            "    movq %rsp, %rbp\n"                                                                                    \
            "    subq $192, %rsp\n"                                                                                    \
            "    movq %rax, -8(%rbp)\n"                                                                                \
            "    movq %rdi, -16(%rbp)\n"                                                                               \
            "    movq %rsi, -24(%rbp)\n"                                                                               \
            "    movq %rdx, -32(%rbp)\n"                                                                               \
            "    movq %rcx, -40(%rbp)\n"                                                                               \
            "    movq %r8, -48(%rbp)\n"                                                                                \
            "    movq %r9, -56(%rbp)\n"                                                                                \
            "    movups %xmm0, -80(%rbp)\n"                                                                            \
            "    movups %xmm1, -96(%rbp)\n"                                                                            \
            "    movups %xmm2, -112(%rbp)\n"                                                                           \
            "    movups %xmm3, -128(%rbp)\n"                                                                           \
            "    movups %xmm4, -144(%rbp)\n"                                                                           \
            "    movups %xmm5, -160(%rbp)\n"                                                                           \
            "    movups %xmm6, -176(%rbp)\n"                                                                           \
            "    movups %xmm7, -192(%rbp)\n"                                                                           \
            "    movq %" receiver ", %rdi\n"                                                                           \
            "    movq %" selector ", %rsi\n"                                                                           \
            "    call objc_msg_lookup@PLT\n"                                                                           \
            "    movq %rax, %r11\n"                                                                                    \
            "    movq -8(%rbp), %rax\n"                                                                                \
            "    movq -16(%rbp), %rdi\n"                                                                               \
            "    movq -24(%rbp), %rsi\n"                                                                               \
            "    movq -32(%rbp), %rdx\n"                                                                               \
            "    movq -40(%rbp), %rcx\n"                                                                               \
            "    movq -48(%rbp), %r8\n"                                                                                \
            "    movq -56(%rbp), %r9\n"                                                                                \
            "    movups -80(%rbp), %xmm0\n"                                                                            \
            "    movups -96(%rbp), %xmm1\n"                                                                            \
            "    movups -112(%rbp), %xmm2\n"                                                                           \
            "    movups -128(%rbp), %xmm3\n"                                                                           \
            "    movups -144(%rbp), %xmm4\n"                                                                           \
            "    movups -160(%rbp), %xmm5\n"                                                                           \
            "    movups -176(%rbp), %xmm6\n"                                                                           \
            "    movups -192(%rbp), %xmm7\n"                                                                           \
            "    leave\n"                                                                                              \
            "    jmp *%r11\n"                                                                                          \
            "1:\n" nil_result "    ret\n"                                                                              \
            ".size " name ", .-" name "\n")

#define ZERO_RESULT                                                                                                    \
    "    xorl %eax, %eax\n"                                                                                            \
    "    xorl %edx, %edx\n"                                                                                            \
    "    xorps %xmm0, %xmm0\n"                                                                                         \
    "    xorps %xmm1, %xmm1\n"
DEFINE_SEND("objc_msgSend", "rdi", "rsi", ZERO_RESULT);
DEFINE_SEND("objc_msgSend_fpret", "rdi", "rsi", ZERO_RESULT);
DEFINE_SEND("objc_msgSend_stret", "rsi", "rdx", "    movq %rdi, %rax\n");

#elif defined(__aarch64__)

__asm__(".text\n"
        ".globl objc_msgSend\n"
        ".type objc_msgSend, %function\n"
        "objc_msgSend:\n"
        "    cbz x0, 1f\n"
        "    stp x29, x30, [sp, #-224]!\n"
        "    mov x29, sp\n"
        "    stp x0, x1, [sp, #16]\n"
        "    stp x2, x3, [sp, #32]\n"
        "    stp x4, x5, [sp, #48]\n"
        "    stp x6, x7, [sp, #64]\n"
        "    str x8, [sp, #80]\n"
        "    stp q0, q1, [sp, #96]\n"
        "    stp q2, q3, [sp, #128]\n"
        "    stp q4, q5, [sp, #160]\n"
        "    stp q6, q7, [sp, #192]\n"
        "    bl objc_msg_lookup\n"
        "    mov x16, x0\n"
        "    ldp x0, x1, [sp, #16]\n"
        "    ldp x2, x3, [sp, #32]\n"
        "    ldp x4, x5, [sp, #48]\n"
        "    ldp x6, x7, [sp, #64]\n"
        "    ldr x8, [sp, #80]\n"
        "    ldp q0, q1, [sp, #96]\n"
        "    ldp q2, q3, [sp, #128]\n"
        "    ldp q4, q5, [sp, #160]\n"
        "    ldp q6, q7, [sp, #192]\n"
        "    ldp x29, x30, [sp], #224\n"
        "    br x16\n"
        "1:  mov x1, #0\n"
        "    movi v0.2d, #0\n"
        "    movi v1.2d, #0\n"
        "    movi v2.2d, #0\n"
        "    movi v3.2d, #0\n"
        "    ret\n"
        ".size objc_msgSend, .-objc_msgSend\n"
        /* By this name clang calls for a structure in memory; its address is in x8, the receiver in x0 as ever. */
        ".globl objc_msgSend_stret\n"
        ".set objc_msgSend_stret, objc_msgSend\n");

#else
#error "objc_msgSend is written for x86-64 and arm64"
#endif

/* Apple's functions for memory, which C and C++ clients call beside messages. */
EXPORT id objc_retain(id object);
EXPORT void objc_release(id object);
EXPORT id objc_autorelease(id object);
EXPORT void *objc_autoreleasePoolPush(void);
EXPORT void objc_autoreleasePoolPop(void *pool);

id objc_retain(id object)
{
    return mtl_retain(object);
}

void objc_release(id object)
{
    mtl_release(object);
}

id objc_autorelease(id object)
{
    return mtl_autorelease(object);
}

void *objc_autoreleasePoolPush(void)
{
    return mtl_pool_push();
}

void objc_autoreleasePoolPop(void *pool)
{
    mtl_pool_pop(pool);
}

/* Core Foundation's names for the same. */
EXPORT const void *CFRetain(const void *object);
EXPORT void CFRelease(const void *object);

const void *CFRetain(const void *object)
{
    return mtl_retain((id)(uintptr_t)object);
}

void CFRelease(const void *object)
{
    mtl_release((id)(uintptr_t)object);
}

/* ---- what clang calls where it counts references itself (ARC); a block is an object, see blocks.c */

EXPORT id objc_retainAutorelease(id object);
EXPORT id objc_autoreleaseReturnValue(id object);
EXPORT id objc_retainAutoreleaseReturnValue(id object);
EXPORT id objc_retainAutoreleasedReturnValue(id object);
EXPORT id objc_unsafeClaimAutoreleasedReturnValue(id object);
EXPORT id objc_retainBlock(id block);
EXPORT void objc_storeStrong(id *place, id object);

id objc_retainAutorelease(id object)
{
    return mtl_autorelease(mtl_retain(object));
}

id objc_autoreleaseReturnValue(id object)
{
    return mtl_autorelease(object);
}

id objc_retainAutoreleaseReturnValue(id object)
{
    return objc_retainAutorelease(object);
}

id objc_retainAutoreleasedReturnValue(id object)
{
    return mtl_retain(object);
}

id objc_unsafeClaimAutoreleasedReturnValue(id object)
{
    return object;
}

id objc_retainBlock(id block)
{
    return mtl_block_copy(block);
}

void objc_storeStrong(id *place, id object)
{
    mtl_assign(place, object);
}
