//@ run-native
//@ data-model: both
// snprintf: truncation, the length it would have had, size zero; sprintf, asprintf.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char to[10];
    memset(to, '#', sizeof to);
    if (snprintf(to, 5, "%s", "truncated") != 9) return 1;
    if (strcmp(to, "trun") != 0 || to[5] != '#') return 2;
    if (snprintf(to, 1, "%d", 42) != 2 || to[0]) return 3;
    to[0] = '#';
    if (snprintf(to, 0, "%d", 42) != 2 || to[0] != '#') return 4;
    if (snprintf(NULL, 0, "%s-%05d", "abc", 7) != 9) return 5;
    if (snprintf(to, sizeof to, "%s", "exactly 9") != 9 || strcmp(to, "exactly 9") != 0) return 6;
    if (snprintf(to, sizeof to, "%.3f|%x", 2.5, 255u) != 8 || strcmp(to, "2.500|ff") != 0) return 7;
    if (sprintf(to, "%d%c", 7, '!') != 2 || strcmp(to, "7!") != 0) return 8;
    char *made = NULL;
    if (asprintf(&made, "%s %d %s", "made", 12, "to measure") != 18) return 9;
    puts(made);
    free(made);
    size_t at = 0;
    char list[32];
    for (int i = 0; i < 8; i++) at += (size_t)snprintf(list + at, sizeof list - at, "%s%d", i ? "," : "", i * i);
    puts(list);
    return 0;
}
