/* TargetConditionals.h: clients written for Apple's systems take the macOS path. */
#ifndef SOFTMETAL_TARGET_CONDITIONALS_H
#define SOFTMETAL_TARGET_CONDITIONALS_H
#define TARGET_OS_MAC 1
#define TARGET_OS_OSX 1
#define TARGET_OS_IPHONE 0
#define TARGET_OS_IOS 0
#define TARGET_OS_TV 0
#define TARGET_OS_WATCH 0
#define TARGET_OS_VISION 0
#define TARGET_OS_SIMULATOR 0
#define TARGET_OS_MACCATALYST 0
#endif
