//@ run-native
//@ data-model: both
// strcpy, strncpy, stpcpy, stpncpy: results, padding, no terminator when full.
#include <stdio.h>
#include <string.h>

int main(void) {
    char to[16];
    memset(to, '.', sizeof to);
    if (strcpy(to, "hello") != to || strcmp(to, "hello") != 0 || to[6] != '.') return 1;
    memset(to, '.', sizeof to);
    if (strncpy(to, "hi", 6) != to) return 2;
    if (to[2] || to[5] || to[6] != '.') return 3; // padded with zeros to the count
    strncpy(to, "truncated", 4);
    if (memcmp(to, "trun", 4) != 0 || to[4] != 0) return 4;
    char *end = stpcpy(to, "abc");
    if (end != to + 3 || *end) return 5;
    end = stpcpy(end, "def");
    if (strcmp(to, "abcdef") != 0 || end - to != 6) return 6;
    end = stpncpy(to, "xy", 5);
    if (end != to + 2 || to[4]) return 7;
    end = stpncpy(to, "longer", 3);
    if (end != to + 3 || memcmp(to, "lon", 3) != 0) return 8;
    strcpy(to, "");
    if (to[0] || to[1] != 'o') return 9;
    strcpy(to, "done");
    puts(to);
    return 0;
}
