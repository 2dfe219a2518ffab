//@ run-native
// Bytes that nobody wrote may be copied; only the members decide.
#include <string.h>

struct padded {
    char c;
    int i;
};

int main(void) {
    struct padded a, b;
    unsigned char raw[sizeof a];
    a.c = 1;
    a.i = 2;
    memcpy(raw, &a, sizeof a);
    memcpy(&b, raw, sizeof b);
    return b.c != 1 || b.i != 2;
}
