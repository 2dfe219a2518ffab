//@ run-native
//@ data-model: both
// printf of strings, characters and the null pointer.
#include <stdio.h>

int main(void) {
    char open[3] = {'a', 'b', 'c'};
    printf("[%s][%8s][%-8s][%.3s][%8.3s][%-8.3s]\n", "hello", "hello", "hello", "hello", "hello", "hello");
    printf("[%.3s][%.0s][%s][%.10s]\n", open, "gone", "", "short"); // the precision bounds the read
    printf("[%*s][%-*s][%.*s]\n", 6, "ab", 6, "cd", 2, "efgh");
    printf("[%c][%5c][%-5c]\n", 'x', 'y', 'z');
    printf("[%p][%10p]\n", (void *)0, (void *)0);
    printf("[%s]\n", "percent % inside");
    int n = printf("%s%s%s\n", "a", "bb", "ccc");
    if (n != 7) return 1;
    if (printf("%s", "") != 0) return 2;
    n = printf("a%cb\n", 0); // a zero byte counts
    return n == 4 ? 0 : 3;
}
