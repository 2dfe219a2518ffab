#include <assert.h>
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);
struct record {
    int id;
    short part[4];
    char tail;
};
int main(void) {
    struct record r;
    memset(&r, 0, sizeof r);
    unsigned i = __VERIFIER_nondet_uint() % 4;
    r.part[i] = 0x1234;
    unsigned char *bytes = (unsigned char *)&r;
    assert(bytes[4 + 2 * i] == 0x34 && bytes[5 + 2 * i] == 0x12);
    assert(r.id == 0 && r.tail == 0);
    int sum = 0;
    for (int k = 0; k < 4; k++) sum += r.part[k];
    assert(sum == 0x1234);
    return 0;
}
