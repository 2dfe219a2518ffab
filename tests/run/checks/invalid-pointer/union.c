#include <stdint.h>

union word {
    uintptr_t number;
    char *text;
};

int main(void) {
    union word w;
    w.text = "text";
    w.number = 0x123456789000;
    return w.text[0] != 't'; //~ invalid-pointer
}
