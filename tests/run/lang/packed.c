//@ run-native
//@ data-model: both
// Packed structs and pragma pack: members at odd offsets are read and written whole.
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

struct __attribute__((packed)) record { uint8_t kind; uint32_t id; uint16_t port; uint64_t stamp; };

#pragma pack(push, 2)
struct two { char c; int i; char d; };
#pragma pack(pop)

int main(void) {
    if (sizeof(struct record) != 15 || offsetof(struct record, stamp) != 7) return 1;
    if (sizeof(struct two) != 8 || offsetof(struct two, i) != 2) return 2;
    struct record r[2] = {{1, 0x01020304, 80, 0x1122334455667788u}, {2, 5, 443, 6}};
    if (r[1].id != 5 || r[1].port != 443 || r[1].stamp != 6) return 3;
    unsigned char bytes[15];
    memcpy(bytes, &r[0], 15);
    if (bytes[1] != 4 || bytes[4] != 1 || bytes[7] != 0x88) return 4;
    r[1].stamp += r[0].id;
    r[1].id--;
    if (r[1].stamp != 0x0102030a || r[1].id != 4) return 5;
    struct two t = {1, -2, 3};
    t.i *= 21;
    if (t.i != -42 || t.d != 3) return 6;
    for (int i = 0; i < 15; i++) printf("%02x", bytes[i]);
    printf("\n");
    return 0;
}
