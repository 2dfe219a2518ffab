/* Formatted input inside the library: where characters come from. */
#ifndef SCAN_H
#define SCAN_H

#include <stdarg.h>
#include <stdio.h>

/* A stream or a string, with one character of lookahead. */
struct source {
    FILE *stream;
    const char *text;
    int ahead; /* valid only if has_ahead */
    int has_ahead;
    long n_read;
};

/* scanf from a source: the number of objects assigned, or EOF. */
int __model_scan(struct source *source, const char *format, va_list arguments);

#endif
