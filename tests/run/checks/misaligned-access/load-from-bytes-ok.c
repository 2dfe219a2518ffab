//@ run-native
#include <string.h>

int main(void) {
    _Alignas(8) unsigned char packet[8] = {0, 1, 0, 0, 0};
    int length;
    memcpy(&length, packet + 1, sizeof length);
    return length != 1;
}
