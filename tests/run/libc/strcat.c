//@ run-native
//@ data-model: both
// strcat and strncat append and always terminate.
#include <stdio.h>
#include <string.h>

int main(void) {
    char to[20] = "one";
    if (strcat(to, "two") != to || strcmp(to, "onetwo") != 0) return 1;
    strcat(to, "");
    if (strlen(to) != 6) return 2;
    strncat(to, "threefour", 5);
    if (strcmp(to, "onetwothree") != 0) return 3;
    strncat(to, "x", 10);
    if (strcmp(to, "onetwothreex") != 0) return 4;
    char exact[3] = {'a', 'b', 'c'};
    strncat(to, exact, 3); // the source needs no terminator
    if (strcmp(to, "onetwothreexabc") != 0) return 5;
    strncat(to, "ignored", 0);
    if (strlen(to) != 15) return 6;
    char empty[4] = "";
    strcat(strcat(empty, "a"), "b");
    printf("%s %s\n", to, empty);
    return 0;
}
