#include <string.h>

int main(void) {
    char s[8] = "abcdef";
    memcpy(s + 1, s, 6); //~ overlapping-copy
    return strcmp(s, "aabcdef");
}
