//@ run-native
//@ data-model: both
// The C locale is the only one.
#include <locale.h>
#include <stdio.h>
#include <string.h>

int main(void) {
    const char *name = setlocale(LC_ALL, NULL);
    if (!name || strcmp(name, "C") != 0) return 1;
    if (!setlocale(LC_ALL, "C")) return 2;
    struct lconv *l = localeconv();
    if (strcmp(l->decimal_point, ".") != 0 || *l->thousands_sep) return 3;
    printf("%s %.1f\n", name, 1.5);
    return 0;
}
