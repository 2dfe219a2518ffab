//@ run-native
//@ stdin: a line of input\n
#include <stdio.h>
#include <string.h>

int main(void) {
    char word[8];
    fgets(word, sizeof word, stdin);
    return strlen(word) != 7;
}
