/* scanf's engine: reads the format, then the input, one character of lookahead at a time.
 *
 * Where C and glibc differ, glibc is followed: EOF is returned when the input ends before anything was assigned, and a
 * number that breaks off ("0x", "1e+") is taken for what it is so far. A number that its object cannot hold is
 * undefined behaviour and is reported. */
#define _GNU_SOURCE
#include "scan.h"
#include "candor.h"
#include "parse_integer.h"
#include "stream.h"
#include <errno.h>
#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <wchar.h>

enum length { LENGTH_NONE, LENGTH_HH, LENGTH_H, LENGTH_L, LENGTH_LL, LENGTH_J, LENGTH_Z, LENGTH_T, LENGTH_LONG_DOUBLE };
enum outcome { MATCHED, MISMATCH, END_OF_INPUT, OUT_OF_MEMORY };

struct conversion {
    int suppressed;
    int allocates; /* m */
    int width;     /* INT_MAX when absent */
    enum length length;
    char letter;
    const char *set; /* of %[, behind the ^ */
    const char *set_end;
    int set_inverted;
};

/* A va_list behind a pointer: as a parameter it may be an array type, which decays. The second one still stands at the
 * first argument, for formats that number them (%2$d). */
struct arguments {
    va_list list;
    va_list first;
};

static int peek(struct source *source)
{
    if (!source->has_ahead) {
        if (source->stream != NULL)
            source->ahead = __model_get(source->stream);
        else
            source->ahead = *source->text != 0 ? (unsigned char)*source->text : EOF;
        source->has_ahead = 1;
    }
    return source->ahead;
}

static void advance(struct source *source)
{
    if (source->stream == NULL)
        source->text++;
    source->has_ahead = 0;
    source->n_read++;
}

static int is_space(int c)
{
    return (c == ' ') | ((c >= '\t') & (c <= '\r'));
}

static void skip_space(struct source *source)
{
    while (is_space(peek(source)))
        advance(source);
}

/* Advances over the next character if it is `wanted`, in either case, and the width allows it. */
static int accept(struct source *source, int wanted, int *width)
{
    int c = peek(source);
    int lower = c + ((c >= 'A') & (c <= 'Z')) * ('a' - 'A');
    if (*width == 0 || lower != wanted)
        return 0;
    advance(source);
    --*width;
    return 1;
}

static int digit_value(int c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'z')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'Z')
        return c - 'A' + 10;
    return 36;
}

static void add_digit(struct integer *integer, unsigned int base, unsigned int digit)
{
    if (integer->magnitude > (ULLONG_MAX - digit) / base)
        integer->too_large = 1;
    integer->magnitude = integer->too_large ? ULLONG_MAX : integer->magnitude * base + digit;
}

/* Reads a sign, a prefix and digits. The member `end` says only whether there was a digit. */
static struct integer read_integer(struct source *source, int base, int width)
{
    static const char some[] = "";
    struct integer integer = {0, 0, 0, NULL};
    integer.negative = accept(source, '-', &width);
    if (!integer.negative)
        accept(source, '+', &width);
    if ((base == 0 || base == 16) && accept(source, '0', &width)) {
        integer.end = some;
        if (accept(source, 'x', &width)) {
            base = 16; /* 0x alone counts as 0 */
        } else if (base == 0) {
            base = 8;
        }
    }
    if (base == 0)
        base = 10;
    for (; width > 0; width--) {
        int digit = digit_value(peek(source));
        if (digit >= base)
            break;
        add_digit(&integer, (unsigned int)base, (unsigned int)digit);
        integer.end = some;
        advance(source);
    }
    return integer;
}

#define STORE(type, value) (*va_arg(arguments->list, type *) = (type)(value))

static void store_integer(long long value, enum length length, struct arguments *arguments)
{
    switch (length) {
    case LENGTH_HH:
        STORE(signed char, value);
        return;
    case LENGTH_H:
        STORE(short, value);
        return;
    case LENGTH_L:
        STORE(long, value);
        return;
    case LENGTH_LL:
    case LENGTH_LONG_DOUBLE:
    case LENGTH_J:
        STORE(long long, value);
        return;
    case LENGTH_Z:
    case LENGTH_T:
        STORE(ptrdiff_t, value);
        return;
    case LENGTH_NONE:
        STORE(int, value);
        return;
    }
}

/* The bits of the object that an integer conversion stores to. */
static int width_of(enum length length)
{
    switch (length) {
    case LENGTH_HH:
        return CHAR_BIT;
    case LENGTH_H:
        return (int)sizeof(short) * CHAR_BIT;
    case LENGTH_L:
    case LENGTH_Z:
    case LENGTH_T:
        return (int)sizeof(long) * CHAR_BIT;
    case LENGTH_LL:
    case LENGTH_LONG_DOUBLE:
    case LENGTH_J:
        return (int)sizeof(long long) * CHAR_BIT;
    case LENGTH_NONE:
        return (int)sizeof(int) * CHAR_BIT;
    }
    return 0;
}

static void check_fits(const struct integer *integer, int is_signed, enum length length)
{
    unsigned long long max = ULLONG_MAX >> (64 - width_of(length) + is_signed);
    unsigned long long limit = max + (unsigned long long)(is_signed & integer->negative);
    CHECK_ARGUMENT(!integer->too_large & (integer->magnitude <= limit), "the number read does not fit the object");
}

/* As glibc does, through strtol or strtoul of at least the width of long, so that what does not fit is cut off alike.
 */
static long long fit(const struct integer *integer, int is_signed, enum length length)
{
    int is_long_long = length == LENGTH_LL || length == LENGTH_LONG_DOUBLE || length == LENGTH_J;
    if (is_signed)
        return __model_fit_signed(integer, is_long_long ? LLONG_MAX : LONG_MAX);
    return (long long)__model_fit_unsigned(integer, is_long_long ? ULLONG_MAX : ULONG_MAX);
}

static enum outcome scan_integer(struct source *source, const struct conversion *conversion, int base, int is_signed,
                                 struct arguments *arguments)
{
    struct integer integer = read_integer(source, base, conversion->width);
    if (integer.end == NULL)
        return MISMATCH;
    if (conversion->suppressed)
        return MATCHED;
    check_fits(&integer, is_signed, conversion->length);
    store_integer(fit(&integer, is_signed, conversion->length), conversion->length, arguments);
    return MATCHED;
}

/* Advances over a word in any case. */
static int accept_word(struct source *source, const char *word, int *width)
{
    for (; *word != 0; word++) {
        if (!accept(source, *word, width))
            return 0;
    }
    return 1;
}

static enum outcome scan_pointer(struct source *source, const struct conversion *conversion,
                                 struct arguments *arguments)
{
    struct integer integer = {0, 0, 0, NULL};
    int width = conversion->width;
    if (peek(source) == '(') {
        if (!accept_word(source, "(nil)", &width))
            return MISMATCH;
    } else {
        integer = read_integer(source, 16, width);
        if (integer.end == NULL)
            return MISMATCH;
    }
    if (!conversion->suppressed)
        *va_arg(arguments->list, void **) = (void *)(uintptr_t)__model_fit_unsigned(&integer, UINTPTR_MAX);
    return MATCHED;
}

enum { FLOAT_ROOM = 1024 };

/* The text of a floating-point number. */
struct float_text {
    char characters[FLOAT_ROOM];
    int n;
    int width;
};

static int take(struct source *source, struct float_text *text, int wanted)
{
    if (!accept(source, wanted, &text->width))
        return 0;
    if (text->n == FLOAT_ROOM - 1) {
        __candor_unsupported("a number of more than 1000 characters read by scanf");
        return 0;
    }
    text->characters[text->n++] = (char)wanted;
    return 1;
}

/* Takes digits; returns how many. */
static int take_digits(struct source *source, struct float_text *text, int base)
{
    int n = 0;
    for (; digit_value(peek(source)) < base; n++) {
        int c = peek(source);
        if (!take(source, text, c + ((c >= 'A') & (c <= 'Z')) * ('a' - 'A')))
            break;
    }
    return n;
}

static int take_word(struct source *source, struct float_text *text, const char *word)
{
    for (; *word != 0; word++) {
        if (!take(source, text, *word))
            return 0;
    }
    return 1;
}

static int take_infinity(struct source *source, struct float_text *text)
{
    if (!take_word(source, text, "nf"))
        return 0;
    return !take(source, text, 'i') || take_word(source, text, "nity");
}

/* Takes the longest text that could begin a number; returns whether it is one. */
static int take_float(struct source *source, struct float_text *text)
{
    int base = 10;
    if (!take(source, text, '-'))
        take(source, text, '+');
    if (take(source, text, 'i'))
        return take_infinity(source, text);
    if (take(source, text, 'n'))
        return take_word(source, text, "an");
    int n_digits = take(source, text, '0');
    if (n_digits != 0 && take(source, text, 'x')) {
        base = 16;
        n_digits = 0;
    }
    n_digits += take_digits(source, text, base);
    if (take(source, text, '.'))
        n_digits += take_digits(source, text, base);
    if (n_digits == 0)
        return 0;
    if (take(source, text, base == 16 ? 'p' : 'e')) {
        if (!take(source, text, '-'))
            take(source, text, '+');
        take_digits(source, text, 10);
    }
    return 1;
}

static enum outcome scan_float(struct source *source, const struct conversion *conversion, struct arguments *arguments)
{
    struct float_text text;
    text.n = 0;
    text.width = conversion->width;
    if (!take_float(source, &text))
        return MISMATCH;
    text.characters[text.n] = 0;
    if (conversion->suppressed)
        return MATCHED;
    if (conversion->length == LENGTH_LONG_DOUBLE)
        STORE(long double, strtold(text.characters, NULL));
    else if (conversion->length == LENGTH_L)
        STORE(double, strtod(text.characters, NULL));
    else
        STORE(float, strtof(text.characters, NULL));
    return MATCHED;
}

/* Where %c, %s and %[ put characters: nowhere, or as char or as wchar_t; `m` asks for a block that grows. */
struct target {
    char *narrow;
    wchar_t *wide;
    size_t n;
    size_t room; /* of the block, in characters */
    void **block;
};

static struct target target_of(const struct conversion *conversion, struct arguments *arguments)
{
    struct target target = {NULL, NULL, 0, 0, NULL};
    if (conversion->suppressed)
        return target;
    void *argument = va_arg(arguments->list, void *);
    CHECK_ARGUMENT(argument != NULL, "scanf is to store to a null pointer");
    if (conversion->allocates)
        target.block = argument;
    else if (conversion->length == LENGTH_L)
        target.wide = argument;
    else
        target.narrow = argument;
    return target;
}

/* Gives the block of `m` room for so many characters; 0 when there is no memory. */
static int resize(struct target *target, size_t room, int is_wide)
{
    void *old = is_wide ? (void *)target->wide : (void *)target->narrow;
    void *block = realloc(old, room * (is_wide ? sizeof(wchar_t) : sizeof(char)));
    if (block == NULL) {
        free(old);
        *target->block = NULL;
        return 0;
    }
    target->room = room;
    if (is_wide)
        target->wide = block;
    else
        target->narrow = block;
    *target->block = block;
    return 1;
}

static int store_character(struct target *target, const struct conversion *conversion, int c)
{
    enum { FIRST_ROOM = 32 };
    if (target->block != NULL && target->n == target->room &&
        !resize(target, target->room == 0 ? FIRST_ROOM : 2 * target->room, conversion->length == LENGTH_L))
        return 0;
    if (target->narrow != NULL)
        target->narrow[target->n] = (char)c;
    if (target->wide != NULL)
        target->wide[target->n] = c;
    target->n++;
    return 1;
}

/* Cuts the block of `m` to what was stored, so that reading behind it is noticed. */
static enum outcome finish(struct target *target, const struct conversion *conversion)
{
    if (target->block == NULL || target->n == target->room)
        return MATCHED;
    return resize(target, target->n, conversion->length == LENGTH_L) ? MATCHED : OUT_OF_MEMORY;
}

static enum outcome scan_characters(struct source *source, const struct conversion *conversion,
                                    struct arguments *arguments)
{
    int count = conversion->width == INT_MAX ? 1 : conversion->width;
    if (peek(source) == EOF)
        return END_OF_INPUT;
    struct target target = target_of(conversion, arguments);
    for (int i = 0; i < count && peek(source) != EOF; i++) {
        if (!store_character(&target, conversion, peek(source)))
            return OUT_OF_MEMORY;
        advance(source);
    }
    return finish(&target, conversion);
}

/* Whether a character belongs to the set of %[: single characters and ranges a-z. */
static int in_set(const struct conversion *conversion, int c)
{
    for (const char *p = conversion->set; p < conversion->set_end; p++) {
        int low = (unsigned char)*p;
        int high = low;
        if (p + 2 < conversion->set_end && p[1] == '-' && (unsigned char)p[2] >= low) {
            high = (unsigned char)p[2];
            p += 2;
        }
        if (c >= low && c <= high)
            return !conversion->set_inverted;
    }
    return conversion->set_inverted;
}

static int continues(const struct conversion *conversion, int c)
{
    if (c == EOF)
        return 0;
    return conversion->letter == '[' ? in_set(conversion, c) : !is_space(c);
}

static enum outcome scan_string(struct source *source, const struct conversion *conversion, struct arguments *arguments)
{
    if (peek(source) == EOF)
        return END_OF_INPUT;
    if (!continues(conversion, peek(source)))
        return MISMATCH;
    struct target target = target_of(conversion, arguments);
    for (int i = 0; i < conversion->width && continues(conversion, peek(source)); i++) {
        if (!store_character(&target, conversion, peek(source)))
            return OUT_OF_MEMORY;
        advance(source);
    }
    return store_character(&target, conversion, 0) ? finish(&target, conversion) : OUT_OF_MEMORY;
}

/* Skips what comes before the conversion; says whether there is any input for it. */
static enum outcome prepare(struct source *source, char letter)
{
    if (letter == 'c' || letter == 'C' || letter == '[' || letter == 'n' || letter == 0)
        return MATCHED;
    skip_space(source);
    return peek(source) == EOF ? END_OF_INPUT : MATCHED;
}

static enum outcome convert(struct source *source, struct conversion *conversion, struct arguments *arguments)
{
    enum outcome ready = prepare(source, conversion->letter);
    if (ready != MATCHED)
        return ready;
    switch (conversion->letter) {
    case 'd':
        return scan_integer(source, conversion, 10, /* signed */ 1, arguments);
    case 'i':
        return scan_integer(source, conversion, 0, /* signed */ 1, arguments);
    case 'u':
        return scan_integer(source, conversion, 10, /* signed */ 0, arguments);
    case 'o':
        return scan_integer(source, conversion, 8, /* signed */ 0, arguments);
    case 'x':
    case 'X':
        return scan_integer(source, conversion, 16, /* signed */ 0, arguments);
    case 'p':
        return scan_pointer(source, conversion, arguments);
    case 'a':
    case 'A':
    case 'e':
    case 'E':
    case 'f':
    case 'F':
    case 'g':
    case 'G':
        return scan_float(source, conversion, arguments);
    case 'C':
        conversion->length = LENGTH_L;
        return scan_characters(source, conversion, arguments);
    case 'c':
        return scan_characters(source, conversion, arguments);
    case 'S':
        conversion->length = LENGTH_L;
        return scan_string(source, conversion, arguments);
    case 's':
    case '[':
        return scan_string(source, conversion, arguments);
    case 'n':
        if (!conversion->suppressed)
            store_integer(source->n_read, conversion->length, arguments);
        return MATCHED;
    case '%':
        if (peek(source) != '%')
            return MISMATCH;
        advance(source);
        return MATCHED;
    default:
        CHECK_ARGUMENT(0, "unknown conversion in a scanf format");
        return MISMATCH;
    }
}

static const char *read_width(struct conversion *conversion, const char *format)
{
    int width = 0;
    for (; *format >= '0' && *format <= '9'; format++) {
        int digit = *format - '0';
        width = width > (INT_MAX - digit) / 10 ? INT_MAX : width * 10 + digit;
    }
    if (width != 0)
        conversion->width = width;
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

/* Reads the set behind %[; a ] right at its beginning belongs to it. */
static const char *read_set(struct conversion *conversion, const char *format)
{
    if (*format == '^') {
        conversion->set_inverted = 1;
        format++;
    }
    conversion->set = format;
    if (*format == ']')
        format++;
    while (*format != 0 && *format != ']')
        format++;
    conversion->set_end = format;
    if (*format == 0) {
        conversion->letter = 0; /* no conversion without the closing bracket */
        return format;
    }
    return format + 1;
}

/* Moves to the argument that a number and `$` ask for; all arguments are pointers. */
static const char *read_position(const char *format, struct arguments *arguments)
{
    enum { MAX_POSITION = 4096 };
    const char *s = format;
    int position = 0;
    for (; *s >= '0' && *s <= '9' && position <= MAX_POSITION; s++)
        position = position * 10 + (*s - '0');
    if (*s != '$' || position == 0)
        return format;
    va_end(arguments->list);
    va_copy(arguments->list, arguments->first);
    for (int i = 1; i < position; i++)
        (void)va_arg(arguments->list, void *);
    return s + 1;
}

static const char *read_conversion(struct conversion *conversion, const char *format, struct arguments *arguments)
{
    format = read_position(format, arguments);
    if (*format == '*') {
        conversion->suppressed = 1;
        format++;
    }
    format = read_width(conversion, format);
    if (*format == 'm') {
        conversion->allocates = 1;
        format++;
    }
    format = read_length(conversion, format);
    conversion->letter = *format;
    if (*format != 0)
        format++;
    return conversion->letter == '[' ? read_set(conversion, format) : format;
}

static enum outcome match_literal(struct source *source, char wanted)
{
    if (is_space(wanted)) {
        skip_space(source);
        return MATCHED;
    }
    if (peek(source) == EOF)
        return END_OF_INPUT;
    if (peek(source) != (unsigned char)wanted)
        return MISMATCH;
    advance(source);
    return MATCHED;
}

static int scan_all(struct source *source, const char *format, struct arguments *arguments)
{
    int n_assigned = 0;
    while (*format != 0) {
        enum outcome outcome;
        if (*format == '%') {
            struct conversion conversion = {.width = INT_MAX};
            format = read_conversion(&conversion, format + 1, arguments);
            outcome = convert(source, &conversion, arguments);
            if (outcome == MATCHED && !conversion.suppressed && conversion.letter != 'n' && conversion.letter != '%')
                n_assigned++;
        } else {
            outcome = match_literal(source, *format++);
        }
        if (outcome == OUT_OF_MEMORY || (outcome == END_OF_INPUT && n_assigned == 0))
            return EOF;
        if (outcome != MATCHED)
            return n_assigned;
    }
    return n_assigned;
}

int __model_scan(struct source *source, const char *format, va_list list)
{
    struct arguments arguments;
    CHECK_ARGUMENT(format != NULL, "the format is a null pointer");
    va_copy(arguments.list, list);
    va_copy(arguments.first, list);
    int result = scan_all(source, format, &arguments);
    va_end(arguments.list);
    va_end(arguments.first);
    if (source->stream != NULL && source->has_ahead && source->ahead != EOF)
        ungetc(source->ahead, source->stream);
    return result;
}
