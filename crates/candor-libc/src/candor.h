/* What the interpreter gives the models, and the few names that model files share.
 *
 * A model is plain C that the interpreter runs as it runs the user's program, concretely or symbolically. So models
 * keep to simple loops, never read past an object, and say a condition as one value (`&`, not `&&`) where a branch is
 * not needed: each branch on data may become two paths. */
#ifndef CANDOR_H
#define CANDOR_H

#include <stddef.h>

/* Natives: implemented by the interpreter's platform. */
void __candor_put(int fd, int c);
int __candor_get(void);
/* Does anybody see what is printed? If not, only its length matters. */
int __candor_is_watched(void);
/* A number from 0 to 255 of which nothing is known; for what is not watched. */
int __candor_arbitrary(void);
_Noreturn void __candor_exit(int status);
/* Ends the run as abort does, without a handler of SIGABRT. */
_Noreturn void __candor_abort(void);
/* A check of the named id, reported at the user's call of the library. */
void __candor_check(int ok, const char *check, const char *message);

/* Ends the run as unsupported, never as a fault of the program. */
void __candor_unsupported(const char *what);

/* The most frequent checks. Arguments are evaluated once. Copies that overlap in part are the native memcpy's to find;
 * it tolerates a copy of a range onto itself, which compilers emit for assignments, but strcpy(s, s) is an overlap. */
#define CHECK_ARGUMENT(ok, message) __candor_check((ok), "bad-stdlib-argument", (message))
#define CHECK_DISTINCT(to, from) \
    __candor_check((const void *)(to) != (const void *)(from), "overlapping-copy", "source and destination overlap")

/* Names that begin with __model_ are shared between model files and are no part of any C interface. */

#endif
