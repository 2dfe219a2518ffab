// read returns -1 if it fails.
#include <string.h>
#include <unistd.h>
int main(void) {
    char buffer[256];
    ssize_t n = read(0, buffer, sizeof buffer - 1);
    if (n < 0) return 1;
    buffer[n] = '\0';
    return strlen(buffer) > 100;
}
