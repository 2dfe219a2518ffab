//@ run-native
//@ data-model: both
// A dense switch with fallthrough, default in the middle, and nested switches.
#include <stdio.h>

static int days(int month, int leap) {
    switch (month) {
    case 4: case 6: case 9: case 11: return 30;
    case 2: return leap ? 29 : 28;
    default: return month < 1 || month > 12 ? 0 : 31;
    }
}

static int fall(int n) {
    int trace = 0;
    switch (n) {
    case 0: trace = trace * 10 + 1;
    case 1: trace = trace * 10 + 2; // falls through
    default: trace = trace * 10 + 3;
    case 2: trace = trace * 10 + 4; break;
    case 3: trace = 9;
    }
    return trace;
}

static int nested(int a, int b) {
    switch (a) {
    case 0:
        switch (b) {
        case 0: return 1;
        case 1: break; // leaves the inner one only
        default: return 2;
        }
        return 3;
    case 1: return 4;
    }
    return 5;
}

int main(void) {
    int total = 0;
    for (int m = 0; m <= 13; m++) total += days(m, m % 2 == 0);
    if (total != 366) return 1;
    if (fall(0) != 1234 || fall(1) != 234 || fall(2) != 4 || fall(3) != 9 || fall(-5) != 34) return 2;
    if (nested(0, 0) != 1 || nested(0, 1) != 3 || nested(0, 9) != 2 || nested(1, 0) != 4 || nested(2, 0) != 5) return 3;
    switch (total) {} // an empty body
    switch (total) default: total++;
    printf("%d\n", total);
    return 0;
}
