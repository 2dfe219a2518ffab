//@ data-model: both
// The environment as an array: empty at first, in the order of setting, closed by a null pointer.
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int main(void) {
    if (environ[0] != NULL) return 1;
    for (int i = 0; i < 20; i++) {
        char name[8];
        sprintf(name, "N%d", i);
        if (setenv(name, i % 2 ? "odd" : "", 1)) return 2;
    }
    if (strcmp(environ[0], "N0=") != 0 || strcmp(environ[19], "N19=odd") != 0 || environ[20]) return 3;
    unsetenv("N0");
    if (strcmp(environ[0], "N1=odd") != 0 || environ[19]) return 4;
    if (setenv("A=B", "x", 1) == 0 || errno != EINVAL || unsetenv("") == 0) return 5;
    static char shared[] = "SHARED=1";
    putenv(shared);
    shared[7] = '2';
    if (strcmp(getenv("SHARED"), "2") != 0) return 6;
    clearenv();
    if (getenv("N1") || (environ && environ[0])) return 7;
    return setenv("AGAIN", "1", 0) || !getenv("AGAIN");
}
