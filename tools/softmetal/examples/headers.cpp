// headers.cpp: every name that metal-cpp and other C++ clients take from Apple's system headers, used once. It needs no metal-cpp; it is a
// test of include-host/ more than an example.
//   tools/softmetal/metal-cc -std=c++17 tools/softmetal/examples/headers.cpp -o headers && ./headers
#include <Availability.h>
#include <AvailabilityMacros.h>
#include <CoreFoundation/CoreFoundation.h>
#include <CoreGraphics/CGColorSpace.h>
#include <CoreGraphics/CGGeometry.h>
#include <CoreGraphics/CoreGraphics.h>
#include <IOSurface/IOSurfaceRef.h>
#include <Metal/Metal.h>
#include <TargetConditionals.h>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <dispatch/dispatch.h>
#include <mach-o/dyld.h>
#include <mach/mach.h>
#include <mach/mach_time.h>
#include <mach/task_info.h>
#include <objc/NSObjCRuntime.h>
#include <objc/message.h>
#include <objc/objc.h>
#include <objc/runtime.h>
#include <simd/simd.h>
#include <type_traits>

// metal-cpp answers nothing for MTL::CopyAllDevices() where this is less.
static_assert(__MAC_OS_X_VERSION_MIN_REQUIRED >= 101100, "a version of macOS");
static_assert(__MAC_OS_X_VERSION_MAX_ALLOWED >= __MAC_OS_X_VERSION_MIN_REQUIRED, "a newer one");
static_assert(TARGET_OS_OSX && TARGET_OS_MAC && !TARGET_OS_IPHONE, "macOS");
static_assert(std::is_same_v<decltype(nil), std::nullptr_t> && std::is_same_v<decltype(Nil), std::nullptr_t>, "null pointers of any type");
static_assert(std::is_same_v<NSInteger, intptr_t> && std::is_same_v<NSUInteger, uintptr_t> && NSIntegerMax == INTPTR_MAX, "integers");
static_assert(std::is_unsigned_v<task_id_token_t> && sizeof(kern_return_t) == 4, "names of mach.h");
static_assert(sizeof(CGSize) == 2 * sizeof(CGFloat) && sizeof(CGRect) == 2 * sizeof(CGSize), "geometry");

typedef NS_ENUM(NSInteger, Order){OrderBefore = -1, OrderSame, OrderAfter};
typedef NS_OPTIONS(NSUInteger, Marks){MarkOne = 1, MarkTwo = 2};

// A constant that this system lacks is a null pointer, as metal-cpp expects of a weak import.
extern "C" id const MTLNoSuchErrorDomain __attribute__((weak_import));

CF_EXPORT CF_RETURNS_RETAINED CFTypeRef copy_of(CFTypeRef object) API_AVAILABLE(macos(10.11)) API_UNAVAILABLE(ios);
CFTypeRef copy_of(CFTypeRef object)
{
    return CFRetain(object);
}

static bool near_now(CFAbsoluteTime seconds)
{
    return std::fabs(seconds - (double(time(nullptr)) - 978307200.0)) < 5;
}

#define REQUIRE(condition)                                                                                                           \
    do {                                                                                                                             \
        if (!(condition)) {                                                                                                          \
            std::printf("line %d: %s\n", __LINE__, #condition);                                                                      \
            return 1;                                                                                                                \
        }                                                                                                                            \
    } while (0)

int main()
{
    REQUIRE(OrderBefore < OrderAfter && (MarkOne | MarkTwo) == 3);
    REQUIRE(&MTLNoSuchErrorDomain == nullptr);
    REQUIRE(MTLCommandBufferEncoderInfoErrorKey != nil && MTLCaptureErrorDomain != nil);
    REQUIRE(near_now(CFAbsoluteTimeGetCurrent()));
    CGSize size = CGSizeMake(2, 3);
    CGColorSpaceRef colours = nullptr;
    IOSurfaceRef surface = nullptr;
    task_id_token_t owner = 0;
    REQUIRE(size.height == 3 && !colours && !surface && !owner && mach_task_self() == 0);
    task_vm_info_data_t memory;
    mach_task_basic_info_data_t basic;
    mach_msg_type_number_t words = TASK_VM_INFO_COUNT, few = MACH_TASK_BASIC_INFO_COUNT, none = 1;
    REQUIRE(task_info(mach_task_self(), TASK_VM_INFO, (task_info_t)&memory, &words) == KERN_SUCCESS && words > TASK_VM_INFO_REV0_COUNT);
    REQUIRE(task_info(mach_task_self(), MACH_TASK_BASIC_INFO, (task_info_t)&basic, &few) == KERN_SUCCESS);
    REQUIRE(memory.phys_footprint > 0 && memory.virtual_size > memory.resident_size && basic.resident_size_max > 0);
    REQUIRE(task_info(mach_task_self(), TASK_VM_INFO, (task_info_t)&memory, &none) != KERN_SUCCESS);
    char path[4096], small[2];
    uint32_t room = sizeof path, least = sizeof small;
    REQUIRE(_NSGetExecutablePath(path, &room) == 0 && path[0] == '/' && access(path, X_OK) == 0);
    REQUIRE(_NSGetExecutablePath(small, &least) == -1 && least == std::strlen(path) + 1);
    id device = MTLCreateSystemDefaultDevice(), all = MTLCopyAllDevices();
    REQUIRE(device != nil && all != nil);
    REQUIRE(reinterpret_cast<NSUInteger (*)(id, SEL)>(objc_msgSend)(all, sel_registerName("count")) == 1);
    REQUIRE(objc_lookUpClass("MTLCompileOptions") != Nil);
    CFRelease(copy_of(all));
    CFRelease(all);
    CFStringRef first = nullptr;
    for (int i = 0; i < 2; i++) {
        CFStringRef constant = CFSTR("a constant \u2026");
        REQUIRE(constant && (!first || constant == first));
        first = constant;
    }
    REQUIRE(reinterpret_cast<NSUInteger (*)(CFStringRef, SEL)>(objc_msgSend)(first, sel_registerName("length")) == 12);
    std::puts("every name is there");
    return 0;
}
