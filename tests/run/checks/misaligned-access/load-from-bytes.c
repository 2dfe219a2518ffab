#include <string.h>

int main(void) {
    _Alignas(8) unsigned char packet[8] = {0, 1, 0, 0, 0};
    const int *length = (const int *)(packet + 1);
    return *length != 1; //~ misaligned-access
}
