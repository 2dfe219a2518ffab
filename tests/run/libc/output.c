//@ run-native
//@ data-model: both
// puts, putchar, putc, fputc, fputs, fwrite, fflush; stderr is separate.
#include <stdio.h>

int main(void) {
    if (setvbuf(stdout, NULL, _IOLBF, 0) != 0) return 8; // before anything else
    if (puts("puts") < 0 || fputs("fputs", stdout) < 0) return 1;
    if (putchar('\n') != '\n' || putc('c', stdout) != 'c' || fputc('d' + 256, stdout) != 'd') return 2;
    putchar('\n');
    if (fwrite("fwrite\n", 1, 7, stdout) != 7) return 3;
    short pairs[] = {0x4241, 0x4443, 0x0a45};
    if (fwrite(pairs, sizeof *pairs, 3, stdout) != 3) return 4;
    if (fwrite(pairs, 2, 0, stdout) != 0) return 5;
    fprintf(stderr, "to stderr\n");
    fputs("again\n", stderr);
    if (fflush(stdout) != 0 || fflush(NULL) != 0) return 6;
    if (ferror(stdout) || feof(stdout)) return 7;
    for (int c = 'a'; c <= 'z'; c++) putchar(c);
    putchar_unlocked('\n');
    printf("end");
    return 0;
}
