/* cooperative.h: where the elements of a cooperative tensor lie (MSL 2.22.3), and what an operation on tensors (MSL 7.2) hands the engine.
 * Read by MSL's headers and by the engine, as MSL and as C17.
 *
 * A cooperative tensor is a matrix, of which each thread of the scope has some elements in slots of its own, from 0 to its capacity. A slot
 * may hold none. The layout is a setting of the run (SOFTMETAL_COOP), so that a program shows what it assumes:
 *
 *   m5         blocks of 16 x 16, eight elements a lane, as three users of an M5 found it
 *   pairs      blocks of 8 x 8, two elements a lane, as simdgroup_matrix has it
 *   rows       the matrix row by row, each thread the next stretch of it
 *   scattered  here and there: slots without elements between others, lanes without any, another order for each kind of tensor
 *
 * The tensor of a reduction is a column or a row. With m5 and pairs each thread has the sums of its own rows or columns, so that many hold
 * the same one; of these the first one, the primary, stores it. */
#ifndef MSL_COOPERATIVE_H
#define MSL_COOPERATIVE_H

#ifdef __METAL_VERSION__
#define __MSL_SHARED constexpr inline
#define __MSL_CONSTRUCT(__type) __type
#else
#define __MSL_SHARED static inline
#define __MSL_CONSTRUCT(__type) (__type)
#endif

enum __msl_cooperation { __MSL_COOP_M5, __MSL_COOP_PAIRS, __MSL_COOP_ROWS, __MSL_COOP_SCATTERED };
enum __msl_coop_role { __MSL_MEMORY, __MSL_LEFT, __MSL_RIGHT, __MSL_DESTINATION, __MSL_ROW_REDUCTION, __MSL_COLUMN_REDUCTION };

typedef struct __msl_coop {
    int layout, role;       /* enum __msl_cooperation, enum __msl_coop_role */
    int rows, columns;      /* of the matrix; of a reduction's tensor those of what is reduced */
    int groups, width;      /* SIMD-groups of the scope, lanes of one */
    unsigned salt;          /* of a scattered layout */
} __msl_coop;

/* A slot: the element's row and column, or none. */
typedef struct __msl_slot {
    int row, column;
    int valid, primary;
} __msl_slot;

__MSL_SHARED int __msl_blocks(int __size, int __block) { return (__size + __block - 1) / __block; }
__MSL_SHARED int __msl_coop_side(int __layout) { return __layout == __MSL_COOP_M5 ? 16 : 8; }
__MSL_SHARED int __msl_coop_reduced(__msl_coop __c) { return __c.role == __MSL_ROW_REDUCTION || __c.role == __MSL_COLUMN_REDUCTION; }
/* Of a reduction's tensor what is left. */
__MSL_SHARED int __msl_coop_rows(__msl_coop __c) { return __c.role == __MSL_COLUMN_REDUCTION ? 1 : __c.rows; }
__MSL_SHARED int __msl_coop_columns(__msl_coop __c) { return __c.role == __MSL_ROW_REDUCTION ? 1 : __c.columns; }

/* Of the scattered layout: every fifth thread has nothing. */
__MSL_SHARED int __msl_coop_used(int __threads) { return __threads - __msl_blocks(__threads, 5); }

/* How many slots a thread has. */
__MSL_SHARED int __msl_coop_capacity(__msl_coop __c)
{
    const int __all = __msl_coop_rows(__c) * __msl_coop_columns(__c), __threads = __c.groups * __c.width, __side = __msl_coop_side(__c.layout);
    if (__c.layout == __MSL_COOP_ROWS) return __msl_blocks(__all, __threads);
    if (__c.layout == __MSL_COOP_SCATTERED) return 2 * __msl_blocks(__all, __msl_coop_used(__threads)) + 1;
    /* a lane of the block has two or eight elements: its part of one or two rows */
    const int __halves = __c.layout == __MSL_COOP_M5 ? 2 : 1, __across = __c.layout == __MSL_COOP_M5 ? 4 : 2;
    const int __share = __c.width == 16 ? 2 : 1, __sets = __c.width == 64 ? 2 : 1; /* of 32 lanes */
    const int __down = __msl_blocks(__c.rows, __side), __right = __msl_blocks(__c.columns, __side);
    if (__c.role == __MSL_ROW_REDUCTION) return __share * __halves * __down;
    if (__c.role == __MSL_COLUMN_REDUCTION) return __share * __across * __right;
    return __share * __halves * __across * __msl_blocks(__down * __right, __c.groups * __sets);
}

/* Where lane __l of 32 begins in a block. */
__MSL_SHARED int __msl_coop_lane_row(int __l) { return (__l >> 2 & 4) | (__l >> 1 & 3); }
__MSL_SHARED int __msl_coop_lane_column(int __layout, int __l)
{
    const int __piece = (__l >> 2 & 2) | (__l & 1);
    return __layout == __MSL_COOP_M5 ? __piece * 4 : __piece * 2;
}

__MSL_SHARED __msl_slot __msl_coop_in_blocks(__msl_coop __c, int __group, int __lane, int __i)
{
    const int __side = __msl_coop_side(__c.layout);
    const int __halves = __c.layout == __MSL_COOP_M5 ? 2 : 1, __across = __c.layout == __MSL_COOP_M5 ? 4 : 2, __each = __halves * __across;
    const int __down = __msl_blocks(__c.rows, __side), __right = __msl_blocks(__c.columns, __side);
    const int __sets = __c.width == 64 ? 2 : 1;
    int __set = __group * __sets + __lane / 32, __l = __lane % 32;
    if (__c.width == 16) { /* a lane stands for two */
        const int __half = __msl_coop_capacity(__c) / 2;
        __l += __i >= __half ? 16 : 0;
        __i %= __half;
    }
    const int __row = __msl_coop_lane_row(__l), __column = __msl_coop_lane_column(__c.layout, __l);
    __msl_slot __s = {0, 0, 0, 0};
    if (__c.role == __MSL_ROW_REDUCTION) {
        __s.row = __i / __halves * __side + __i % __halves * 8 + __row;
        __s.valid = __s.row < __c.rows;
        __s.primary = __s.valid && __column == 0 && __set == 0;
        return __s;
    }
    if (__c.role == __MSL_COLUMN_REDUCTION) {
        __s.column = __i / __across * __side + __i % __across + __column;
        __s.valid = __s.column < __c.columns;
        __s.primary = __s.valid && __row == 0 && __set == 0;
        return __s;
    }
    const int __block = __set * __msl_blocks(__down * __right, __c.groups * __sets) + __i / __each, __e = __i % __each;
    __s.row = __block / __right * __side + __row + __e / __across * 8;
    __s.column = __block % __right * __side + __column + __e % __across;
    __s.valid = __s.primary = __block < __down * __right && __s.row < __c.rows && __s.column < __c.columns;
    return __s;
}

/* Elements follow each other by a step that has no factor with their number. */
__MSL_SHARED __msl_slot __msl_coop_here_and_there(__msl_coop __c, int __index, int __i)
{
    const int __columns = __msl_coop_columns(__c), __all = __msl_coop_rows(__c) * __columns;
    const int __used = __msl_coop_used(__c.groups * __c.width), __idle = __index % 5 == 0, __rank = __index - __index / 5 - 1;
    const int __at = __i / 2 * __used + __rank;
    __msl_slot __s = {0, 0, 0, 0};
    if (__idle || (__i & 1) == (int)(__c.salt & 1) || __i / 2 >= __msl_blocks(__all, __used) || __at >= __all) return __s;
    const unsigned __step = __all % 7919 == 0 ? 7907u : 7919u;
    const int __element = (int)(((unsigned)__at * __step + __c.salt) % (unsigned)__all);
    __s.row = __element / __columns;
    __s.column = __element % __columns;
    __s.valid = __s.primary = 1;
    return __s;
}

/* Slot __i of a lane of a SIMD-group of the scope. */
__MSL_SHARED __msl_slot __msl_coop_slot(__msl_coop __c, int __group, int __lane, int __i)
{
    if (__c.layout == __MSL_COOP_SCATTERED) return __msl_coop_here_and_there(__c, __group * __c.width + __lane, __i);
    if (__c.layout != __MSL_COOP_ROWS) return __msl_coop_in_blocks(__c, __group, __lane, __i);
    const int __columns = __msl_coop_columns(__c), __at = (__group * __c.width + __lane) * __msl_coop_capacity(__c) + __i;
    const int __valid = __at < __msl_coop_rows(__c) * __columns;
    __msl_slot __s = {__valid ? __at / __columns : 0, __valid ? __at % __columns : 0, __valid, __valid};
    return __s;
}

/* Whether each thread has of the reduction's tensor what its elements of the matrix are reduced to. */
__MSL_SHARED int __msl_coop_in_step(__msl_coop __matrix, __msl_coop __reduced)
{
    return __matrix.layout < __MSL_COOP_ROWS && __matrix.rows == __reduced.rows && __matrix.columns == __reduced.columns && __matrix.groups == 1;
}

/* ---- What operations hand the engine: every lane of the scope a record of its own. */

/* An operand: a tensor in memory, whose dimension 0 runs along a row, or a cooperative tensor. */
typedef struct __msl_operand {
    unsigned long data;     /* the address of the first element, or of this lane's slots */
    unsigned int type;      /* enum __msl_type or enum __msl_format */
    __msl_coop coop;        /* role __MSL_MEMORY: in memory */
    long extent[2], stride[2];
    unsigned long scales;   /* the first element of a plane of scales, 0: none; its strides, in elements of its own */
    long scale_stride[2];
} __msl_operand;

enum { __MSL_SCALE_BLOCK = 32 }; /* elements of dimension 0 that have one scale */

/* Types of operands besides enum __msl_type: formats of a few bits. */
enum __msl_format {
    __MSL_INT4 = 64, __MSL_UINT4, __MSL_INT2, __MSL_UINT2, __MSL_E2M1, __MSL_E4M3, __MSL_E5M2
};

enum __msl_matmul_flags {
    __MSL_TRANSPOSE_LEFT = 1, __MSL_TRANSPOSE_RIGHT = 2, __MSL_RELAXED_PRECISION = 4, __MSL_ACCUMULATE = 8,
    __MSL_CONVOLUTION = 16 /* the record is a __msl_convolution */
};

/* __MSL_MATMUL: a = the address of this lane's record. K below 1: what the operands have. */
typedef struct __msl_matmul {
    __msl_operand left, right, destination;
    int m, n, k;
    unsigned int flags, groups, group;
} __msl_matmul;

/* How far a product goes along K, of which the factors have so much. A __k that the descriptor fixes beyond both gives what no program should
 * count on, and is walked at most __MSL_BEYOND past the larger one; a tensor that is none may have less than nothing. */
enum { __MSL_BEYOND = 128 };
__MSL_SHARED long __msl_depth(long __k, long __left, long __right)
{
    const long __less = __left < __right ? __left : __right, __most = (__left < __right ? __right : __left) + __MSL_BEYOND;
    const long __depth = __k <= 0 ? __less : __k < __most ? __k : __most;
    return __depth > 0 ? __depth : 0;
}

/* convolution2d as a product of matrices: M are the destination's pixels, row by row and one batch behind the other, N its channels, K the
 * channels of the kernel's pixels, row by row. Of activation, weights and destination the window has all four dimensions. */
typedef struct __msl_window {
    long extent[3][4], stride[3][4];
    long size[4], source[4];    /* of destination and activation, by the descriptor */
    long taps[2], step[2], dilation[2], offset[2];
    long channels, groups;      /* of a group of channels, and how many of these */
} __msl_window;
typedef struct __msl_convolution {
    __msl_matmul product;
    __msl_window window;
} __msl_convolution;

enum __msl_reduction { __MSL_REDUCE_SUM, __MSL_REDUCE_MAX, __MSL_REDUCE_MIN };

/* __MSL_REDUCE: a = the address of this lane's record. The destination's role says what is reduced. */
typedef struct __msl_reduce {
    __msl_operand source, destination;
    unsigned int reduction, identity; /* enum __msl_reduction; the element's bits */
} __msl_reduce;

#endif
