//@ run-native
//@ data-model: both
// A growing string with formatted appends, split and join.
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct builder { char *data; size_t length, capacity; };

static void append(struct builder *b, const char *format, ...) {
    va_list ap, again;
    va_start(ap, format);
    va_copy(again, ap);
    size_t need = (size_t)vsnprintf(NULL, 0, format, ap) + 1;
    va_end(ap);
    if (b->length + need > b->capacity) {
        b->capacity = 2 * (b->length + need);
        b->data = realloc(b->data, b->capacity);
        if (!b->data) abort();
    }
    vsnprintf(b->data + b->length, need, format, again);
    va_end(again);
    b->length += need - 1;
}

int main(void) {
    struct builder b = {0};
    for (int i = 1; i <= 20; i++)
        append(&b, i % 15 == 0 ? "%s%sFizzBuzz" : i % 5 == 0 ? "%s%sBuzz" : i % 3 == 0 ? "%s%sFizz" : "%s%s%d", i > 1 ? "," : "", "", i);
    if (b.length != strlen(b.data)) return 1;
    puts(b.data);
    int words = 0;
    for (char *w = strtok(b.data, ","); w; w = strtok(NULL, ",")) words += w[0] == 'F';
    if (words != 6) return 2;
    free(b.data);
    return 0;
}
