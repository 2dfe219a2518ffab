#include <fcntl.h>
#include <unistd.h>
int main(void) {
    char bytes[4];
    int fd = open("data", O_RDONLY);
    if (fd < 0)
        return 1;
    read(fd, bytes, 8); //~ out-of-bounds
    close(fd);
    return 0;
}
