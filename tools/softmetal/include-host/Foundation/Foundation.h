/* Foundation.h: GNUstep Base's, and what Apple's brings with it besides. */
#ifndef SOFTMETAL_FOUNDATION_H
#define SOFTMETAL_FOUNDATION_H
#pragma GCC system_header
#include_next <Foundation/Foundation.h>

#include <TargetConditionals.h>
#include <dispatch/dispatch.h>
#include <mach/mach.h>
#include <unistd.h>

/* Apple's nil is a null pointer of any type. */
#undef nil
#undef Nil
#ifdef __cplusplus
#define nil __null
#define Nil __null
#else
#define nil ((void *)0)
#define Nil ((void *)0)
#endif
#endif
