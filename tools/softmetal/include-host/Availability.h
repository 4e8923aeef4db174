/* Availability.h: which macOS a client is compiled for, and the marks that Apple's headers put on declarations. The
 * headers here are those of macOS 15's SDK, for they have residency sets and none of Metal 4's classes. */
#ifndef SOFTMETAL_AVAILABILITY_H
#define SOFTMETAL_AVAILABILITY_H
#define __MAC_10_11 101100
#define __MAC_10_15 101500
#define __MAC_11_0 110000
#define __MAC_12_0 120000
#define __MAC_13_0 130000
#define __MAC_14_0 140000
#define __MAC_15_0 150000
#ifndef __MAC_OS_X_VERSION_MIN_REQUIRED
#define __MAC_OS_X_VERSION_MIN_REQUIRED __MAC_15_0
#endif
#ifndef __MAC_OS_X_VERSION_MAX_ALLOWED
#define __MAC_OS_X_VERSION_MAX_ALLOWED __MAC_15_0
#endif
#define MAC_OS_X_VERSION_MIN_REQUIRED __MAC_OS_X_VERSION_MIN_REQUIRED
#define MAC_OS_X_VERSION_MAX_ALLOWED __MAC_OS_X_VERSION_MAX_ALLOWED

#define API_AVAILABLE(...)
#define API_UNAVAILABLE(...)
#define API_DEPRECATED(...)
#define API_DEPRECATED_WITH_REPLACEMENT(...)
#define __OSX_AVAILABLE_STARTING(...)
#define __API_AVAILABLE(...)
#define __API_UNAVAILABLE(...)
#endif
