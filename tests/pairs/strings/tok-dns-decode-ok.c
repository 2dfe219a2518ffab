// A name of a packet: labels with their lengths, as a text with dots.
#include <string.h>
#include <unistd.h>
int main(void) {
    unsigned char packet[64];
    char name[64];
    ssize_t size = read(0, packet, sizeof packet);
    if (size <= 0) return 1;
    size_t at = 0, used = 0, end = (size_t)size;
    while (at < end && packet[at] != 0) {
        size_t n = packet[at++];
        if (n > end - at) return 1;
        memcpy(name + used, packet + at, n);
        used += n;
        at += n;
        name[used++] = '.';
    }
    if (used > 0) used--;
    name[used] = '\0';
    return name[0] == '\0';
}
