//@ run-native
//@ data-model: both
// fmemopen and open_memstream.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char text[] = "10 20 thirty";
    int a, b;
    char word[16];
    FILE *f = fmemopen(text, strlen(text), "r");
    if (!f || fscanf(f, "%d %d %15s", &a, &b, word) != 3 || a != 10 || b != 20 || strcmp(word, "thirty") != 0) return 1;
    if (fgetc(f) != EOF || fclose(f)) return 2;
    char buffer[32];
    f = fmemopen(buffer, sizeof buffer, "w");
    if (!f || fprintf(f, "%s-%d", "x", 7) != 3 || fclose(f) || strcmp(buffer, "x-7") != 0) return 3;
    f = fmemopen(buffer, sizeof buffer, "a");
    if (!f || fputs("+y", f) < 0 || fclose(f) || strcmp(buffer, "x-7+y") != 0) return 4;
    char *made = NULL;
    size_t size = 99;
    f = open_memstream(&made, &size);
    if (!f) return 5;
    for (int i = 0; i < 100; i++) fprintf(f, "%d,", i);
    if (fflush(f) || size != 290 || strncmp(made, "0,1,2,", 6) != 0 || made[size]) return 6;
    fputs("end", f);
    if (fclose(f) || size != 293 || strcmp(made + 290, "end") != 0) return 7;
    printf("%zu %s\n", size, made + 280);
    free(made);
    return 0;
}
