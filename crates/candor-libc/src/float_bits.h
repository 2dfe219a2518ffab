/* Taking floating-point numbers apart and putting them together by their bits: IEEE double and the 80-bit format of
 * x87. */
#ifndef FLOAT_BITS_H
#define FLOAT_BITS_H

#include <stdint.h>

enum float_class { FLOAT_FINITE, FLOAT_INFINITE, FLOAT_NAN };

/* A finite number is mantissa * 2^exponent; the mantissa has at most `n_bits` bits, fewer only for zero and subnormal
 * numbers. */
struct unpacked {
    enum float_class class;
    int negative;
    int n_bits;
    uint64_t mantissa;
    int exponent;
};

union float_word {
    float value;
    uint32_t bits;
};

union double_word {
    double value;
    uint64_t bits;
};

struct x87_parts {
    uint64_t mantissa;
    uint16_t sign_and_exponent;
};

union long_double_word {
    long double value;
    struct x87_parts parts;
};

/* UNIT is the biased exponent of a number whose mantissa, read as an integer, is its value. */
enum {
    FLOAT_MANTISSA_BITS = 24,
    FLOAT_MAX_EXPONENT = 0xff,
    FLOAT_UNIT = 150,
    DOUBLE_MANTISSA_BITS = 53,
    DOUBLE_MAX_EXPONENT = 0x7ff,
    DOUBLE_UNIT = 1075,
    X87_MANTISSA_BITS = 64,
    X87_MAX_EXPONENT = 0x7fff,
    X87_UNIT = 16446,
};

static inline struct unpacked unpack_double(double value)
{
    union double_word word = {value};
    int biased = (int)(word.bits >> (DOUBLE_MANTISSA_BITS - 1)) & DOUBLE_MAX_EXPONENT;
    uint64_t fraction = word.bits & ((UINT64_C(1) << (DOUBLE_MANTISSA_BITS - 1)) - 1);
    struct unpacked unpacked = {FLOAT_FINITE, (int)(word.bits >> 63), DOUBLE_MANTISSA_BITS, fraction, 1 - DOUBLE_UNIT};
    if (biased == DOUBLE_MAX_EXPONENT) {
        unpacked.class = fraction == 0 ? FLOAT_INFINITE : FLOAT_NAN;
    } else if (biased != 0) {
        unpacked.mantissa |= UINT64_C(1) << (DOUBLE_MANTISSA_BITS - 1);
        unpacked.exponent = biased - DOUBLE_UNIT;
    }
    return unpacked;
}

static inline struct unpacked unpack_long_double(long double value)
{
    union long_double_word word = {value};
    int biased = word.parts.sign_and_exponent & X87_MAX_EXPONENT;
    struct unpacked unpacked = {FLOAT_FINITE, word.parts.sign_and_exponent >> 15, X87_MANTISSA_BITS,
                                word.parts.mantissa, (biased == 0 ? 1 : biased) - X87_UNIT};
    if (biased == X87_MAX_EXPONENT)
        unpacked.class = word.parts.mantissa << 1 == 0 ? FLOAT_INFINITE : FLOAT_NAN;
    return unpacked;
}

/* The inverse: the mantissa is below 2^n_bits, and has exactly n_bits bits unless the exponent is the smallest one. */
static inline uint64_t ieee_bits(const struct unpacked *unpacked, int n_bits, int unit, int max_exponent)
{
    uint64_t hidden = UINT64_C(1) << (n_bits - 1);
    uint64_t biased = (unpacked->mantissa & hidden) != 0 ? (uint64_t)(unpacked->exponent + unit) : 0;
    uint64_t fraction = unpacked->mantissa & (hidden - 1);
    if (unpacked->class != FLOAT_FINITE) {
        biased = (uint64_t)max_exponent;
        fraction = unpacked->class == FLOAT_NAN ? hidden >> 1 : 0;
    }
    return biased << (n_bits - 1) | fraction;
}

static inline float pack_float(const struct unpacked *unpacked)
{
    union float_word word;
    word.bits = (uint32_t)ieee_bits(unpacked, FLOAT_MANTISSA_BITS, FLOAT_UNIT, FLOAT_MAX_EXPONENT);
    word.bits |= (uint32_t)unpacked->negative << 31;
    return word.value;
}

static inline double pack_double(const struct unpacked *unpacked)
{
    union double_word word;
    word.bits = ieee_bits(unpacked, DOUBLE_MANTISSA_BITS, DOUBLE_UNIT, DOUBLE_MAX_EXPONENT);
    word.bits |= (uint64_t)unpacked->negative << 63;
    return word.value;
}

static inline long double pack_long_double(const struct unpacked *unpacked)
{
    union long_double_word word = {0};
    int biased = unpacked->mantissa >> 63 != 0 ? unpacked->exponent + X87_UNIT : 0;
    word.parts.mantissa = unpacked->mantissa;
    if (unpacked->class != FLOAT_FINITE) {
        biased = X87_MAX_EXPONENT;
        word.parts.mantissa = UINT64_C(1) << 63;
        if (unpacked->class == FLOAT_NAN)
            word.parts.mantissa |= UINT64_C(1) << 62;
    }
    word.parts.sign_and_exponent = (uint16_t)(biased | unpacked->negative << 15);
    return word.value;
}

#endif
