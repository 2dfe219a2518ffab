//@ run-native
#include <stdint.h>

union word {
    uintptr_t number;
    char *text;
};

int main(void) {
    union word w;
    w.text = "text";
    char *text = w.text;
    w.number = 0x123456789000;
    w.text = text;
    return w.text[0] != 't';
}
