/* texture_check.h: which textures and views can be made. Each function returns NULL, or a clause that says why not. */
#ifndef SOFTMETAL_TEXTURE_CHECK_H
#define SOFTMETAL_TEXTURE_CHECK_H
#include "../objects.h"

const char *mtl_descriptor_problem(const mtl_texture_descriptor *of);
const char *mtl_view_problem(const sm_texture *of, NSUInteger format, NSUInteger type, NSRange levels, NSRange slices,
                             MTLTextureSwizzleChannels swizzle);
/* A texture that lies in a buffer; row_pitch 0 where it has one row. */
const char *mtl_linear_problem(const mtl_texture_descriptor *of, size_t offset, size_t row_pitch);

bool mtl_type_is_cube(NSUInteger type);
bool mtl_type_is_flat(NSUInteger type);    /* one row to a slice */
bool mtl_type_is_layered(NSUInteger type); /* an array */
bool mtl_type_is_multisampled(NSUInteger type);
bool mtl_format_is_special(NSUInteger format); /* of depth or stencil */
bool mtl_is_sample_count(NSUInteger count);
/* What offset and rows of a texture in a buffer are multiples of. */
enum { MTL_LINEAR_ALIGNMENT = 16 };
/* Levels of a complete chain of mipmaps. */
NSUInteger mtl_full_chain(NSUInteger width, NSUInteger height, NSUInteger depth);
#endif
