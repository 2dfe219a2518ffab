/* <ctype.h>: functions only, so that each argument is checked; the glibc tables exist for preprocessed code. */
#ifndef _CTYPE_H
#define _CTYPE_H

#include <features.h>

int isalnum(int __c);
int isalpha(int __c);
int isblank(int __c);
int iscntrl(int __c);
int isdigit(int __c);
int isgraph(int __c);
int islower(int __c);
int isprint(int __c);
int ispunct(int __c);
int isspace(int __c);
int isupper(int __c);
int isxdigit(int __c);
int tolower(int __c);
int toupper(int __c);

#ifdef __CANDOR_MISC
int isascii(int __c);
int toascii(int __c);
#define _tolower(c) tolower(c)
#define _toupper(c) toupper(c)
#endif

const unsigned short **__ctype_b_loc(void);
const int **__ctype_tolower_loc(void);
const int **__ctype_toupper_loc(void);

#endif
