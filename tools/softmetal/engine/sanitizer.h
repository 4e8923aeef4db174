/* sanitizer.h: which sanitizer the engine is built with. AddressSanitizer and ThreadSanitizer follow calls, returns and
 * longjmp by themselves; of fibers they have to be told, which team.c does where it switches. */
#ifndef SOFTMETAL_SANITIZER_H
#define SOFTMETAL_SANITIZER_H

#ifndef __has_feature
#define __has_feature(feature) 0
#endif
#if defined(__SANITIZE_ADDRESS__) || __has_feature(address_sanitizer)
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#define SM_ASAN 1
#else
#define SM_ASAN 0
#endif
#if defined(__SANITIZE_THREAD__) || __has_feature(thread_sanitizer)
#include <sanitizer/tsan_interface.h>
#define SM_TSAN 1
#else
#define SM_TSAN 0
#endif

/* A function that is left on one stack and goes on on another is no call that a sanitizer could follow. */
#define SM_UNFOLLOWED __attribute__((noinline, no_sanitize("address"), no_sanitize("thread")))
#endif
