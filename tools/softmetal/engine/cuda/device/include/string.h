/* string.h: for files of the engine that are also compiled for the GPU. */
#ifndef SOFTMETAL_DEVICE_STRING_H
#define SOFTMETAL_DEVICE_STRING_H
#include <stddef.h>
#define memcpy __builtin_memcpy
#define memset __builtin_memset
#endif
