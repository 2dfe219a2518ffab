//@ run-native
#include <string.h>

int main(void) {
    char word[5] = {'w', 'o', 'r', 'd'};
    return strlen(word) != 4;
}
