// Two digits for each byte of a block.
#include <stdio.h>
#include <unistd.h>
int main(void) {
    static const char hex[] = "0123456789abcdef";
    unsigned char data[16];
    char text[2 * sizeof data + 1];
    ssize_t n = read(0, data, sizeof data);
    if (n < 0) return 1;
    for (ssize_t i = 0; i < n; i++) {
        text[2 * i] = hex[data[i] >> 4];
        text[2 * i + 1] = hex[data[i] & 15];
    }
    text[2 * n] = '\0';
    puts(text);
    return 0;
}
