/* pack.c: fields one after the other, read back with their bounds checked, and a hash of them. The hash multiplies
 * 64-bit words to 128 bits and folds them, in two lanes with different secrets, so that megabytes of bitcode cost less
 * than a millisecond. */
#include "pack.h"
#include <stdlib.h>
#include <string.h>

void sm_pack_raw(sm_pack *pack, const void *data, size_t size)
{
    if (pack->failed || size == 0)
        return;
    if (pack->room - pack->size < size) {
        size_t room = pack->room < 256 ? 256 : pack->room;
        while (room - pack->size < size)
            room *= 2;
        uint8_t *grown = realloc(pack->data, room);
        if (!grown) {
            pack->failed = true;
            return;
        }
        pack->data = grown;
        pack->room = room;
    }
    memcpy(pack->data + pack->size, data, size);
    pack->size += size;
}

void sm_pack_number(sm_pack *pack, uint32_t value)
{
    uint8_t bytes[4] = {(uint8_t)value, (uint8_t)(value >> 8), (uint8_t)(value >> 16), (uint8_t)(value >> 24)};
    sm_pack_raw(pack, bytes, sizeof bytes);
}

void sm_pack_bytes(sm_pack *pack, const void *data, size_t size)
{
    sm_pack_number(pack, (uint32_t)size);
    sm_pack_raw(pack, data, size);
    sm_pack_raw(pack, "", 1);
}

void sm_pack_string(sm_pack *pack, const char *text)
{
    sm_pack_bytes(pack, text ? text : "", text ? strlen(text) : 0);
}

uint32_t sm_unpack_number(sm_unpack *unpack)
{
    if (unpack->failed || unpack->end - unpack->at < 4) {
        unpack->failed = true;
        return 0;
    }
    const uint8_t *p = unpack->at;
    unpack->at += 4;
    return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

sm_bytes sm_unpack_bytes(sm_unpack *unpack)
{
    size_t size = sm_unpack_number(unpack);
    if (unpack->failed || (size_t)(unpack->end - unpack->at) < size + 1 || unpack->at[size] != 0) {
        unpack->failed = true;
        return (sm_bytes){(const uint8_t *)"", 0};
    }
    sm_bytes bytes = {unpack->at, size};
    unpack->at += size + 1;
    return bytes;
}

const char *sm_unpack_string(sm_unpack *unpack)
{
    return (const char *)sm_unpack_bytes(unpack).data;
}

size_t sm_unpack_count(sm_unpack *in, size_t each)
{
    size_t n = sm_unpack_number(in);
    if (n > (size_t)(in->end - in->at) / each)
        in->failed = true;
    return in->failed ? 0 : n;
}

static uint64_t fold(uint64_t a, uint64_t b)
{
    __extension__ typedef unsigned __int128 wide;
    wide product = (wide)a * b;
    return (uint64_t)product ^ (uint64_t)(product >> 64);
}

sm_hash sm_hash_bytes(const void *data, size_t size)
{
    /* fractional digits of the square roots of 2, 3, 5 and 7 */
    static const uint64_t secret[4] = {0x6a09e667f3bcc908, 0xbb67ae8584caa73b, 0x3c6ef372fe94f82b, 0xa54ff53a5f1d36f1};
    uint64_t first = secret[0] ^ size, second = secret[1] + size;
    const uint8_t *at = data;
    for (size_t left = size; left;) {
        uint64_t word[2] = {0, 0};
        size_t step = left < 16 ? left : 16;
        memcpy(word, at, step);
        first = fold(word[0] ^ secret[2] ^ first, word[1] ^ secret[3]) + second;
        second = fold(word[1] ^ secret[0] ^ second, word[0] ^ secret[1]) ^ first;
        at += step;
        left -= step;
    }
    return (sm_hash){{fold(first ^ secret[1], second ^ secret[2]), fold(second ^ secret[3], first ^ secret[0])}};
}
