// Type, length, value, until the data ends.
#include <string.h>
#include <unistd.h>
int main(void) {
    unsigned char data[256], name[32];
    ssize_t got = read(0, data, sizeof data);
    if (got < 0) return 1;
    size_t end = (size_t)got, at = 0;
    name[0] = 0;
    while (end - at >= 2) {
        unsigned type = data[at], length = data[at + 1];
        at += 2;
        if (length > end - at) return 1;
        if (type == 1 && length < sizeof name) {
            memcpy(name, data + at, length);
            name[length] = 0;
        }
        at += length;
    }
    return name[0];
}
