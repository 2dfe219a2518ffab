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
_Noreturn void __candor_exit(int status);
/* A check of the named id, reported at the user's call of the library. */
void __candor_check(int ok, const char *check, const char *message);

/* Ends the run as unsupported, never as a fault of the program. */
void __candor_unsupported(const char *what);

/* The most frequent check. */
#define CHECK_ARGUMENT(ok, message) __candor_check((ok), "bad-stdlib-argument", (message))

/* Names that begin with __model_ are shared between model files and are no part of any C interface. */

#endif
