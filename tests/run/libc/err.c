//@ run-native
//@ data-model: both
//@ exit: 3
// err prints to the error stream and ends the program; the handlers of exit run.
#include <err.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

static void last(void) { puts("last"); }

int main(void) {
    atexit(last);
    warnx("a warning of %s", "the program");
    errno = ENOENT;
    warn("%d", 5);
    fflush(stdout);
    errx(3, "the end: %c", 'x');
}
