//@ run-native
//@ data-model: both
// toupper, tolower, toascii, isascii; whole strings.
#include <ctype.h>
#include <stdio.h>

int main(void) {
    for (int c = 0; c < 256; c++) {
        int up = toupper(c), low = tolower(c);
        if (c >= 'a' && c <= 'z' ? up != c - 32 : up != c) return 1;
        if (c >= 'A' && c <= 'Z' ? low != c + 32 : low != c) return 2;
    }
    char text[] = "Mixed Case 123 {}";
    for (char *p = text; *p; p++) *p = (char)(isupper((unsigned char)*p) ? tolower(*p) : toupper(*p));
    if (!isascii(127) || isascii(128) || toascii(0xc1) != 'A') return 3;
    int (*f)(int) = toupper; // also as a function
    if (f('q') != 'Q') return 4;
    puts(text);
    return 0;
}
