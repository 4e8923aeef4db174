/* blocks_runtime.h: what clang -fblocks calls and GNUstep's headers include; libsoftmetal provides it
 * (api/objc/blocks.c). */
#ifndef SOFTMETAL_BLOCKS_RUNTIME_H
#define SOFTMETAL_BLOCKS_RUNTIME_H

#ifdef __cplusplus
extern "C" {
#endif
extern void *_Block_copy(const void *block);
extern void _Block_release(const void *block);
extern void _Block_object_assign(void *to, const void *object, int flags);
extern void _Block_object_dispose(const void *object, int flags);
extern void *_NSConcreteStackBlock[32];
extern void *_NSConcreteGlobalBlock[32];
#ifdef __cplusplus
}
#endif

#define Block_copy(...) ((__typeof(__VA_ARGS__))_Block_copy((const void *)(__VA_ARGS__)))
#define Block_release(...) _Block_release((const void *)(__VA_ARGS__))

#endif
