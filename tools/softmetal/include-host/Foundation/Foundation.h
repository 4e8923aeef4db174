/* Foundation.h: GNUstep Base's, and what Apple's brings with it besides. */
#ifndef SOFTMETAL_FOUNDATION_H
#define SOFTMETAL_FOUNDATION_H
#pragma GCC system_header
#include_next <Foundation/Foundation.h>

#include <CoreFoundation/CoreFoundation.h>
#include <TargetConditionals.h>
#include <dispatch/dispatch.h>
#include <mach/mach.h>
#include <objc/objc.h>
#include <unistd.h>

/* GNUstep's headers define them again. */
#undef YES
#undef NO
#define YES ((BOOL)1)
#define NO ((BOOL)0)
#undef nil
#undef Nil
#if defined(__cplusplus) && __cplusplus >= 201103L
#define nil nullptr
#define Nil nullptr
#elif defined(__cplusplus)
#define nil __null
#define Nil __null
#else
#define nil ((void *)0)
#define Nil ((void *)0)
#endif

typedef NSString *NSErrorUserInfoKey;
#endif
