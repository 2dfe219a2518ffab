/* err, warn and error: messages with the program's name on the error stream. */
#define _GNU_SOURCE
#include <err.h>
#include "candor.h"
#include <errno.h>
#include <error.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The models do not learn argv[0]. */
static char name[] = "program";
char *program_invocation_name = name;
char *program_invocation_short_name = name;

void (*error_print_progname)(void);
unsigned int error_message_count;
int error_one_per_line;

void vwarnx(const char *format, va_list arguments)
{
    fprintf(stderr, "%s: ", program_invocation_short_name);
    if (format != NULL)
        vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
}

void vwarn(const char *format, va_list arguments)
{
    int number = errno;
    fprintf(stderr, "%s: ", program_invocation_short_name);
    if (format != NULL) {
        vfprintf(stderr, format, arguments);
        fputs(": ", stderr);
    }
    fprintf(stderr, "%s\n", strerror(number));
}

void verr(int status, const char *format, va_list arguments)
{
    vwarn(format, arguments);
    exit(status);
}

void verrx(int status, const char *format, va_list arguments)
{
    vwarnx(format, arguments);
    exit(status);
}

void warn(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vwarn(format, arguments);
    va_end(arguments);
}

void warnx(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vwarnx(format, arguments);
    va_end(arguments);
}

void err(int status, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    verr(status, format, arguments);
}

void errx(int status, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    verrx(status, format, arguments);
}

static void report(int status, int number, const char *format, va_list arguments)
{
    vfprintf(stderr, format, arguments);
    if (number != 0)
        fprintf(stderr, ": %s", strerror(number));
    fputc('\n', stderr);
    error_message_count++;
    if (status != 0)
        exit(status);
}

void error(int status, int number, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    if (error_print_progname != NULL)
        error_print_progname();
    else
        fprintf(stderr, "%s: ", program_invocation_name);
    report(status, number, format, arguments);
    va_end(arguments);
}

void error_at_line(int status, int number, const char *file, unsigned int line, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fprintf(stderr, "%s:%s:%u: ", program_invocation_name, file, line);
    report(status, number, format, arguments);
    va_end(arguments);
}
