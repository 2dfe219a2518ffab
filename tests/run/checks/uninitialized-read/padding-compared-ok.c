//@ run-native
// Members that are set one by one leave padding as it was, so that what was cleared before can be compared.
#include <string.h>

struct pair {
    char small;
    int large;
};

int main(void) {
    struct pair a, b;
    memset(&a, 0, sizeof a);
    memset(&b, 0, sizeof b);
    a.small = b.small = 1;
    a.large = b.large = 2;
    unsigned char *bytes = (unsigned char *)&a;
    unsigned char copy[sizeof a];
    for (unsigned i = 0; i < sizeof a; i++)
        copy[i] = bytes[i];
    return memcmp(&a, &b, sizeof a) || memcmp(copy, &b, sizeof b);
}
