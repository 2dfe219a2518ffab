/* <wctype.h> */
#ifndef _WCTYPE_H
#define _WCTYPE_H

#include <features.h>
#define __need_wint_t
#include <stddef.h>

#ifndef WEOF
#define WEOF 0xffffffffu
#endif

typedef unsigned long wctype_t;
typedef const int *wctrans_t;

int iswalnum(wint_t __c);
int iswalpha(wint_t __c);
int iswblank(wint_t __c);
int iswcntrl(wint_t __c);
int iswdigit(wint_t __c);
int iswgraph(wint_t __c);
int iswlower(wint_t __c);
int iswprint(wint_t __c);
int iswpunct(wint_t __c);
int iswspace(wint_t __c);
int iswupper(wint_t __c);
int iswxdigit(wint_t __c);
wint_t towlower(wint_t __c);
wint_t towupper(wint_t __c);
wctype_t wctype(const char *__name);
int iswctype(wint_t __c, wctype_t __class);
wctrans_t wctrans(const char *__name);
wint_t towctrans(wint_t __c, wctrans_t __mapping);

#endif
