//@ run-native
#include <string.h>

int main(void) {
    char word[8];
    memcpy(word, "abc", 3);
    word[3] = '\0';
    return strlen(word) != 3;
}
