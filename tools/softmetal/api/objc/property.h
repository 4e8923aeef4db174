/* property.h: what objects and descriptors do alike, in a line each: tell a member, set it, copy, end. */
#ifndef SOFTMETAL_PROPERTY_H
#define SOFTMETAL_PROPERTY_H
#include "objc.h"

/* Defines a method that tells something: GETTER(mtl_texture, NSUInteger, texture_width, self->image.width). */
#define GETTER(owner, type, name, value)                                                                               \
    static type name(METHOD_ARGUMENTS(owner))                                                                          \
    {                                                                                                                  \
        return value;                                                                                                  \
    }

/* Defines the two methods of a scalar property. */
#define PROPERTY(owner, type, field)                                                                                   \
    GETTER(owner, type, owner##_get_##field, self->field)                                                              \
    static void owner##_set_##field(METHOD_ARGUMENTS(owner), type value)                                               \
    {                                                                                                                  \
        self->field = value;                                                                                           \
    }

/* The same for an object, which is retained, or (strings) copied. */
#define OBJECT_PROPERTY(owner, field, assign)                                                                          \
    GETTER(owner, id, owner##_get_##field, self->field)                                                                \
    static void owner##_set_##field(METHOD_ARGUMENTS(owner), id value)                                                 \
    {                                                                                                                  \
        assign(&self->field, value);                                                                                   \
    }

/* The two rows of a property in a method table: PROPERTY_METHODS(owner, "width", "setWidth:", "Q", width). */
#define PROPERTY_METHODS(owner, getter, setter, encoding, field)                                                       \
    METHOD(getter, encoding "@:", owner##_get_##field), METHOD(setter, "v@:" encoding, owner##_set_##field)

/* Defines what ends an object that only holds others: FINISH(mtl_sampler, sampler_finish, self->label). */
#define FINISH(owner, name, ...)                                                                                       \
    static void name(void *object)                                                                                     \
    {                                                                                                                  \
        owner *self = object;                                                                                          \
        const id held[] = {__VA_ARGS__};                                                                               \
        for (size_t n = 0; n < sizeof held / sizeof *held; n++)                                                        \
            mtl_release(held[n]);                                                                                      \
    }

/* Defines -copyWithZone: of a descriptor, whose copy holds the same objects; `nil` if it has none. */
#define COPY(owner, name, ...)                                                                                         \
    static id name(METHOD_ARGUMENTS(owner), void *zone UNUSED)                                                         \
    {                                                                                                                  \
        const id held[] = {__VA_ARGS__};                                                                               \
        owner *copy = mtl_new(&owner##_class);                                                                         \
        *copy = *self;                                                                                                 \
        for (size_t n = 0; n < sizeof held / sizeof *held; n++)                                                        \
            mtl_retain(held[n]);                                                                                       \
        return (id)copy;                                                                                               \
    }

#endif
