/* digest.c: mixes the components of an output into 64 bits. A component without a promise may hold anything and is left
 * out. The steps are those of a linear congruence with the product folded, which is cheap enough for 2^24 values. */
#include "digest.h"
#include "expectation.h"
#include <math.h>

uint64_t digest_add(uint64_t digest, uint64_t number)
{
    digest = (digest ^ number) * UINT64_C(0x9e3779b97f4a7c15);
    return digest ^ digest >> 29;
}

static uint64_t component_of(const expectation *e, const void *got, size_t k)
{
    assay_scalar scalar = e->type.scalar;
    size_t offset = k / e->type.lanes * e->type.stride + k % e->type.lanes * assay_scalar_size(scalar);
    uint64_t bits = scalar_load(scalar, (const char *)got + offset);
    const float_facts *facts = float_facts_of(scalar);
    if (facts && (bits & ~facts->sign) > facts->infinity)
        return facts->infinity + 1;
    return bits;
}

uint64_t check_digest(const expectation *e, const compare_rule *how, const void *got)
{
    uint64_t ordered = e->components, any_order = 0;
    if (how->kind == COMPARE_STATISTIC)
        return 0;
    for (size_t k = 0; k < e->components; k++) {
        if (e->kind[k] == PROMISED_NOTHING)
            continue;
        uint64_t bits = component_of(e, got, k);
        if (how->kind == COMPARE_PERMUTATION)
            any_order += digest_add(1, bits);
        else
            ordered = digest_add(digest_add(ordered, k), bits);
    }
    return ordered + any_order;
}
