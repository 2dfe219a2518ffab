/* Which names the headers show, after the feature test macros of POSIX and glibc.
 *
 * ISO C names are always declared. __CANDOR_MISC adds POSIX and BSD names: on unless the compiler was asked for strict
 * ISO C and no macro asks for more. __CANDOR_GNU adds the names that glibc shows only for _GNU_SOURCE, so that a
 * program may define its own `mempcpy` or `basename` as it may with glibc. */
#ifndef _FEATURES_H
#define _FEATURES_H

#ifdef _GNU_SOURCE
#define __CANDOR_GNU 1
#endif

#if defined __CANDOR_GNU || !defined __STRICT_ANSI__ || defined _DEFAULT_SOURCE || defined _BSD_SOURCE || \
    defined _SVID_SOURCE || defined _POSIX_SOURCE || defined _POSIX_C_SOURCE || defined _XOPEN_SOURCE
#define __CANDOR_MISC 1
#endif

#if defined __STDC_VERSION__ && __STDC_VERSION__ >= 202311L
#define __CANDOR_C23 1
#endif

#define __CANDOR_NORETURN __attribute__((__noreturn__))

#endif
