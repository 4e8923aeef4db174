/* property.h: getters and setters of descriptors, and how a descriptor is copied. */
#ifndef SOFTMETAL_PROPERTY_H
#define SOFTMETAL_PROPERTY_H
#include "objc.h"

/* Defines the two methods of a scalar property. */
#define PROPERTY(owner, type, field)                                                                                   \
    static type owner##_get_##field(METHOD_ARGUMENTS(owner))                                                           \
    {                                                                                                                  \
        return self->field;                                                                                            \
    }                                                                                                                  \
    static void owner##_set_##field(METHOD_ARGUMENTS(owner), type value)                                               \
    {                                                                                                                  \
        self->field = value;                                                                                           \
    }

/* The same for an object, which is retained, or (strings) copied. */
#define OBJECT_PROPERTY(owner, field, assign)                                                                          \
    static id owner##_get_##field(METHOD_ARGUMENTS(owner))                                                             \
    {                                                                                                                  \
        return self->field;                                                                                            \
    }                                                                                                                  \
    static void owner##_set_##field(METHOD_ARGUMENTS(owner), id value)                                                 \
    {                                                                                                                  \
        assign(&self->field, value);                                                                                   \
    }

/* The two rows of a property in a method table: PROPERTY_METHODS(owner, "width", "setWidth:", "Q", width). */
#define PROPERTY_METHODS(owner, getter, setter, encoding, field)                                                       \
    METHOD(getter, encoding "@:", owner##_get_##field), METHOD(setter, "v@:" encoding, owner##_set_##field)

#endif
