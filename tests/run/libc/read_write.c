//@ run-native
//@ data-model: both
//@ stdin: raw input
// The unistd calls read and write on the standard descriptors.
#include <string.h>
#include <unistd.h>

int main(void) {
    char to[32];
    ssize_t n = read(STDIN_FILENO, to, 4);
    if (n != 4 || memcmp(to, "raw ", 4) != 0) return 1;
    size_t have = 4;
    while ((n = read(0, to + have, sizeof to - have)) > 0) have += (size_t)n;
    if (n != 0 || have < 9 || memcmp(to, "raw input", 9) != 0) return 2;
    if (write(STDOUT_FILENO, to, 9) != 9 || write(1, "\n", 1) != 1) return 3;
    if (write(2, "", 0) != 0) return 4;
    return 0;
}
