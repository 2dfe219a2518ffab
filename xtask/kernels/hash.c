// A hash table with open addressing: unsigned arithmetic, structures in an array.
#include <stdio.h>
#include <stdint.h>

#define SLOTS 16384

struct slot {
    uint32_t key, count;
};

static struct slot slots[SLOTS];

static uint32_t mix(uint32_t x) {
    x ^= x >> 16;
    x *= 0x7feb352du;
    x ^= x >> 15;
    x *= 0x846ca68bu;
    return x ^ x >> 16;
}

static struct slot *find(uint32_t key) {
    uint32_t at = mix(key) % SLOTS;
    while (slots[at].count && slots[at].key != key)
        at = (at + 1) % SLOTS;
    return &slots[at];
}

int main(void) {
    uint32_t seed = 7;
    for (int i = 0; i < 300000; i++) {
        seed = seed * 1664525u + 1013904223u;
        uint32_t key = (seed >> 12) % 10000 + 1;
        struct slot *slot = find(key);
        slot->key = key;
        slot->count++;
    }
    uint32_t used = 0, most = 0;
    for (int i = 0; i < SLOTS; i++) {
        used += slots[i].count != 0;
        if (slots[i].count > most)
            most = slots[i].count;
    }
    printf("%u %u\n", used, most);
    return 0;
}
