#include <string.h>

int main(void) {
    char word[4] = {'w', 'o', 'r', 'd'};
    return strlen(word) != 4; //~ out-of-bounds
}
