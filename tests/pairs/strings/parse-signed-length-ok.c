// A length of one byte, which may be negative.
#include <stdio.h>
#include <string.h>
extern char __VERIFIER_nondet_char(void);
int main(void) {
    char packet[128], text[101];
    for (size_t i = 0; i < sizeof packet; i++) packet[i] = __VERIFIER_nondet_char();
    int length = packet[0];
    if (length < 0 || length > 100) return 1;
    memcpy(text, packet + 1, (size_t)length);
    text[length] = '\0';
    puts(text);
    return 0;
}
