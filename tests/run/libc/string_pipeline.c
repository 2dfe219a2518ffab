//@ run-native
//@ data-model: both
// Many string functions together: parse, sort and print a small table.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct row { char name[12]; double price; int stock; };

static int by_price(const void *a, const void *b) {
    double x = ((const struct row *)a)->price, y = ((const struct row *)b)->price;
    return (x > y) - (x < y);
}

int main(void) {
    char data[] = "pear;1.25;10\napple;0.5;200\n# comment\nmelon;3;7\n;bad\nfig;0.125;1000";
    struct row rows[8];
    size_t n = 0;
    char *rest = NULL;
    for (char *line = strtok_r(data, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest)) {
        if (*line == '#') continue;
        char *price = strchr(line, ';'), *stock = price ? strchr(price + 1, ';') : NULL;
        if (!stock || price == line) continue;
        struct row *r = &rows[n++];
        size_t length = (size_t)(price - line);
        memcpy(r->name, line, length);
        r->name[length] = 0;
        r->price = strtod(price + 1, NULL);
        r->stock = (int)strtol(stock + 1, NULL, 10);
    }
    if (n != 4) return 1;
    qsort(rows, n, sizeof *rows, by_price);
    double total = 0;
    for (size_t i = 0; i < n; i++) {
        printf("%-8s|%8.3f|%5d|\n", rows[i].name, rows[i].price, rows[i].stock);
        total += rows[i].price * rows[i].stock;
    }
    printf("%.3f\n", total);
    return total == 258.5 ? 0 : 2;
}
