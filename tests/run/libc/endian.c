//@ run-native
//@ data-model: both
// byteswap.h and endian.h.
#include <byteswap.h>
#include <endian.h>
#include <stdint.h>
#include <stdio.h>

int main(void) {
    volatile uint16_t a = 0x1234;
    volatile uint32_t b = 0x12345678;
    volatile uint64_t c = 0x0123456789abcdefu;
    if (bswap_16(a) != 0x3412 || bswap_32(b) != 0x78563412 || bswap_64(c) != 0xefcdab8967452301u) return 1;
    if (BYTE_ORDER != LITTLE_ENDIAN || htobe16(a) != 0x3412 || htole32(b) != b || be64toh(c) != 0xefcdab8967452301u) return 2;
    printf("%x\n", be32toh(b));
    return 0;
}
