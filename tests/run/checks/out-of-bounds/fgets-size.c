//@ stdin: a line of input\n
#include <stdio.h>
#include <string.h>

int main(void) {
    char word[8];
    fgets(word, 32, stdin); //~ out-of-bounds
    return strlen(word) != 7;
}
