/* Formatted output inside the library: where characters go, what a conversion asks for, and the parts of printf. */
#ifndef FORMAT_H
#define FORMAT_H

#include <stdarg.h>
#include <stdio.h>
#include <wchar.h>

/* Characters go to a stream, or to a buffer as far as it reaches; all are counted. */
struct sink {
    FILE *stream;
    char *buffer;
    wchar_t *wide; /* the buffer of swprintf */
    size_t room;   /* of the buffer, without the terminating 0 */
    size_t n_written;
    int failed;
    const wchar_t *wide_format; /* what wprintf was given; the engine reads a narrow copy of the same length */
};

enum length { LENGTH_NONE, LENGTH_HH, LENGTH_H, LENGTH_L, LENGTH_LL, LENGTH_J, LENGTH_Z, LENGTH_T, LENGTH_LONG_DOUBLE };

struct conversion {
    int left;      /* - */
    int plus;      /* + */
    int space;     /* the space flag */
    int alternate; /* # */
    int zero;      /* 0 */
    int width;
    int precision; /* -1 when absent */
    enum length length;
    char letter;
};

void __model_sink_put(struct sink *sink, char c);
void __model_sink_fill(struct sink *sink, char c, long long count);

/* A field is blanks, a prefix (sign, 0x), zeros, a body, blanks. The first call writes all before the body, the second
 * the rest. */
void __model_begin_field(struct sink *sink, const struct conversion *conversion, const char *prefix, long long n_body);
void __model_end_field(struct sink *sink, const struct conversion *conversion, const char *prefix, long long n_body);

/* The sign to print in front of a number. */
const char *__model_sign(const struct conversion *conversion, int negative);

/* a, e, f, g and their capitals. */
void __model_put_double(struct sink *sink, const struct conversion *conversion, double value);
void __model_put_long_double(struct sink *sink, const struct conversion *conversion, long double value);

/* What a format that numbers its arguments ("%2$d %1$s") fetches at a position, counted from one. */
enum argument_kind {
    ARGUMENT_INT,
    ARGUMENT_LONG,
    ARGUMENT_LONG_LONG,
    ARGUMENT_SIZE,
    ARGUMENT_POINTER,
    ARGUMENT_DOUBLE,
    ARGUMENT_LONG_DOUBLE
};
enum argument_kind __model_argument_kind(const char *format, int position);

/* The position in front of a '$', or 0 and the format unmoved when there is none. */
int __model_read_position(const char **format);

/* printf to a sink: the number of characters, or -1. */
int __model_format(struct sink *sink, const char *format, va_list arguments);

#endif
