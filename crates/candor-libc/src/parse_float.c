/* Reading a floating-point number, exactly.
 *
 * The mirror image of format_float.c: a decimal number is kept as groups of nine digits around the decimal point.
 * Dividing the integer part by 2^32 gives its lowest 32 bits as the remainder; multiplying the fraction by 2^32 gives
 * its highest 32 bits as what carries out. The first 64 significant bits and whether anything follows decide the
 * result. */
#include "parse_float.h"
#include "candor.h"
#include <errno.h>
#include <string.h>

enum { GROUP = 9, GROUP_BASE = 1000000000, WORD_BITS = 32, LARGEST_EXPONENT = 99999999 };

/* The leading bits of a number that arrives from the top: mantissa * 2^exponent, then a tail whose highest bit comes
 * next. */
struct leading_bits {
    uint64_t mantissa;
    int n_bits; /* of the mantissa */
    int full;   /* nothing more fits in the mantissa */
    int exponent;
    uint32_t tail;
    int sticky; /* a bit was set behind the tail */
};

static int bit_length(uint64_t value)
{
    int n = 0;
    for (; value != 0; value >>= 1)
        n++;
    return n;
}

/* Appends the low `count` bits of `word`, at most 32. */
static void append_bits(struct leading_bits *bits, uint32_t word, int count)
{
    if (bits->full) {
        bits->sticky |= word != 0;
        return;
    }
    if (bits->n_bits + count <= 64) {
        bits->mantissa = bits->mantissa << count | word;
        bits->n_bits = bits->n_bits == 0 ? bit_length(word) : bits->n_bits + count;
        bits->exponent -= count;
        return;
    }
    int room = 64 - bits->n_bits;
    bits->mantissa = bits->mantissa << room | (uint64_t)word >> (count - room);
    bits->n_bits = 64;
    bits->exponent -= room;
    bits->tail = (uint32_t)((uint64_t)word << (WORD_BITS - count + room));
    bits->full = 1;
}

static struct unpacked infinity(int negative)
{
    struct unpacked result = {FLOAT_INFINITE, negative, 0, 0, 0};
    return result;
}

/* Drops the low `drop` bits of a 64-bit mantissa with its tail, to nearest, ties to even. */
static uint64_t round_mantissa(const struct leading_bits *bits, int drop)
{
    uint64_t kept = drop >= 64 ? 0 : bits->mantissa >> drop;
    uint64_t rest = drop >= 64 ? bits->mantissa : bits->mantissa & ((UINT64_C(1) << drop) - 1);
    uint64_t half = drop == 0 || drop > 64 ? 0 : UINT64_C(1) << (drop - 1);
    int below = bits->tail != 0 || bits->sticky;
    int up;
    if (drop > 64)
        up = 0;
    else if (drop == 0)
        up = bits->tail >> 31 != 0 && (bits->tail << 1 != 0 || bits->sticky || kept % 2 == 1);
    else
        up = rest > half || (rest == half && (below || kept % 2 == 1));
    return kept + (uint64_t)up;
}

static int is_inexact(const struct leading_bits *bits, int drop)
{
    uint64_t rest = drop >= 64 ? bits->mantissa : bits->mantissa & ((UINT64_C(1) << drop) - 1);
    return rest != 0 || bits->tail != 0 || bits->sticky;
}

/* Whether a number just below the smallest normal one would be that one if the exponent had no limit: it is not tiny
 * then. */
static int rounds_to_normal(const struct leading_bits *bits, const struct float_format *format, int drop)
{
    int usual = 64 - format->n_bits;
    return drop == usual + 1 && bit_length(round_mantissa(bits, usual)) != format->n_bits;
}

static struct unpacked round_to_format(struct leading_bits *bits, const struct float_format *format, int negative)
{
    struct unpacked result = {FLOAT_FINITE, negative, format->n_bits, 0, format->min_exponent};
    if (bits->n_bits == 0)
        return result;
    bits->mantissa <<= 64 - bits->n_bits;
    bits->exponent -= 64 - bits->n_bits;
    int drop = 64 - format->n_bits;
    int subnormal = bits->exponent + drop < format->min_exponent;
    if (subnormal)
        drop = format->min_exponent - bits->exponent;
    result.mantissa = round_mantissa(bits, drop);
    result.exponent = bits->exponent + drop;
    if (drop == 0 && result.mantissa == 0) { /* carried out of 64 bits */
        result.mantissa = UINT64_C(1) << 63;
        result.exponent++;
    } else if (bit_length(result.mantissa) > format->n_bits) {
        result.mantissa >>= 1;
        result.exponent++;
    }
    if (result.exponent > format->max_exponent) {
        errno = ERANGE;
        return infinity(negative);
    }
    if (subnormal && is_inexact(bits, drop) && !rounds_to_normal(bits, format, drop))
        errno = ERANGE;
    return result;
}

static int is_digit(char c)
{
    return (c >= '0') & (c <= '9');
}

/* The exponent behind a letter e or p, saturated; `*s` moves past it only if there is one. */
static int read_exponent(const char **s)
{
    const char *in = *s + 1;
    int negative = *in == '-';
    int exponent = 0;
    if (*in == '-' || *in == '+')
        in++;
    if (!is_digit(*in))
        return 0;
    for (; is_digit(*in); in++) {
        if (exponent < LARGEST_EXPONENT / 10)
            exponent = exponent * 10 + (*in - '0');
    }
    *s = in;
    return negative ? -exponent : exponent;
}

/* A decimal number as text: 0.ddd... * 10^point with the first digit not zero, or no digits. */
struct decimal_text {
    const char *digits; /* may have the decimal point among them */
    long n_digits;
    long point;
};

/* Reads the digits of a decimal number; returns the end, or NULL when there is no digit. */
static const char *read_decimal(struct decimal_text *text, const char *s)
{
    int any = 0;
    int after_point = 0;
    text->digits = NULL;
    text->n_digits = 0;
    text->point = 0;
    for (;; s++) {
        if (*s == '.' && !after_point) {
            after_point = 1;
            continue;
        }
        if (!is_digit(*s))
            break;
        any = 1;
        if (text->digits == NULL && *s != '0')
            text->digits = s;
        if (text->digits != NULL)
            text->n_digits++;
        if (text->digits != NULL && !after_point)
            text->point++;
        if (text->digits == NULL && after_point)
            text->point--;
    }
    if (!any)
        return NULL;
    if (*s == 'e' || *s == 'E')
        text->point += read_exponent(&s);
    return s;
}

/* The next digit of the text, 0 behind its end. */
static uint32_t next_digit(struct decimal_text *text)
{
    if (text->n_digits == 0)
        return 0;
    if (*text->digits == '.')
        text->digits++;
    text->n_digits--;
    return (uint32_t)(*text->digits++ - '0');
}

/* Groups of nine digits, highest first; `n_integer` of them before the decimal point. */
struct groups {
    uint32_t *values;
    long n_integer;
    long n;
};

static void fill_groups(struct groups *groups, struct decimal_text *text, long max_digits)
{
    long n_used = text->n_digits < max_digits ? text->n_digits : max_digits;
    long n_dropped = text->n_digits - n_used;
    long place; /* of the first digit, counted from the first of the groups */
    groups->n_integer = text->point > 0 ? (text->point + GROUP - 1) / GROUP : 0;
    place = groups->n_integer * GROUP - text->point;
    groups->n = (place + n_used + GROUP - 1) / GROUP;
    if (groups->n < groups->n_integer)
        groups->n = groups->n_integer;
    text->n_digits = n_used;
    for (long i = 0; i < groups->n; i++) {
        uint32_t value = 0;
        for (int digit = 0; digit < GROUP; digit++) {
            value *= 10;
            if (i * GROUP + digit >= place)
                value += next_digit(text);
        }
        groups->values[i] = value;
    }
    /* What was dropped cannot make a tie, it can only break one: any digit in the group behind stands for it. */
    text->n_digits = n_dropped;
    uint32_t rest = 0;
    while (text->n_digits > 0)
        rest |= next_digit(text);
    if (rest != 0)
        groups->values[groups->n++] = 1;
}

/* Turns the integer part into words, lowest first, in place: each division by 2^32 > 10^9 empties the highest group. */
static void append_integer(struct leading_bits *bits, struct groups *groups)
{
    for (long pass = 0; pass < groups->n_integer; pass++) {
        uint64_t rest = 0;
        for (long i = pass; i < groups->n_integer; i++) {
            rest = rest * GROUP_BASE + groups->values[i];
            groups->values[i] = (uint32_t)(rest >> WORD_BITS);
            rest &= UINT32_MAX;
        }
        groups->values[pass] = (uint32_t)rest;
    }
    for (long i = groups->n_integer - 1; i >= 0; i--)
        append_bits(bits, groups->values[i], WORD_BITS);
}

/* Forgets groups of zeros at the end of the fraction. */
static void trim(struct groups *groups)
{
    while (groups->n > groups->n_integer && groups->values[groups->n - 1] == 0)
        groups->n--;
}

static void append_fraction(struct leading_bits *bits, struct groups *groups)
{
    trim(groups);
    while (!bits->full && groups->n > groups->n_integer) {
        uint64_t carry = 0;
        for (long i = groups->n - 1; i >= groups->n_integer; i--) {
            carry += (uint64_t)groups->values[i] << WORD_BITS;
            groups->values[i] = (uint32_t)(carry % GROUP_BASE);
            carry /= GROUP_BASE;
        }
        append_bits(bits, (uint32_t)carry, WORD_BITS);
        trim(groups);
    }
    if (groups->n > groups->n_integer)
        bits->sticky = 1;
}

static struct unpacked parse_decimal(struct decimal_text *text, const struct float_format *format, int negative,
                                     uint32_t *values)
{
    struct leading_bits bits = {0, 0, 0, 0, 0, 0};
    struct groups groups = {values, 0, 0};
    if (text->n_digits != 0 && text->point > format->max_point) {
        errno = ERANGE;
        return infinity(negative);
    }
    if (text->n_digits != 0 && text->point < format->min_point) {
        errno = ERANGE;
        text->n_digits = 0;
    }
    if (text->n_digits != 0) {
        fill_groups(&groups, text, format->max_digits);
        append_integer(&bits, &groups);
        append_fraction(&bits, &groups);
        bits.exponent += (int)groups.n_integer * WORD_BITS;
    }
    return round_to_format(&bits, format, negative);
}

/* The value of a hexadecimal digit, -1 for any other character. */
static int hex_value(char c)
{
    if (is_digit(c))
        return c - '0';
    c |= 'a' - 'A';
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* Parses what follows 0x, where a digit is known to follow. */
static struct unpacked parse_hexadecimal(const char **s, const struct float_format *format, int negative)
{
    struct leading_bits bits = {0, 0, 0, 0, 0, 0};
    const char *in = *s;
    int after_point = 0;
    long n_integer = 0;
    for (; hex_value(*in) >= 0 || (*in == '.' && !after_point); in++) {
        if (*in == '.') {
            after_point = 1;
            continue;
        }
        append_bits(&bits, (uint32_t)hex_value(*in), 4);
        n_integer += !after_point;
    }
    bits.exponent += 4 * (int)n_integer;
    if (*in == 'p' || *in == 'P')
        bits.exponent += read_exponent(&in);
    *s = in;
    return round_to_format(&bits, format, negative);
}

/* Whether `s` begins with the lower-case word, in any case. */
static int has_word(const char *s, const char *word)
{
    for (; *word != 0; s++, word++) {
        if ((*s | ('a' - 'A')) != *word)
            return 0;
    }
    return 1;
}

static int is_word_character(char c)
{
    return is_digit(c) | ((c >= 'a') & (c <= 'z')) | ((c >= 'A') & (c <= 'Z')) | (c == '_');
}

/* Behind nan(characters), or behind nan when there are no such parentheses. */
static const char *skip_nan(const char *s)
{
    const char *in = s + 3;
    if (*in != '(')
        return in;
    do
        in++;
    while (is_word_character(*in));
    return *in == ')' ? in + 1 : s + 3;
}

static const char *skip_sign(const char *s, int *negative)
{
    while (*s == ' ' || (*s >= '\t' && *s <= '\r'))
        s++;
    *negative = *s == '-';
    return *s == '-' || *s == '+' ? s + 1 : s;
}

struct unpacked __model_parse_float(const char *s, char **end, const struct float_format *format, uint32_t *groups)
{
    struct unpacked result = {FLOAT_FINITE, 0, format->n_bits, 0, format->min_exponent};
    struct decimal_text text;
    int negative;
    const char *in = skip_sign(s, &negative);
    const char *decimal_end = read_decimal(&text, in);
    if (in[0] == '0' && (in[1] | ('a' - 'A')) == 'x' && hex_value(in[2] == '.' ? in[3] : in[2]) >= 0) {
        in += 2;
        result = parse_hexadecimal(&in, format, negative);
    } else if (decimal_end != NULL) {
        in = decimal_end;
        result = parse_decimal(&text, format, negative, groups);
    } else if (has_word(in, "inf")) {
        in += has_word(in, "infinity") ? 8 : 3;
        result = infinity(negative);
    } else if (has_word(in, "nan")) {
        in = skip_nan(in);
        result.class = FLOAT_NAN;
        result.negative = negative;
    } else {
        in = s;
    }
    if (end != NULL)
        *end = (char *)in;
    return result;
}
