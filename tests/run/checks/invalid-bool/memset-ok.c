//@ run-native
#include <stdbool.h>
#include <string.h>

struct flags {
    int n;
    bool set[4];
};

int main(void) {
    struct flags flags;
    memset(&flags, 0x01, sizeof flags);
    struct flags copy = flags;
    return copy.set[2] ? 0 : 1;
}
