//@ run-native
//@ data-model: both
// Library functions that call back into code that calls the library again.
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int calls;
static jmp_buf escape;

static int by_sorted_letters(const void *a, const void *b) {
    char x[16], y[16];
    strcpy(x, *(char *const *)a);
    strcpy(y, *(char *const *)b);
    int by_char(const void *, const void *);
    qsort(x, strlen(x), 1, by_char);
    qsort(y, strlen(y), 1, by_char);
    int order = strcmp(x, y);
    return order ? order : strcmp(*(char *const *)a, *(char *const *)b);
}
int by_char(const void *a, const void *b) { calls++; return *(const char *)a - *(const char *)b; }
static int give_up(const void *a, const void *b) {
    (void)a, (void)b;
    longjmp(escape, 1);
}

int main(void) {
    const char *words[] = {"tea", "act", "eat", "cat", "dog", "god", "ate"};
    qsort(words, 7, sizeof *words, by_sorted_letters);
    for (int i = 0; i < 7; i++) printf("%s ", words[i]);
    printf("\n");
    if (strcmp(words[0], "act") != 0 || strcmp(words[6], "god") != 0 || calls == 0) return 1;
    int key = 3, a[] = {1, 2, 3};
    if (setjmp(escape) == 0) {
        (void)!bsearch(&key, a, 3, sizeof *a, give_up);
        return 2;
    }
    return 0;
}
