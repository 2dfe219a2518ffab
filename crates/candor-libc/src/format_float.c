/* Printing floating-point numbers in decimal, exactly.
 *
 * A number is an integer part and a fraction, both natural numbers in binary. Dividing the integer part by 10^9 gives
 * its last nine digits as the remainder; multiplying the fraction by 10^9 gives its first nine digits as what carries
 * out at the top. The fraction is generated only as far as the precision asks, plus one digit; what is left of it says
 * how to round. So `%f` of an everyday number costs a handful of steps, and 1e-4940L costs what its 16,000 binary
 * digits cost. */
#include "format.h"
#include "candor.h"
#include "float_bits.h"
#include <string.h>

enum {
    GROUP = 9, /* digits at a time: 10^9 fits in a limb */
    GROUP_BASE = 1000000000,
    LIMB_BITS = 32,
};

/* Room for any number of a format: digits of the integer part, digits of the fraction (rounded up to groups), limbs of
 * each. The first digit's place is kept free for the carry of rounding. */
enum {
    DOUBLE_INTEGER_DIGITS = 1 + 309 + GROUP,
    DOUBLE_DIGITS = DOUBLE_INTEGER_DIGITS + 1074 + GROUP,
    DOUBLE_LIMBS = 1074 / LIMB_BITS + 3,
    X87_INTEGER_DIGITS = 1 + 4933 + GROUP,
    X87_DIGITS = X87_INTEGER_DIGITS + 16445 + GROUP,
    X87_LIMBS = 16445 / LIMB_BITS + 3,
};

/* A decimal number: digits[first .. end), of which the first `point` stand before the decimal point (fewer than none
 * when zeros follow the point). All further digits are 0. */
struct decimal {
    char *digits;
    long first;
    long end;
    long point;
};

/* A natural number, least significant limb first. As a fraction, its value is divided by 2^(32 n). */
struct natural {
    uint32_t *limbs;
    int n;
};

enum rounding_place { SIGNIFICANT_DIGITS, DIGITS_AFTER_POINT };

/* limbs = mantissa << shift, in `n` limbs. */
static void set_shifted(struct natural *natural, uint64_t mantissa, int shift)
{
    int limb = shift / LIMB_BITS;
    int bit = shift % LIMB_BITS;
    for (int i = 0; i < natural->n; i++)
        natural->limbs[i] = 0;
    for (int i = limb; mantissa != 0; i++) {
        natural->limbs[i] = (uint32_t)(mantissa << bit);
        mantissa = mantissa >> (LIMB_BITS - bit);
        bit = 0;
    }
}

static int is_zero(const struct natural *natural)
{
    for (int i = 0; i < natural->n; i++) {
        if (natural->limbs[i] != 0)
            return 0;
    }
    return 1;
}

/* Divides by 10^9 and returns the remainder. */
static uint32_t divide(struct natural *natural)
{
    uint64_t rest = 0;
    for (int i = natural->n - 1; i >= 0; i--) {
        rest = rest << LIMB_BITS | natural->limbs[i];
        natural->limbs[i] = (uint32_t)(rest / GROUP_BASE);
        rest %= GROUP_BASE;
    }
    while (natural->n > 0 && natural->limbs[natural->n - 1] == 0)
        natural->n--;
    return (uint32_t)rest;
}

/* Multiplies a fraction by 10^9 and returns what carries out. */
static uint32_t multiply(struct natural *fraction)
{
    uint64_t carry = 0;
    for (int i = 0; i < fraction->n; i++) {
        carry += (uint64_t)fraction->limbs[i] * GROUP_BASE;
        fraction->limbs[i] = (uint32_t)carry;
        carry >>= LIMB_BITS;
    }
    /* Each step empties nine bits at the low end. */
    while (fraction->n > 0 && fraction->limbs[0] == 0) {
        fraction->limbs++;
        fraction->n--;
    }
    return (uint32_t)carry;
}

/* Writes the digits of the integer part so that they end at `decimal->end`. */
static void write_integer(struct decimal *decimal, struct natural *integer)
{
    while (integer->n > 0) {
        uint32_t group = divide(integer);
        for (int i = 0; i < GROUP; i++) {
            decimal->digits[--decimal->first] = (char)('0' + group % 10);
            group /= 10;
        }
    }
    while (decimal->first < decimal->end && decimal->digits[decimal->first] == '0')
        decimal->first++;
    decimal->point = decimal->end - decimal->first;
}

/* Appends the next nine digits of the fraction. */
static void write_fraction_group(struct decimal *decimal, struct natural *fraction)
{
    uint32_t group = multiply(fraction);
    for (int i = GROUP - 1; i >= 0; i--) {
        decimal->digits[decimal->end + i] = (char)('0' + group % 10);
        group /= 10;
    }
    decimal->end += GROUP;
}

/* Drops zeros at the front of a number below one. */
static void skip_leading_zeros(struct decimal *decimal)
{
    while (decimal->first < decimal->end && decimal->digits[decimal->first] == '0') {
        decimal->first++;
        decimal->point--;
    }
}

/* Whether dropping the digits from `cut` on, and then what is left of the fraction, rounds up: to nearest, ties to
 * even. */
static int rounds_up(const struct decimal *decimal, long cut, const struct natural *fraction)
{
    char next = decimal->digits[cut];
    if (next != '5')
        return next > '5';
    for (long i = cut + 1; i < decimal->end; i++) {
        if (decimal->digits[i] != '0')
            return 1;
    }
    if (!is_zero(fraction))
        return 1;
    return cut > decimal->first && (decimal->digits[cut - 1] - '0') % 2 == 1;
}

/* Adds one in the place of the digit before `end`; a new digit may appear at the front. */
static void increment(struct decimal *decimal)
{
    long i = decimal->end;
    while (i > decimal->first && decimal->digits[i - 1] == '9')
        decimal->digits[--i] = '0';
    if (i > decimal->first) {
        decimal->digits[i - 1]++;
    } else {
        decimal->digits[--decimal->first] = '1';
        decimal->point++;
    }
}

/* Keeps `keep` digits. */
static void round_decimal(struct decimal *decimal, long keep, const struct natural *fraction)
{
    long cut = decimal->first + keep;
    if (cut >= decimal->end)
        return;
    int up = rounds_up(decimal, cut, fraction);
    decimal->end = cut;
    if (up)
        increment(decimal);
}

/* The decimal digits of a finite number, rounded at the given place. */
static void expand(struct decimal *decimal, const struct unpacked *number, enum rounding_place place, int count,
                   uint32_t *limbs)
{
    int fraction_bits = number->exponent < 0 ? -number->exponent : 0;
    int integer_shift = number->exponent > 0 ? number->exponent : 0;
    uint64_t integer_part = fraction_bits < 64 ? number->mantissa >> fraction_bits : 0;
    struct natural natural = {limbs, integer_part == 0 ? 0 : (integer_shift + 64) / LIMB_BITS + 1};
    set_shifted(&natural, integer_part, integer_shift);
    write_integer(decimal, &natural);

    /* The limbs are free again. The fraction ends at the last bit of its lowest limb. */
    natural.limbs = limbs;
    natural.n = (fraction_bits + LIMB_BITS - 1) / LIMB_BITS;
    uint64_t fraction_part =
        fraction_bits < 64 ? number->mantissa & ((UINT64_C(1) << fraction_bits) - 1) : number->mantissa;
    set_shifted(&natural, fraction_part, natural.n * LIMB_BITS - fraction_bits);

    if (place == SIGNIFICANT_DIGITS) {
        while (decimal->first == decimal->end && !is_zero(&natural)) {
            write_fraction_group(decimal, &natural);
            skip_leading_zeros(decimal);
        }
    }
    /* A fraction of n bits has n digits, so a longer precision changes nothing. */
    long keep = place == SIGNIFICANT_DIGITS ? count : decimal->point + (count < fraction_bits ? count : fraction_bits);
    while (decimal->end - decimal->first <= keep && !is_zero(&natural))
        write_fraction_group(decimal, &natural);
    round_decimal(decimal, keep, &natural);
}

static char digit_at(const struct decimal *decimal, long long index)
{
    return index >= 0 && index < decimal->end - decimal->first ? decimal->digits[decimal->first + index] : '0';
}

/* How many digits are left without the zeros at the end. */
static long n_significant(const struct decimal *decimal)
{
    long end = decimal->end;
    while (end > decimal->first && decimal->digits[end - 1] == '0')
        end--;
    return end - decimal->first;
}

static void put_digits(struct sink *sink, const struct decimal *decimal, long long from, long long count)
{
    for (long long i = 0; i < count; i++)
        __model_sink_put(sink, digit_at(decimal, from + i));
}

/* ddd.ddd */
static void put_fixed(struct sink *sink, const struct conversion *conversion, int negative,
                      const struct decimal *decimal, long long precision)
{
    const char *sign = __model_sign(conversion, negative);
    int has_point = precision > 0 || conversion->alternate;
    long long n_integer = decimal->point > 0 ? decimal->point : 1;
    long long n_body = n_integer + has_point + precision;
    __model_begin_field(sink, conversion, sign, n_body);
    put_digits(sink, decimal, decimal->point - n_integer, n_integer);
    if (has_point)
        __model_sink_put(sink, '.');
    put_digits(sink, decimal, decimal->point, precision);
    __model_end_field(sink, conversion, sign, n_body);
}

/* Writes e+05, p-3 and the like; returns the length. */
static int write_exponent(char *text, char letter, int exponent, int min_digits)
{
    char digits[6];
    int n_digits = 0;
    int n = 0;
    int rest = exponent < 0 ? -exponent : exponent;
    while (rest != 0 || n_digits < min_digits) {
        digits[n_digits++] = (char)('0' + rest % 10);
        rest /= 10;
    }
    text[n++] = letter;
    text[n++] = exponent < 0 ? '-' : '+';
    while (n_digits > 0)
        text[n++] = digits[--n_digits];
    return n;
}

/* d.ddde+dd */
static void put_scientific(struct sink *sink, const struct conversion *conversion, int negative,
                           const struct decimal *decimal, long long precision)
{
    const char *sign = __model_sign(conversion, negative);
    int has_point = precision > 0 || conversion->alternate;
    int is_capital = conversion->letter == 'E' || conversion->letter == 'G';
    int exponent = decimal->first == decimal->end ? 0 : (int)decimal->point - 1;
    char text[8];
    int n_text = write_exponent(text, is_capital ? 'E' : 'e', exponent, 2);
    long long n_body = 1 + has_point + precision + n_text;
    __model_begin_field(sink, conversion, sign, n_body);
    put_digits(sink, decimal, 0, 1);
    if (has_point)
        __model_sink_put(sink, '.');
    put_digits(sink, decimal, 1, precision);
    for (int i = 0; i < n_text; i++)
        __model_sink_put(sink, text[i]);
    __model_end_field(sink, conversion, sign, n_body);
}

/* %g: the shorter of the two styles, and without `#` no zeros at the end. */
static void put_general(struct sink *sink, const struct conversion *conversion, int negative,
                        const struct decimal *decimal, int precision)
{
    long exponent = decimal->first == decimal->end ? 0 : decimal->point - 1;
    int is_fixed = exponent >= -4 && exponent < precision;
    long long shown = is_fixed ? precision - 1 - exponent : precision - 1;
    if (!conversion->alternate) {
        long long needed = n_significant(decimal) - 1 - (is_fixed ? exponent : 0);
        if (needed < 0)
            needed = 0;
        if (needed < shown)
            shown = needed;
    }
    if (is_fixed)
        put_fixed(sink, conversion, negative, decimal, shown);
    else
        put_scientific(sink, conversion, negative, decimal, shown);
}

static void put_decimal(struct sink *sink, const struct conversion *conversion, const struct unpacked *number,
                        struct decimal *decimal, uint32_t *limbs)
{
    int precision = conversion->precision < 0 ? 6 : conversion->precision;
    switch (conversion->letter) {
    case 'f':
    case 'F':
        expand(decimal, number, DIGITS_AFTER_POINT, precision, limbs);
        put_fixed(sink, conversion, number->negative, decimal, precision);
        return;
    case 'e':
    case 'E':
        expand(decimal, number, SIGNIFICANT_DIGITS, precision + 1, limbs);
        put_scientific(sink, conversion, number->negative, decimal, precision);
        return;
    default:
        if (precision == 0)
            precision = 1;
        expand(decimal, number, SIGNIFICANT_DIGITS, precision, limbs);
        put_general(sink, conversion, number->negative, decimal, precision);
        return;
    }
}

static int is_capital(char letter)
{
    return letter >= 'A' && letter <= 'Z';
}

static void put_special(struct sink *sink, const struct conversion *conversion, const struct unpacked *number)
{
    struct conversion field = *conversion;
    const char *sign = __model_sign(conversion, number->negative);
    const char *text = number->class == FLOAT_NAN ? "nan" : "inf";
    if (is_capital(conversion->letter))
        text = number->class == FLOAT_NAN ? "NAN" : "INF";
    field.zero = 0;
    __model_begin_field(sink, &field, sign, 3);
    for (int i = 0; i < 3; i++)
        __model_sink_put(sink, text[i]);
    __model_end_field(sink, &field, sign, 3);
}

/* %a prints the mantissa in hexadecimal digits behind a first one: its top bit for double, its top four bits for x87.
 */
struct hexadecimal {
    uint64_t fraction; /* first digit at bit 60, when the first digit has been taken off */
    unsigned int lead;
    int n_digits;
    int exponent;
};

static struct hexadecimal hexadecimal_of(const struct unpacked *number)
{
    int lead_bits = number->n_bits == X87_MANTISSA_BITS ? 4 : 1;
    int fraction_bits = number->n_bits - lead_bits;
    struct hexadecimal hex;
    hex.lead = (unsigned int)(number->mantissa >> fraction_bits);
    hex.fraction = number->mantissa << (64 - fraction_bits);
    hex.n_digits = fraction_bits / 4;
    hex.exponent = number->mantissa == 0 ? 0 : number->exponent + fraction_bits;
    return hex;
}

/* Rounds to `keep` digits behind the first, ties to even. */
static void round_hexadecimal(struct hexadecimal *hex, int keep)
{
    uint64_t unit = keep == 0 ? 0 : UINT64_C(1) << (64 - 4 * keep);
    uint64_t kept = keep == 0 ? 0 : hex->fraction & (0 - unit);
    uint64_t dropped = hex->fraction - kept;
    uint64_t half = keep == 0 ? UINT64_C(1) << 63 : unit / 2;
    int odd = keep == 0 ? hex->lead % 2 == 1 : (kept & unit) != 0;
    hex->fraction = kept;
    hex->n_digits = keep;
    if (dropped < half || (dropped == half && !odd))
        return;
    hex->fraction = kept + unit;
    if (hex->fraction == 0)
        hex->lead++;
    if (hex->lead == 16) {
        hex->lead = 1;
        hex->exponent += 4;
    }
}

static void put_hexadecimal(struct sink *sink, const struct conversion *conversion, const struct unpacked *number)
{
    const char *alphabet = conversion->letter == 'A' ? "0123456789ABCDEF" : "0123456789abcdef";
    struct hexadecimal hex = hexadecimal_of(number);
    if (conversion->precision >= 0 && conversion->precision < hex.n_digits)
        round_hexadecimal(&hex, conversion->precision);
    while (conversion->precision < 0 && hex.n_digits > 0 && (hex.fraction << (4 * (hex.n_digits - 1))) == 0)
        hex.n_digits--;
    int n_zeros = conversion->precision > hex.n_digits ? conversion->precision - hex.n_digits : 0;
    int has_point = hex.n_digits > 0 || n_zeros > 0 || conversion->alternate;
    char prefix[4] = {0};
    strcpy(prefix, __model_sign(conversion, number->negative));
    strcat(prefix, conversion->letter == 'A' ? "0X" : "0x");
    char text[8];
    int n_text = write_exponent(text, conversion->letter == 'A' ? 'P' : 'p', hex.exponent, 1);
    long long n_body = (long long)1 + has_point + hex.n_digits + n_zeros + n_text;
    __model_begin_field(sink, conversion, prefix, n_body);
    __model_sink_put(sink, alphabet[hex.lead]);
    if (has_point)
        __model_sink_put(sink, '.');
    for (int i = 0; i < hex.n_digits; i++)
        __model_sink_put(sink, alphabet[hex.fraction >> (60 - 4 * i) & 15]);
    __model_sink_fill(sink, '0', n_zeros);
    for (int i = 0; i < n_text; i++)
        __model_sink_put(sink, text[i]);
    __model_end_field(sink, conversion, prefix, n_body);
}

/* The conversions that need no decimal digits; 0 when it is not one of them. */
static int put_without_digits(struct sink *sink, const struct conversion *conversion, const struct unpacked *number)
{
    if (number->class != FLOAT_FINITE)
        put_special(sink, conversion, number);
    else if (conversion->letter == 'a' || conversion->letter == 'A')
        put_hexadecimal(sink, conversion, number);
    else
        return 0;
    return 1;
}

void __model_put_double(struct sink *sink, const struct conversion *conversion, double value)
{
    struct unpacked number = unpack_double(value);
    char digits[DOUBLE_DIGITS];
    uint32_t limbs[DOUBLE_LIMBS];
    struct decimal decimal = {digits, DOUBLE_INTEGER_DIGITS, DOUBLE_INTEGER_DIGITS, 0};
    if (!put_without_digits(sink, conversion, &number))
        put_decimal(sink, conversion, &number, &decimal, limbs);
}

void __model_put_long_double(struct sink *sink, const struct conversion *conversion, long double value)
{
    struct unpacked number = unpack_long_double(value);
    char digits[X87_DIGITS];
    uint32_t limbs[X87_LIMBS];
    struct decimal decimal = {digits, X87_INTEGER_DIGITS, X87_INTEGER_DIGITS, 0};
    if (!put_without_digits(sink, conversion, &number))
        put_decimal(sink, conversion, &number, &decimal, limbs);
}
