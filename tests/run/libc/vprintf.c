//@ run-native
//@ data-model: both
// vprintf, vfprintf, vsprintf, vsnprintf, vasprintf, dprintf-free wrappers.
#define _GNU_SOURCE
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int to_stdout(const char *format, ...) {
    va_list ap;
    va_start(ap, format);
    int n = vprintf(format, ap);
    va_end(ap);
    return n;
}

static int to_stream(FILE *stream, const char *format, ...) {
    va_list ap;
    va_start(ap, format);
    int n = vfprintf(stream, format, ap);
    va_end(ap);
    return n;
}

static char *made(const char *format, ...) {
    va_list ap, copy;
    va_start(ap, format);
    va_copy(copy, ap);
    char *s = NULL, check[64];
    int a = vasprintf(&s, format, ap), b = vsprintf(check, format, copy);
    va_end(ap);
    va_end(copy);
    return a == b && strcmp(s, check) == 0 ? s : NULL;
}

int main(void) {
    if (to_stdout("%d %s %c\n", 1, "two", '3') != 8) return 1;
    if (to_stream(stdout, "%5.2f|%-6lld|\n", 1.0, 22ll) != 14) return 2;
    if (fprintf(stdout, "%s\n", "plain") != 6) return 3;
    char *s = made("%d/%d/%Lg/%s", 1, 2, 3.5L, "x");
    if (!s) return 4;
    puts(s);
    free(s);
    return 0;
}
