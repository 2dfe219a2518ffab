/* Classes of characters in the C locale.
 *
 * A true answer is the bit that glibc's table has for the class, so that a program that prints it prints the same
 * number. No function branches. */
#include "candor.h"
#include <ctype.h>

#undef _tolower
#undef _toupper

static void check_character(int c)
{
    CHECK_ARGUMENT((c >= -1) & (c <= 255), "the argument is neither EOF nor an unsigned char");
}

static int between(int c, int first, int last)
{
    return (c >= first) & (c <= last);
}

static int is_letter(int c)
{
    return between(c, 'A', 'Z') | between(c, 'a', 'z');
}

int isupper(int c)
{
    check_character(c);
    return between(c, 'A', 'Z') * 0x100;
}

int islower(int c)
{
    check_character(c);
    return between(c, 'a', 'z') * 0x200;
}

int isalpha(int c)
{
    check_character(c);
    return is_letter(c) * 0x400;
}

int isdigit(int c)
{
    check_character(c);
    return between(c, '0', '9') * 0x800;
}

int isxdigit(int c)
{
    check_character(c);
    return (between(c, '0', '9') | between(c, 'A', 'F') | between(c, 'a', 'f')) * 0x1000;
}

int isspace(int c)
{
    check_character(c);
    return (between(c, '\t', '\r') | (c == ' ')) * 0x2000;
}

int isprint(int c)
{
    check_character(c);
    return between(c, ' ', '~') * 0x4000;
}

int isgraph(int c)
{
    check_character(c);
    return between(c, '!', '~') * 0x8000;
}

int isblank(int c)
{
    check_character(c);
    return (c == ' ') | (c == '\t');
}

int iscntrl(int c)
{
    check_character(c);
    return (between(c, 0, 31) | (c == 127)) * 0x2;
}

int ispunct(int c)
{
    check_character(c);
    return (between(c, '!', '~') & !(is_letter(c) | between(c, '0', '9'))) * 0x4;
}

int isalnum(int c)
{
    check_character(c);
    return (is_letter(c) | between(c, '0', '9')) * 0x8;
}

int tolower(int c)
{
    check_character(c);
    return c + between(c, 'A', 'Z') * ('a' - 'A');
}

int toupper(int c)
{
    check_character(c);
    return c - between(c, 'a', 'z') * ('a' - 'A');
}

int _tolower(int c)
{
    return tolower(c);
}

int _toupper(int c)
{
    return toupper(c);
}

int isascii(int c)
{
    return between(c, 0, 127);
}

int toascii(int c)
{
    return c & 127;
}
