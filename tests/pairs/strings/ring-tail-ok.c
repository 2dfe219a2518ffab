// The last 16 characters of the input, in their order.
#include <stdio.h>
int main(void) {
    char ring[16], tail[17];
    size_t n = 0;
    int c;
    while ((c = getchar()) != EOF) ring[n++ % sizeof ring] = (char)c;
    size_t length = n < sizeof ring ? n : sizeof ring;
    size_t start = n - length;
    for (size_t i = 0; i < length; i++) tail[i] = ring[(start + i) % sizeof ring];
    tail[length] = '\0';
    puts(tail);
    return 0;
}
