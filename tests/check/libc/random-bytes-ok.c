// No more of them are written than were asked for.
#include <assert.h>
#include <sys/random.h>

int main(void) {
    unsigned char key[3] = {0};
    if (getrandom(key, 2, 0) == 2)
        assert(key[2] == 0);
    return 0;
}
