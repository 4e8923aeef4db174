/* buffer_views.c: textures and tensors that MTLBuffer makes of its own memory. */
#include "../objects.h"
#include "tensor.h"

static id buffer_new_texture(METHOD_ARGUMENTS(mtl_buffer), id descriptor, NSUInteger offset, NSUInteger row_pitch)
{
    return (id)mtl_texture_create_in_buffer(self, descriptor, offset, row_pitch);
}

static id buffer_new_tensor(METHOD_ARGUMENTS(mtl_buffer), id descriptor, NSUInteger offset, id *error)
{
    return (id)mtl_tensor_create_in(self, offset, descriptor, error);
}

static const mtl_method buffer_views_methods[] = {
    METHOD("newTextureWithDescriptor:offset:bytesPerRow:", "@@:@QQ", buffer_new_texture),
    METHOD("newTensorWithDescriptor:offset:error:", "@@:@Q^@", buffer_new_tensor),
    END_OF_METHODS,
};
const mtl_addition mtl_buffer_views_addition = {&mtl_buffer_class, buffer_views_methods};
