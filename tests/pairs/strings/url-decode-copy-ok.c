// + is a space; the result is cut if it is too long.
#include <stdlib.h>
#include <stdio.h>
int main(void) {
    const char *query = getenv("QUERY_STRING");
    char text[64];
    size_t i = 0;
    if (!query) return 1;
    for (; *query && i < sizeof text - 1; query++) text[i++] = *query == '+' ? ' ' : *query;
    text[i] = '\0';
    puts(text);
    return 0;
}
