// Random numbers are others the next time.
#include <assert.h>
#include <fcntl.h>
#include <unistd.h>
static unsigned char draw(void) {
    unsigned char byte = 0;
    int fd = open("/dev/urandom", O_RDONLY);
    if (fd >= 0) {
        read(fd, &byte, 1);
        close(fd);
    }
    return byte;
}
int main(void) {
    unsigned char first = draw();
    assert(draw() == first); //~ assertion
    return 0;
}
