//@ run-native
//@ data-model: both
// getenv of an unset name is NULL; setenv, unsetenv, putenv change that.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    if (getenv("CANDOR_NO_SUCH_NAME") || getenv("")) return 1;
    if (setenv("CANDOR_TEST", "one", 0) || strcmp(getenv("CANDOR_TEST"), "one") != 0) return 2;
    if (setenv("CANDOR_TEST", "two", 0) || strcmp(getenv("CANDOR_TEST"), "one") != 0) return 3;
    if (setenv("CANDOR_TEST", "three", 1) || strcmp(getenv("CANDOR_TEST"), "three") != 0) return 4;
    if (getenv("CANDOR_TES") || getenv("CANDOR_TEST_")) return 5;
    static char assignment[] = "CANDOR_PUT=value";
    if (putenv(assignment) || strcmp(getenv("CANDOR_PUT"), "value") != 0) return 6;
    puts(getenv("CANDOR_PUT"));
    if (unsetenv("CANDOR_TEST") || getenv("CANDOR_TEST")) return 7;
    return 0;
}
