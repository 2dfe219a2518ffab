//@ run-native
#include <string.h>

int main(void) {
    char s[8] = "abcdef";
    memmove(s + 1, s, 6);
    return strcmp(s, "aabcdef");
}
