/* CGGeometry.h: points and sizes, as Metal's C++ bindings mention them for layers; softmetal draws nothing. */
#ifndef SOFTMETAL_CGGEOMETRY_H
#define SOFTMETAL_CGGEOMETRY_H
#include "CGBase.h"
#ifdef __OBJC__ /* GNUstep's, so that both names are one type */
typedef NSPoint CGPoint;
typedef NSSize CGSize;
typedef NSRect CGRect;
#define CGPointMake NSMakePoint
#define CGSizeMake NSMakeSize
#define CGRectMake NSMakeRect
#else
typedef struct CGPoint {
    CGFloat x, y;
} CGPoint;
typedef struct CGSize {
    CGFloat width, height;
} CGSize;
typedef struct CGRect {
    CGPoint origin;
    CGSize size;
} CGRect;

static inline CGPoint CGPointMake(CGFloat x, CGFloat y)
{
    CGPoint point = {x, y};
    return point;
}

static inline CGSize CGSizeMake(CGFloat width, CGFloat height)
{
    CGSize size = {width, height};
    return size;
}

static inline CGRect CGRectMake(CGFloat x, CGFloat y, CGFloat width, CGFloat height)
{
    CGRect rectangle = {{x, y}, {width, height}};
    return rectangle;
}
#endif
#endif
