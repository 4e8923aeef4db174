/* protocol.h: what the library asks its compile helper, and the shape of the answers. Everything is packed as in
 * pack.h.
 *
 *   request   VERSION, action, then
 *             REFLECT  bitcode, what to say of recursion ("" if the program may have it)
 *             KERNEL   bitcode, row, lanes (which threadgroups vector code is for: engine/threads/vector_engine.h),
 *                      symbol, apple, modes (1 checked, 2 weak, 4 vector code, 8 quickly made code; from 16 on the
 *                      number of a target: backend/targets/target.h), simd_width, CPU, math, faults (8 numbers),
 *                      values: count × (name, index, data_type, bytes), variants: count × (name, abi),
 *                      linked functions: count × symbol
 *             LAYOUT   bitcode with full debug information, symbol
 *   answer    VERSION, error text ("" if it worked), then
 *             REFLECT  functions: count × (symbol, name, annotation, kind, max threads, required threads × 3,
 *                        arguments: count × (kind, name, index, count, writable, data_size, data_alignment,
 *                          type_name, condition, texture_type, texture_access, data_type, stage_in),
 *                        constants: count × number of constant)
 *                      constants: count × (name, index, data_type, required)
 *             KERNEL   refusal: why there is no vector code; if "", then
 *                      range, fibers, grid_only, rounds, length, scattered, most_lanes, static_memory, counters,
 *                      stack, family,
 *                      threadgroup variables: count × (offset, where it lies, size), gaps between them,
 *                      sites: count × (operation, type, flags, position, first_loop, depth, line, column),
 *                      loops: count × (position, slot), active: count × whether, object
 *             LAYOUT   count × type of a parameter, where
 *                      type: kind, data type, size, alignment, then by kind
 *                        STRUCT count × (name, offset, id, attribute, optional, type) · ARRAY count, stride, type
 *                        POINTER writable, type · TEXTURE type, access, texel */
#ifndef SOFTMETAL_PROTOCOL_H
#define SOFTMETAL_PROTOCOL_H

enum { SM_PROTOCOL_VERSION = 13 };
enum { SM_ACTION_REFLECT = 1, SM_ACTION_KERNEL, SM_ACTION_LAYOUT };

#define SM_PROGRAM_NAME "program_source"
#define SM_COMPLAINT_ABOUT "\001" /* in an error text: what follows is the word in that line that it is about */
#define SM_LOG_GAP "\002"         /* in a log: softmetal does not have what this line is about */
#define SM_LOG_BREAKDOWN "\003"   /* in a log: the compiler itself broke down */
#define SM_HEADERS "<metal>"      /* the directory of headers, in debug information */
#define SM_ENTRY_SYMBOL "sm_entry"
#define SM_RANGE_SYMBOL "sm_range"
#define SM_VECTOR_SYMBOL "sm_vector"
#define SM_LINKED_SYMBOL "sm_linked" /* addresses of the linked functions, in the order of the request */
#endif
