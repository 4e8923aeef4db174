/* mlx.h: bodies for mx.fast.metal_kernel, turned into kernels as MLX turns them: a signature is put around the body,
 * from the names of inputs and outputs and from what the body mentions. */
#ifndef ASSAY_MLX_H
#define ASSAY_MLX_H
#include "../../base/error.h"
#include <stdbool.h>

typedef struct mlx_call {
    const char *inputs, *outputs; /* names, comma-separated */
    const char *header;           /* file, or NULL */
    const char *templates;        /* `T=float,N=4`, or NULL */
    const char *grid, *group;     /* threads and threads per threadgroup: `X, Y, Z` in sizes of the contract */
    bool strided; /* ensure_row_contiguous is false: inputs come transposed, or cut from larger arrays */
    bool atomic;  /* atomic_outputs=True */
} mlx_call;

/* Writes the kernel to a temporary file and returns its path (mlx_unwrap removes and frees it); the contract, given as
 * to contract_read, tells the arrays' types and shapes. NULL with an error. */
char *mlx_wrap(const char *body, const mlx_call *call, const char *contract, const char *contracts, assay_error *error);
void mlx_unwrap(char *path);
#endif
