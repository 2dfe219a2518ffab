// read does not terminate what it reads.
#include <stdio.h>
#include <unistd.h>
int main(void) {
    char buffer[1024];
    ssize_t n = read(0, buffer, sizeof buffer);
    if (n < 0) return 1;
    buffer[n] = '\0'; //~ array-index
    puts(buffer);
    return 0;
}
