//@ run-native
//@ data-model: both
// Unsigned bit-fields keep only their width and leave their neighbours alone.
#include <stdio.h>

struct date {
    unsigned day : 5;
    unsigned month : 4;
    unsigned year : 12;
    unsigned weekday : 3;
};

int main(void) {
    struct date d = {31, 12, 2024, 2};
    if (d.day != 31 || d.month != 12 || d.year != 2024 || d.weekday != 2) return 1;
    d.day++; // 32 does not fit into five bits
    if (d.day != 0 || d.month != 12) return 2;
    d.month = 17;
    if (d.month != 1 || d.year != 2024) return 3;
    d.year += 3000;
    if (d.year != (2024 + 3000) % 4096) return 4;
    d.weekday ^= 7;
    if (d.weekday != 5) return 5;
    if (sizeof d != 4) return 6;
    if (d.day - 1 != -1) return 7; // a narrow unsigned field promotes to int
    printf("%u %u %u %u\n", d.day, d.month, d.year, d.weekday);
    return 0;
}
