// Random bytes are any.
#include <assert.h>
#include <sys/random.h>

int main(void) {
    unsigned char key[2] = {0};
    if (getrandom(key, sizeof key, 0) == 2)
        assert(key[1] != 77); //~ assertion
    return 0;
}
