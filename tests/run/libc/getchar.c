//@ run-native
//@ data-model: both
//@ stdin: ab\nc\n d
// getchar, getc, fgetc, ungetc, feof.
#include <stdio.h>

int main(void) {
    if (getchar() != 'a' || getc(stdin) != 'b' || fgetc(stdin) != '\n') return 1;
    int c = getchar();
    if (c != 'c' || ungetc('X', stdin) != 'X' || getchar() != 'X') return 2;
    if (feof(stdin)) return 3;
    int n = 0;
    while ((c = getchar()) != EOF) printf("%d ", c), n++;
    printf("\n");
    if (!feof(stdin) || ferror(stdin) || n < 3) return 4;
    if (getchar() != EOF) return 5;
    if (ungetc('z', stdin) != 'z' || feof(stdin) || getchar() != 'z') return 6;
    if (ungetc(EOF, stdin) != EOF) return 7;
    clearerr(stdin);
    if (feof(stdin)) return 8;
    return 0;
}
