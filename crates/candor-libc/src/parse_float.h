/* The floating-point number in front of a string, correctly rounded to a given format. */
#ifndef PARSE_FLOAT_H
#define PARSE_FLOAT_H

#include "float_bits.h"

/* A binary format: bits of the mantissa and the exponents of its lowest bit; and how far decimal numbers matter. A
 * number of more digits than `max_digits` cannot be a tie, so only whether the rest is zero counts. */
struct float_format {
    int n_bits;
    int min_exponent;
    int max_exponent;
    long max_digits;
    long min_point; /* 0.ddd * 10^p is zero for p below, and infinite for p above these */
    long max_point;
};

/* Room for the decimal digits of the formats, in groups of nine, the part before and after the point rounded up. */
enum { DOUBLE_GROUPS = (330 + 800) / 9 + 4, X87_GROUPS = (4960 + 11600) / 9 + 4 };

/* Parses at `s`. `*end` is behind the number, or `s` when there is none (the result is then zero). errno is ERANGE when
 * the result is infinite, or inexact and subnormal. `groups` is room as above. */
struct unpacked __model_parse_float(const char *s, char **end, const struct float_format *format, uint32_t *groups);

#endif
