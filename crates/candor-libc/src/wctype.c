/* Classes of wide characters in the C locale: those of ASCII; any other character, WEOF too, belongs to none. */
#define _GNU_SOURCE
#include "candor.h"
#include <ctype.h>
#include <string.h>
#include <wctype.h>

/* An argument for <ctype.h> that has the same answers. */
static int narrow(wint_t c)
{
    return c <= 127 ? (int)c : 128;
}

int iswalnum(wint_t c)
{
    return isalnum(narrow(c));
}

int iswalpha(wint_t c)
{
    return isalpha(narrow(c));
}

int iswblank(wint_t c)
{
    return isblank(narrow(c));
}

int iswcntrl(wint_t c)
{
    return iscntrl(narrow(c));
}

int iswdigit(wint_t c)
{
    return isdigit(narrow(c));
}

int iswgraph(wint_t c)
{
    return isgraph(narrow(c));
}

int iswlower(wint_t c)
{
    return islower(narrow(c));
}

int iswprint(wint_t c)
{
    return isprint(narrow(c));
}

int iswpunct(wint_t c)
{
    return ispunct(narrow(c));
}

int iswspace(wint_t c)
{
    return isspace(narrow(c));
}

int iswupper(wint_t c)
{
    return isupper(narrow(c));
}

int iswxdigit(wint_t c)
{
    return isxdigit(narrow(c));
}

wint_t towlower(wint_t c)
{
    return c <= 127 ? (wint_t)tolower((int)c) : c;
}

wint_t towupper(wint_t c)
{
    return c <= 127 ? (wint_t)toupper((int)c) : c;
}

/* A class is the position of its function here, counted from one. */
static int (*const functions[])(wint_t) = {iswalnum, iswalpha, iswblank, iswcntrl, iswdigit, iswgraph,
                                           iswlower, iswprint, iswpunct, iswspace, iswupper, iswxdigit};
static const char *const names[] = {"alnum", "alpha", "blank", "cntrl", "digit", "graph",
                                    "lower", "print", "punct", "space", "upper", "xdigit"};

enum { N_CLASSES = sizeof names / sizeof names[0] };

wctype_t wctype(const char *name)
{
    for (wctype_t i = 0; i < N_CLASSES; i++) {
        if (strcmp(names[i], name) == 0)
            return i + 1;
    }
    return 0;
}

int iswctype(wint_t c, wctype_t class)
{
    if (class == 0 || class > N_CLASSES)
        return 0;
    return functions[class - 1](c);
}

/* A mapping is named by an address of its own. */
static const int mappings[2];

wctrans_t wctrans(const char *name)
{
    if (strcmp(name, "tolower") == 0)
        return &mappings[0];
    return strcmp(name, "toupper") == 0 ? &mappings[1] : NULL;
}

wint_t towctrans(wint_t c, wctrans_t mapping)
{
    if (mapping == NULL)
        return c;
    return mapping == &mappings[0] ? towlower(c) : towupper(c);
}
