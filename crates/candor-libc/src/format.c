/* printf's engine: reads the format, fetches the arguments, and leaves floating point to format_float.c. */
#define _GNU_SOURCE
#include "format.h"
#include "candor.h"
#include "stream.h"
#include <errno.h>
#include <limits.h>
#include <stdint.h>
#include <string.h>
#include <wchar.h>

/* A va_list behind a pointer: as a parameter it may be an array type, which decays. The second one still stands at the
 * first argument, for formats that number them. */
struct arguments {
    va_list list;
    va_list first;
    const char *format;
};

void __model_sink_put(struct sink *sink, char c)
{
    if (sink->stream != NULL) {
        if (__model_put(c, sink->stream) == EOF)
            sink->failed = 1;
    } else if (sink->n_written < sink->room) {
        if (sink->wide != NULL)
            sink->wide[sink->n_written] = (unsigned char)c;
        else
            sink->buffer[sink->n_written] = c;
    }
    sink->n_written++;
}

/* Whether only the length of what is printed matters, and not the characters. */
static int is_unseen(const struct sink *sink)
{
    return sink->stream != NULL && !__candor_is_watched() && __model_writes_to_console(sink->stream);
}

/* Counts characters that nobody will ever see; more than printf can return are as good as any number of them. */
static void skip(struct sink *sink, unsigned long long count)
{
    unsigned long long total = sink->n_written + count;
    sink->n_written = (size_t)(total <= INT_MAX ? total : (unsigned long long)INT_MAX + 1);
}

void __model_sink_fill(struct sink *sink, char c, long long count)
{
    int unseen = is_unseen(sink);
    for (; count > 0; count--) {
        if (unseen || (sink->stream == NULL && sink->n_written >= sink->room)) {
            skip(sink, (unsigned long long)count);
            return;
        }
        __model_sink_put(sink, c);
    }
}

static void put_all(struct sink *sink, const char *s, size_t n)
{
    for (size_t i = 0; i < n; i++)
        __model_sink_put(sink, s[i]);
}

static long long padding(const struct conversion *conversion, const char *prefix, long long n_body)
{
    return conversion->width - (long long)strlen(prefix) - n_body;
}

void __model_begin_field(struct sink *sink, const struct conversion *conversion, const char *prefix, long long n_body)
{
    if (!conversion->left && !conversion->zero)
        __model_sink_fill(sink, ' ', padding(conversion, prefix, n_body));
    put_all(sink, prefix, strlen(prefix));
    if (!conversion->left && conversion->zero)
        __model_sink_fill(sink, '0', padding(conversion, prefix, n_body));
}

void __model_end_field(struct sink *sink, const struct conversion *conversion, const char *prefix, long long n_body)
{
    if (conversion->left)
        __model_sink_fill(sink, ' ', padding(conversion, prefix, n_body));
}

const char *__model_sign(const struct conversion *conversion, int negative)
{
    if (negative)
        return "-";
    return conversion->plus ? "+" : conversion->space ? " " : "";
}

enum { MAX_DIGITS = 24 }; /* 2^64 in octal has 22 */

/* Writes the digits of `value` so that they end at `end`; returns where they begin. Zero has no digits. */
static char *write_digits(char *end, unsigned long long value, unsigned int base, const char *alphabet)
{
    for (; value != 0; value /= base)
        *--end = alphabet[value % base];
    return end;
}

/* How many digits write_digits would write, without a branch on the value. */
static long long count_digits(unsigned long long value, unsigned int base)
{
    long long n = value != 0;
    unsigned long long power = base;
    for (int i = 1; i < MAX_DIGITS && power <= ULLONG_MAX / base; i++, power *= base)
        n += value >= power;
    return n + (value >= power);
}

static long long larger(long long a, long long b)
{
    long long less = -(long long)(a < b);
    return (a & ~less) | (b & less);
}

/* A number that is printed is used, also where nobody sees it; in one place, so that a replay, which prints, finds the
 * fault where it was found. */
static void use(unsigned int known)
{
    __candor_check((int)(known | 1), "uninitialized-read", "an argument of printf");
}

/* What put_integer adds to the number of characters. */
static void skip_integer(struct sink *sink, const struct conversion *conversion, long long n_prefix,
                         unsigned long long value, unsigned int base)
{
    long long n_digits = count_digits(value, base);
    long long least = conversion->precision < 0 ? 1 : conversion->precision;
    long long octal = base == 8 && conversion->alternate;
    long long n_body = larger(n_digits + octal, least);
    sink->n_written += (size_t)larger(n_body + n_prefix, conversion->width);
}

/* An integer: at least `precision` digits, one when there is no precision. */
static void put_integer(struct sink *sink, const struct conversion *conversion, const char *prefix,
                        unsigned long long value, unsigned int base)
{
    use((unsigned int)(value >> 32 | value));
    if (is_unseen(sink)) {
        skip_integer(sink, conversion, (long long)strlen(prefix), value, base);
        return;
    }
    char digits[MAX_DIGITS];
    const char *alphabet = conversion->letter == 'X' ? "0123456789ABCDEF" : "0123456789abcdef";
    const char *begin = write_digits(digits + MAX_DIGITS, value, base, alphabet);
    long long n_digits = digits + MAX_DIGITS - begin;
    long long n_zeros = (conversion->precision < 0 ? 1 : conversion->precision) - n_digits;
    struct conversion field = *conversion;
    if (base == 8 && conversion->alternate && n_zeros <= 0)
        n_zeros = 1;
    if (n_zeros < 0)
        n_zeros = 0;
    if (conversion->precision >= 0)
        field.zero = 0;
    __model_begin_field(sink, &field, prefix, n_zeros + n_digits);
    __model_sink_fill(sink, '0', n_zeros);
    put_all(sink, begin, (size_t)n_digits);
    __model_end_field(sink, &field, prefix, n_zeros + n_digits);
}

static long long signed_argument(struct arguments *arguments, enum length length)
{
    switch (length) {
    case LENGTH_HH:
        return (signed char)va_arg(arguments->list, int);
    case LENGTH_H:
        return (short)va_arg(arguments->list, int);
    case LENGTH_L:
        return va_arg(arguments->list, long);
    case LENGTH_LL:
    case LENGTH_LONG_DOUBLE:
        return va_arg(arguments->list, long long);
    case LENGTH_J:
        return va_arg(arguments->list, intmax_t);
    case LENGTH_Z:
    case LENGTH_T:
        return va_arg(arguments->list, ptrdiff_t);
    case LENGTH_NONE:
        break;
    }
    return va_arg(arguments->list, int);
}

static unsigned long long unsigned_argument(struct arguments *arguments, enum length length)
{
    switch (length) {
    case LENGTH_HH:
        return (unsigned char)va_arg(arguments->list, unsigned int);
    case LENGTH_H:
        return (unsigned short)va_arg(arguments->list, unsigned int);
    case LENGTH_L:
        return va_arg(arguments->list, unsigned long);
    case LENGTH_LL:
    case LENGTH_LONG_DOUBLE:
        return va_arg(arguments->list, unsigned long long);
    case LENGTH_J:
        return va_arg(arguments->list, uintmax_t);
    case LENGTH_Z:
    case LENGTH_T:
        return va_arg(arguments->list, size_t);
    case LENGTH_NONE:
        break;
    }
    return va_arg(arguments->list, unsigned int);
}

static void put_signed(struct sink *sink, const struct conversion *conversion, struct arguments *arguments)
{
    long long value = signed_argument(arguments, conversion->length);
    unsigned long long magnitude = value < 0 ? 0 - (unsigned long long)value : (unsigned long long)value;
    if (is_unseen(sink)) {
        skip_integer(sink, conversion, (value < 0) | (conversion->plus != 0) | (conversion->space != 0), magnitude, 10);
        return;
    }
    put_integer(sink, conversion, __model_sign(conversion, value < 0), magnitude, 10);
}

static void put_unsigned(struct sink *sink, const struct conversion *conversion, struct arguments *arguments)
{
    unsigned long long value = unsigned_argument(arguments, conversion->length);
    unsigned int base = conversion->letter == 'u' ? 10 : conversion->letter == 'o' ? 8 : 16;
    const char *prefix = "";
    if (base == 16 && conversion->alternate && value != 0)
        prefix = conversion->letter == 'X' ? "0X" : "0x";
    put_integer(sink, conversion, prefix, value, base);
}

/* A body of text: the flag 0 does not apply. */
static void put_text(struct sink *sink, const struct conversion *conversion, const char *text, size_t n)
{
    struct conversion field = *conversion;
    field.zero = 0;
    __model_begin_field(sink, &field, "", (long long)n);
    put_all(sink, text, n);
    __model_end_field(sink, &field, "", (long long)n);
}

static void put_pointer(struct sink *sink, const struct conversion *conversion, struct arguments *arguments)
{
    const void *pointer = va_arg(arguments->list, const void *);
    const char *prefix = conversion->plus ? "+0x" : conversion->space ? " 0x" : "0x";
    if (pointer == NULL)
        put_text(sink, conversion, "(nil)", 5);
    else
        put_integer(sink, conversion, prefix, (uintptr_t)pointer, 16);
}

static void put_string(struct sink *sink, const struct conversion *conversion, struct arguments *arguments)
{
    const char *s = va_arg(arguments->list, const char *);
    __candor_check((sink->buffer == NULL) | (s != sink->buffer), "overlapping-copy",
                   "an argument of sprintf is its destination");
    size_t n = conversion->precision < 0 ? strlen(s) : strnlen(s, (size_t)conversion->precision);
    put_text(sink, conversion, s, n);
}

/* Wide characters of the C locale are those of ASCII; any other makes printf fail with EILSEQ. */
static int is_narrow(wint_t wide)
{
    if (wide <= 127)
        return 1;
    errno = EILSEQ;
    return 0;
}

static int put_wide(struct sink *sink, wchar_t c)
{
    if (sink->wide != NULL) {
        if (sink->n_written < sink->room)
            sink->wide[sink->n_written] = c;
        sink->n_written++;
        return 1;
    }
    if (!is_narrow((wint_t)c))
        return 0;
    __model_sink_put(sink, (char)c);
    return 1;
}

static int put_wide_text(struct sink *sink, const struct conversion *conversion, const wchar_t *s, long n)
{
    if (!conversion->left)
        __model_sink_fill(sink, ' ', conversion->width - n);
    for (long i = 0; i < n; i++) {
        if (!put_wide(sink, s[i]))
            return 0;
    }
    if (conversion->left)
        __model_sink_fill(sink, ' ', conversion->width - n);
    return 1;
}

static int put_wide_string(struct sink *sink, const struct conversion *conversion, struct arguments *arguments)
{
    const wchar_t *s = va_arg(arguments->list, const wchar_t *);
    long n = 0;
    while ((conversion->precision < 0 || n < conversion->precision) && s[n] != 0)
        n++;
    return put_wide_text(sink, conversion, s, n);
}

static int put_character(struct sink *sink, const struct conversion *conversion, struct arguments *arguments)
{
    if (conversion->length == LENGTH_L) {
        wchar_t wide = (wchar_t)va_arg(arguments->list, wint_t);
        return put_wide_text(sink, conversion, &wide, 1);
    }
    char c = (char)va_arg(arguments->list, int);
    put_text(sink, conversion, &c, 1);
    return 1;
}

static void store_count(const struct sink *sink, enum length length, struct arguments *arguments)
{
    size_t n = sink->n_written;
    switch (length) {
    case LENGTH_HH:
        *va_arg(arguments->list, signed char *) = (signed char)n;
        return;
    case LENGTH_H:
        *va_arg(arguments->list, short *) = (short)n;
        return;
    case LENGTH_L:
        *va_arg(arguments->list, long *) = (long)n;
        return;
    case LENGTH_LL:
    case LENGTH_J:
    case LENGTH_LONG_DOUBLE:
        *va_arg(arguments->list, long long *) = (long long)n;
        return;
    case LENGTH_Z:
    case LENGTH_T:
        *va_arg(arguments->list, size_t *) = n;
        return;
    case LENGTH_NONE:
        break;
    }
    *va_arg(arguments->list, int *) = (int)n;
}

/* The length of a float that nobody sees is left open. */
static void skip_float(struct sink *sink)
{
    sink->n_written += (size_t)__candor_arbitrary();
}

static void put_long_double(struct sink *sink, const struct conversion *conversion, long double value)
{
    use(2u + (value == value));
    if (is_unseen(sink))
        skip_float(sink);
    else
        __model_put_long_double(sink, conversion, value);
}

static void put_double(struct sink *sink, const struct conversion *conversion, double value)
{
    use(2u + (value == value));
    if (is_unseen(sink))
        skip_float(sink);
    else
        __model_put_double(sink, conversion, value);
}

static void put_float(struct sink *sink, const struct conversion *conversion, struct arguments *arguments)
{
    if (conversion->length == LENGTH_LONG_DOUBLE)
        put_long_double(sink, conversion, va_arg(arguments->list, long double));
    else
        put_double(sink, conversion, va_arg(arguments->list, double));
}

/* Performs one conversion; 0 when printf has to fail. */
static int convert(struct sink *sink, struct conversion *conversion, struct arguments *arguments)
{
    switch (conversion->letter) {
    case 'd':
    case 'i':
        put_signed(sink, conversion, arguments);
        return 1;
    case 'u':
    case 'o':
    case 'x':
    case 'X':
        put_unsigned(sink, conversion, arguments);
        return 1;
    case 'C':
        conversion->length = LENGTH_L;
        return put_character(sink, conversion, arguments);
    case 'c':
        return put_character(sink, conversion, arguments);
    case 'S':
        return put_wide_string(sink, conversion, arguments);
    case 's':
        if (conversion->length == LENGTH_L)
            return put_wide_string(sink, conversion, arguments);
        put_string(sink, conversion, arguments);
        return 1;
    case 'p':
        put_pointer(sink, conversion, arguments);
        return 1;
    case 'n':
        store_count(sink, conversion->length, arguments);
        return 1;
    case 'a':
    case 'A':
    case 'e':
    case 'E':
    case 'f':
    case 'F':
    case 'g':
    case 'G':
        put_float(sink, conversion, arguments);
        return 1;
    case 'm': {
        const char *text = strerror(errno);
        size_t limit = conversion->precision < 0 ? SIZE_MAX : (size_t)conversion->precision;
        put_text(sink, conversion, text, strnlen(text, limit));
        return 1;
    }
    case '%':
        __model_sink_put(sink, '%');
        return 1;
    default:
        CHECK_ARGUMENT(0, "unknown conversion in a printf format");
        return 0;
    }
}

static const char *read_flags(struct conversion *conversion, const char *format)
{
    for (;; format++) {
        switch (*format) {
        case '-':
            conversion->left = 1;
            break;
        case '+':
            conversion->plus = 1;
            break;
        case ' ':
            conversion->space = 1;
            break;
        case '#':
            conversion->alternate = 1;
            break;
        case '0':
            conversion->zero = 1;
            break;
        case '\'':
        case 'I':
            break; /* grouping and other digits: the C locale has neither */
        default:
            return format;
        }
    }
}

/* Decimal digits; INT_MAX stands for anything that does not fit below it. */
static const char *read_number(int *number, const char *format)
{
    *number = 0;
    for (; *format >= '0' && *format <= '9'; format++) {
        int digit = *format - '0';
        *number = *number > (INT_MAX - digit) / 10 ? INT_MAX : *number * 10 + digit;
    }
    return format;
}

/* Moves to the argument of a position, over the kinds that the format gives those before it. */
static void seek(struct arguments *arguments, int position)
{
    va_end(arguments->list);
    va_copy(arguments->list, arguments->first);
    for (int i = 1; i < position; i++) {
        switch (__model_argument_kind(arguments->format, i)) {
        case ARGUMENT_INT:
            (void)va_arg(arguments->list, int);
            break;
        case ARGUMENT_LONG:
            (void)va_arg(arguments->list, long);
            break;
        case ARGUMENT_LONG_LONG:
            (void)va_arg(arguments->list, long long);
            break;
        case ARGUMENT_SIZE:
            (void)va_arg(arguments->list, size_t);
            break;
        case ARGUMENT_POINTER:
            (void)va_arg(arguments->list, void *);
            break;
        case ARGUMENT_DOUBLE:
            (void)va_arg(arguments->list, double);
            break;
        case ARGUMENT_LONG_DOUBLE:
            (void)va_arg(arguments->list, long double);
            break;
        }
    }
}

/* The argument of a `*`, whose position may follow it. */
static int star_argument(const char **format, struct arguments *arguments)
{
    ++*format;
    int position = __model_read_position(format);
    if (position != 0)
        seek(arguments, position);
    return va_arg(arguments->list, int);
}

static const char *read_width(struct conversion *conversion, const char *format, struct arguments *arguments)
{
    if (*format != '*')
        return read_number(&conversion->width, format);
    conversion->width = star_argument(&format, arguments);
    if (conversion->width < 0) {
        conversion->left = 1;
        conversion->width = conversion->width == INT_MIN ? INT_MAX : -conversion->width;
    }
    return format;
}

static const char *read_precision(struct conversion *conversion, const char *format, struct arguments *arguments)
{
    if (*format != '.')
        return format;
    format++;
    if (*format != '*')
        return read_number(&conversion->precision, format);
    conversion->precision = star_argument(&format, arguments);
    if (conversion->precision < 0)
        conversion->precision = -1;
    return format;
}

static const char *read_length(struct conversion *conversion, const char *format)
{
    switch (*format) {
    case 'h':
        conversion->length = format[1] == 'h' ? LENGTH_HH : LENGTH_H;
        return format + (format[1] == 'h' ? 2 : 1);
    case 'l':
        conversion->length = format[1] == 'l' ? LENGTH_LL : LENGTH_L;
        return format + (format[1] == 'l' ? 2 : 1);
    case 'q':
        conversion->length = LENGTH_LL;
        return format + 1;
    case 'j':
        conversion->length = LENGTH_J;
        return format + 1;
    case 'z':
    case 'Z':
        conversion->length = LENGTH_Z;
        return format + 1;
    case 't':
        conversion->length = LENGTH_T;
        return format + 1;
    case 'L':
        conversion->length = LENGTH_LONG_DOUBLE;
        return format + 1;
    default:
        return format;
    }
}

/* Reads what follows a '%'; returns what follows the conversion, or NULL when it cannot be performed. */
static const char *format_one(struct sink *sink, const char *format, struct arguments *arguments)
{
    struct conversion conversion = {0, 0, 0, 0, 0, 0, -1, LENGTH_NONE, 0};
    int position = __model_read_position(&format);
    format = read_flags(&conversion, format);
    format = read_width(&conversion, format, arguments);
    format = read_precision(&conversion, format, arguments);
    format = read_length(&conversion, format);
    conversion.letter = *format;
    if (conversion.width == INT_MAX || conversion.precision == INT_MAX) {
        errno = EOVERFLOW;
        return NULL;
    }
    if (position != 0)
        seek(arguments, position);
    return convert(sink, &conversion, arguments) ? format + 1 : NULL;
}

static const char *put_literal(struct sink *sink, const char *format, const struct arguments *arguments)
{
    if (sink->wide_format == NULL)
        __model_sink_put(sink, *format);
    else if (!put_wide(sink, sink->wide_format[format - arguments->format]))
        return NULL;
    return format + 1;
}

int __model_format(struct sink *sink, const char *format, va_list list)
{
    struct arguments arguments;
    CHECK_ARGUMENT(format != NULL, "the format is a null pointer");
    va_copy(arguments.list, list);
    va_copy(arguments.first, list);
    arguments.format = format;
    while (format != NULL && *format != 0) {
        if (*format == '%')
            format = format_one(sink, format + 1, &arguments);
        else
            format = put_literal(sink, format, &arguments);
    }
    va_end(arguments.list);
    va_end(arguments.first);
    if (format == NULL || sink->failed)
        return -1;
    if (sink->n_written > INT_MAX) {
        errno = EOVERFLOW;
        return -1;
    }
    return (int)sink->n_written;
}
