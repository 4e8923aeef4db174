/* dispatch.h: the part of Grand Central Dispatch that Metal clients use, which libsoftmetal provides
 * (api/objc/libdispatch.c): Debian 12 has no libdispatch. There is no main queue, since nothing runs its loop.
 * Objects are plain pointers: dispatch_retain, dispatch_release. Data lies in one piece. */
#ifndef SOFTMETAL_DISPATCH_H
#define SOFTMETAL_DISPATCH_H
#include <stddef.h>
#include <stdint.h>

typedef struct dispatch_queue_s *dispatch_queue_t;
typedef struct dispatch_group_s *dispatch_group_t;
typedef struct dispatch_semaphore_s *dispatch_semaphore_t;
typedef struct dispatch_data_s *dispatch_data_t;
typedef struct dispatch_queue_attr_s *dispatch_queue_attr_t;
typedef void *dispatch_object_t;
typedef void (*dispatch_function_t)(void *context);
typedef uint64_t dispatch_time_t;
typedef long dispatch_once_t;
typedef unsigned int dispatch_qos_class_t;

#define DISPATCH_QUEUE_SERIAL ((dispatch_queue_attr_t)0)
#define DISPATCH_QUEUE_CONCURRENT ((dispatch_queue_attr_t)1)
#define DISPATCH_APPLY_AUTO ((dispatch_queue_t)0)
#define DISPATCH_QUEUE_PRIORITY_HIGH 2
#define DISPATCH_QUEUE_PRIORITY_DEFAULT 0
#define DISPATCH_QUEUE_PRIORITY_LOW (-2)
#define DISPATCH_QUEUE_PRIORITY_BACKGROUND (-32768)
#define DISPATCH_TIME_NOW ((dispatch_time_t)0)
#define DISPATCH_TIME_FOREVER (~(dispatch_time_t)0)
#ifndef NSEC_PER_SEC
#define NSEC_PER_SEC 1000000000ull
#define NSEC_PER_MSEC 1000000ull
#define NSEC_PER_USEC 1000ull
#endif
enum { QOS_CLASS_USER_INTERACTIVE = 0x21, QOS_CLASS_USER_INITIATED = 0x19, QOS_CLASS_DEFAULT = 0x15, QOS_CLASS_UTILITY = 0x11,
       QOS_CLASS_BACKGROUND = 0x09, QOS_CLASS_UNSPECIFIED = 0 };

#ifdef __cplusplus
extern "C" {
#endif
/* nil: no memory. */
extern dispatch_queue_t dispatch_queue_create(const char *label, dispatch_queue_attr_t attribute);
extern dispatch_queue_t dispatch_get_global_queue(intptr_t priority, uintptr_t flags);
extern const char *dispatch_queue_get_label(dispatch_queue_t queue);
extern void dispatch_async_f(dispatch_queue_t queue, void *context, dispatch_function_t work);
extern void dispatch_sync_f(dispatch_queue_t queue, void *context, dispatch_function_t work);
extern void dispatch_apply_f(size_t count, dispatch_queue_t queue, void *context, void (*work)(void *context, size_t index));
extern void dispatch_once_f(dispatch_once_t *done, void *context, dispatch_function_t work);

extern dispatch_group_t dispatch_group_create(void);
extern void dispatch_group_enter(dispatch_group_t group);
extern void dispatch_group_leave(dispatch_group_t group);
extern void dispatch_group_async_f(dispatch_group_t group, dispatch_queue_t queue, void *context, dispatch_function_t work);
/* 0, or not in time. */
extern intptr_t dispatch_group_wait(dispatch_group_t group, dispatch_time_t until);

extern dispatch_semaphore_t dispatch_semaphore_create(intptr_t value);
extern intptr_t dispatch_semaphore_signal(dispatch_semaphore_t semaphore);
extern intptr_t dispatch_semaphore_wait(dispatch_semaphore_t semaphore, dispatch_time_t until);

extern dispatch_time_t dispatch_time(dispatch_time_t when, int64_t nanoseconds);
extern void dispatch_retain(dispatch_object_t object);
extern void dispatch_release(dispatch_object_t object);

#ifdef __BLOCKS__
typedef void (^dispatch_block_t)(void);
#else
typedef void *dispatch_block_t;
#endif
#define DISPATCH_DATA_DESTRUCTOR_DEFAULT NULL /* a copy is made */
#define DISPATCH_DATA_DESTRUCTOR_FREE (_dispatch_data_destructor_free)
extern const dispatch_block_t _dispatch_data_destructor_free;
/* Whoever the bytes belong to is told by the destructor, on the thread that lets go last, whatever the queue. */
extern dispatch_data_t dispatch_data_create(const void *bytes, size_t size, dispatch_queue_t queue, dispatch_block_t destructor);
extern size_t dispatch_data_get_size(dispatch_data_t data);
/* The data itself, which the caller releases, and where it lies. */
extern dispatch_data_t dispatch_data_create_map(dispatch_data_t data, const void **bytes, size_t *size);

#ifdef __BLOCKS__
extern void dispatch_async(dispatch_queue_t queue, dispatch_block_t work);
extern void dispatch_sync(dispatch_queue_t queue, dispatch_block_t work);
extern void dispatch_apply(size_t count, dispatch_queue_t queue, void (^work)(size_t index));
extern void dispatch_once(dispatch_once_t *done, dispatch_block_t work);
extern void dispatch_group_async(dispatch_group_t group, dispatch_queue_t queue, dispatch_block_t work);
#endif
#ifdef __cplusplus
}
#endif
#endif
