//@ run-native
//@ data-model: both
// The preprocessor: pasting, stringing, variadic and x-macros, conditionals, line numbers.
#include <stdio.h>
#include <string.h>

#define STRING_(x) #x
#define STRING(x) STRING_(x)
#define JOIN(a, b) a##b
#define VALUE 42
#define COUNT(...) (sizeof((int[]){__VA_ARGS__}) / sizeof(int))
#define FORMAT(to, fmt, ...) snprintf(to, sizeof to, fmt __VA_OPT__(,) __VA_ARGS__)
#define COLORS(X) X(red, 0xff0000) X(green, 0x00ff00) X(blue, 0x0000ff)

#define MEMBER(name, value) color_##name,
enum color { COLORS(MEMBER) n_colors };
#define ENTRY(name, value) {#name, value},
static const struct { const char *name; int value; } colors[] = {COLORS(ENTRY)};

#if defined(VALUE) && VALUE * 2 == 84 && !defined(NOTHING)
#define CHOSEN 1
#elif 1
#error "the wrong branch"
#endif

int main(void) {
    if (strcmp(STRING(VALUE), "42") != 0 || strcmp(STRING_(VALUE), "VALUE") != 0) return 1;
    int JOIN(var, 1) = VALUE;
    if (var1 != 42 || CHOSEN != 1) return 2;
    if (COUNT(1, 2, 3, 4) != 4) return 3;
    if (n_colors != 3 || colors[color_blue].value != 0xff) return 4;
    char buffer[32];
    FORMAT(buffer, "plain");
    if (strcmp(buffer, "plain") != 0) return 5;
    FORMAT(buffer, "%s=%06x", colors[1].name, colors[1].value);
    if (strcmp(STRING_("a\n"), "\"a\\n\"") != 0) return 6;
#line 1000 "renamed.c"
    if (__LINE__ != 1000 || strcmp(__FILE__, "renamed.c") != 0) return 7;
    _Static_assert(sizeof(int) == 4, "int has four bytes");
    puts(buffer);
    return 0;
}
