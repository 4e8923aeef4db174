# GCC's Objective-C runtime and GNUstep Base, for both projects and any C compiler. The runtime's headers lie among GCC's own, which
# another compiler must not see: what includes <objc/…> finds them through a link that has nothing else beside it.
find_library(GNUSTEP_BASE gnustep-base REQUIRED)
find_library(OBJC objc PATHS /usr/lib/gcc/x86_64-linux-gnu/12 /usr/lib/gcc/aarch64-linux-gnu/12 REQUIRED)
get_filename_component(OBJC_DIRECTORY ${OBJC} DIRECTORY)
set(OBJC_INCLUDE ${CMAKE_LIBRARY_OUTPUT_DIRECTORY}/objc-runtime) # metal-cc looks here too
file(MAKE_DIRECTORY ${OBJC_INCLUDE})
file(CREATE_LINK ${OBJC_DIRECTORY}/include/objc ${OBJC_INCLUDE}/objc SYMBOLIC)
include_directories(SYSTEM ${OBJC_INCLUDE})
