/* pack.h: values written one after the other into bytes and read back: what travels between the library, its compile
 * helper and the cache. Numbers are 32-bit little-endian, blocks carry their length. A reader never reads past its end:
 * it fails instead, and everything read after that is zero or empty. */
#ifndef SOFTMETAL_PACK_H
#define SOFTMETAL_PACK_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct sm_bytes {
    const uint8_t *data;
    size_t size;
} sm_bytes;

typedef struct sm_pack {
    uint8_t *data; /* the owner frees it */
    size_t size, room;
    bool failed; /* out of memory */
} sm_pack;

void sm_pack_number(sm_pack *pack, uint32_t value);
void sm_pack_bytes(sm_pack *pack, const void *data, size_t size);
void sm_pack_string(sm_pack *pack, const char *text); /* NULL becomes "" */
/* Without a length: for text that is the whole content. */
void sm_pack_raw(sm_pack *pack, const void *data, size_t size);

typedef struct sm_unpack {
    const uint8_t *at, *end;
    bool failed;
} sm_unpack;

uint32_t sm_unpack_number(sm_unpack *unpack);
sm_bytes sm_unpack_bytes(sm_unpack *unpack);
/* A count of items of at least `each` bytes, which therefore cannot exceed what is left. */
size_t sm_unpack_count(sm_unpack *unpack, size_t each);
const char *sm_unpack_string(sm_unpack *unpack); /* points into the bytes; "" on failure */

/* 128 bits that differ, for practical purposes, whenever the bytes differ. Not against an adversary. */
typedef struct sm_hash {
    uint64_t word[2];
} sm_hash;
sm_hash sm_hash_bytes(const void *data, size_t size);
#endif
