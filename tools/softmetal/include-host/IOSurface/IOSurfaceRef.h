/* IOSurfaceRef.h: a name that Metal's C++ bindings mention; softmetal has no surfaces. */
#ifndef SOFTMETAL_IOSURFACE_H
#define SOFTMETAL_IOSURFACE_H
typedef struct __IOSurface *IOSurfaceRef;
#endif
