// Copying and measuring strings byte by byte.
#include <stdio.h>

static char text[1024], copy[1024];

static int length(const char *s) {
    const char *end = s;
    while (*end)
        end++;
    return (int)(end - s);
}

static void copy_string(char *to, const char *from) {
    while ((*to++ = *from++))
        ;
}

int main(void) {
    for (int i = 0; i < 1000; i++)
        text[i] = (char)('a' + i % 26);
    int total = 0;
    for (int i = 0; i < 1000; i++) {
        copy_string(copy, text);
        total += length(copy);
        text[i] = 'z';
    }
    printf("%d %c\n", total, copy[500]);
    return 0;
}
