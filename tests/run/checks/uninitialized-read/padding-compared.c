// Padding has no value, however the members were set: comparing it byte by byte uses what nobody has written.
#include <string.h>

struct pair {
    char small;
    int large;
};

int main(void) {
    struct pair a, b;
    a.small = b.small = 1;
    a.large = b.large = 2;
    return memcmp(&a, &b, sizeof a); //~ uninitialized-read
}
