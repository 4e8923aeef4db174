/* products.h: what the sum of some products may be. */
#ifndef ASSAY_REFERENCE_PRODUCTS_H
#define ASSAY_REFERENCE_PRODUCTS_H
#include "../core/reference.h"

/* A sum of products of numbers of float, or of fewer bits, and what was there before. */
typedef struct product_sum {
    double value, magnitude; /* with what was there before; Σ|a b| alone, as often as it is added */
    double before;
    size_t products;
    bool whole, quarters; /* all factors are whole numbers; all products are multiples of 1/4 */
    bool relaxed;
} product_sum;

void expect_product_sum(reference_call *call, size_t i, const product_sum *s);
bool are_quarters(const double *numbers, size_t count); /* products of two such are */
#endif
