//@ run-native
//@ data-model: both
//@ stdin: the quick brown fox\njumps over the lazy dog\nthe end\n
// A whole program over standard input: lines, words, bytes, and the most frequent word.
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct word { char *text; int count; };

static int by_count(const void *a, const void *b) {
    const struct word *x = a, *y = b;
    return y->count - x->count ? y->count - x->count : strcmp(x->text, y->text);
}

int main(void) {
    struct word *words = NULL;
    size_t n_words = 0, total = 0;
    int lines = 0, bytes = 0, c, length = 0;
    char current[32];
    while ((c = getchar()) != EOF) {
        bytes++;
        lines += c == '\n';
        if (!isspace(c) && length < 31) { current[length++] = (char)c; continue; }
        if (length == 0) continue;
        current[length] = 0;
        length = 0;
        total++;
        size_t i = 0;
        while (i < n_words && strcmp(words[i].text, current) != 0) i++;
        if (i == n_words) {
            words = realloc(words, ++n_words * sizeof *words);
            if (!words) return 1;
            words[i] = (struct word){strdup(current), 0};
        }
        words[i].count++;
    }
    qsort(words, n_words, sizeof *words, by_count);
    printf("%d %zu %d\n", lines, total, bytes);
    for (size_t i = 0; i < n_words; i++) {
        if (i < 3) printf("%s %d\n", words[i].text, words[i].count);
        free(words[i].text);
    }
    free(words);
    return 0;
}
