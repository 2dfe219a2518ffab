//@ run-native
//@ data-model: both
// _Generic chooses by the type of its operand, without evaluating it.
#include <stdio.h>

#define NAME(x) _Generic((x),                                        \
    char: "char", signed char: "schar", unsigned char: "uchar",      \
    short: "short", int: "int", unsigned: "unsigned", long: "long",  \
    long long: "llong", float: "float", double: "double",            \
    char *: "char *", const char *: "const char *", int *: "int *",  \
    struct s *: "struct s *", default: "other")
#define MAX(a, b) _Generic((a) + (b), int: max_int, double: max_double)(a, b)

struct s { int x; };
static int max_int(int a, int b) { return a > b ? a : b; }
static double max_double(double a, double b) { return a > b ? a : b; }

int main(void) {
    char c = 0;
    const int k = 1;
    int array[3];
    struct s s;
    int evaluated = 0;
    printf("%s %s %s %s %s\n", NAME(c), NAME(+c), NAME('a'), NAME(k), NAME(1u));
    printf("%s %s %s %s %s\n", NAME(1L), NAME(1LL), NAME(1.0f), NAME(1.0), NAME(1.0L));
    printf("%s %s %s %s\n", NAME("text"), NAME(array), NAME(&s), NAME((const char *)0));
    if (MAX(3, 4) != 4 || MAX(2.5, 1) != 2.5) return 1;
    (void)NAME(evaluated++);
    if (evaluated) return 2;
    (void)s;
    (void)array;
    return 0;
}
