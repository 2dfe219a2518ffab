// read does not terminate what it reads.
#include <stdio.h>
#include <unistd.h>
int main(void) {
    char buffer[1024];
    ssize_t n = read(0, buffer, sizeof buffer - 1);
    if (n < 0) return 1;
    buffer[n] = '\0';
    puts(buffer);
    return 0;
}
