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

#include "../objc/values.h" /* GNUstep's headers define them again */

typedef NSString *NSErrorUserInfoKey;
#endif
