//@ run-native
//@ data-model: both
// A zero-width field ends the storage unit; unnamed fields are padding.
#include <stdio.h>
#include <string.h>

struct split {
    unsigned a : 4;
    unsigned : 0;
    unsigned b : 4;
};

struct padded {
    unsigned a : 3;
    unsigned : 5;
    unsigned b : 8;
};

int main(void) {
    if (sizeof(struct split) != 8) return 1;
    struct split s;
    memset(&s, 0, sizeof s);
    s.a = 15;
    s.b = 9;
    unsigned words[2];
    memcpy(words, &s, sizeof s);
    if (words[0] != 15 || words[1] != 9) return 2;
    struct padded p;
    memset(&p, 0, sizeof p);
    p.a = 7;
    p.b = 0xaa;
    unsigned word;
    memcpy(&word, &p, sizeof word);
    if (word != 0xaa07) return 3;
    printf("%u %u %x\n", words[0], words[1], word);
    return 0;
}
