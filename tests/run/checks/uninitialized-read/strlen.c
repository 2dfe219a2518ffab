#include <string.h>

int main(void) {
    char word[8];
    memcpy(word, "abc", 3);
    return strlen(word) != 3; //~ uninitialized-read
}
