//@ run-native
//@ data-model: both
// Packed bit-fields cross the boundaries of their declared type; the bytes are known.
#include <stdio.h>
#include <string.h>

struct __attribute__((packed)) header {
    unsigned version : 3;
    unsigned length : 18;
    int offset : 11;
    unsigned tag : 20;
};

int main(void) {
    struct header h;
    memset(&h, 0, sizeof h);
    if (sizeof h != 7) return 1;
    h.version = 5;
    h.length = 0x2aaaa;
    h.offset = -3;
    h.tag = 0xabcde;
    if (h.version != 5 || h.length != 0x2aaaa || h.offset != -3 || h.tag != 0xabcde) return 2;
    unsigned char bytes[sizeof h];
    memcpy(bytes, &h, sizeof h);
    for (unsigned i = 0; i < sizeof bytes; i++) printf("%02x", bytes[i]);
    printf("\n");
    h.length = 0;
    if (h.version != 5 || h.offset != -3 || h.tag != 0xabcde) return 3;
    struct header copy = h;
    copy.tag >>= 4;
    if (copy.tag != 0xabcd || h.tag != 0xabcde) return 4;
    return 0;
}
