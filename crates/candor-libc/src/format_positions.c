/* Formats of printf that number their arguments: "%2$d %1$*3$s". Which kind of argument stands at a position is found
 * by reading the format again. */
#define _GNU_SOURCE
#include "candor.h"
#include "format.h"
#include <string.h>

enum { MAX_POSITION = 4096 };

int __model_read_position(const char **format)
{
    const char *s = *format;
    int position = 0;
    for (; *s >= '0' && *s <= '9' && position <= MAX_POSITION; s++)
        position = position * 10 + (*s - '0');
    if (*s != '$' || position == 0)
        return 0;
    *format = s + 1;
    return position;
}

static enum argument_kind integer_kind(char length, int n_length)
{
    if (length == 'l' && n_length == 1)
        return ARGUMENT_LONG;
    if (length == 'l' || length == 'q' || length == 'j' || length == 'L')
        return ARGUMENT_LONG_LONG;
    return length == 'z' || length == 'Z' || length == 't' ? ARGUMENT_SIZE : ARGUMENT_INT;
}

static enum argument_kind kind_of(char letter, char length, int n_length)
{
    switch (letter) {
    case 's':
    case 'S':
    case 'p':
    case 'n':
        return ARGUMENT_POINTER;
    case 'a':
    case 'A':
    case 'e':
    case 'E':
    case 'f':
    case 'F':
    case 'g':
    case 'G':
        return length == 'L' ? ARGUMENT_LONG_DOUBLE : ARGUMENT_DOUBLE;
    case 'c':
    case 'C':
        return ARGUMENT_INT;
    default:
        return integer_kind(length, n_length);
    }
}

static int is_among(char c, const char *characters)
{
    return c != 0 && strchr(characters, c) != NULL;
}

/* An argument that no conversion names counts as an int, as in glibc. */
enum argument_kind __model_argument_kind(const char *format, int position)
{
    while (*format != 0) {
        if (*format++ != '%')
            continue;
        char length = 0;
        int n_length = 0;
        int own = __model_read_position(&format);
        while (is_among(*format, "-+ #0'I.123456789*")) {
            int is_star = *format++ == '*';
            if (is_star && __model_read_position(&format) == position)
                return ARGUMENT_INT;
        }
        for (; is_among(*format, "hlqjzZtL"); format++, n_length++)
            length = *format;
        if (own == position)
            return kind_of(*format, length, n_length);
        if (*format != 0)
            format++;
    }
    return ARGUMENT_INT;
}
