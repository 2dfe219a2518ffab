//@ run-native
#include <assert.h>

int main(void) {
    int sum = 0;
    for (int i = 1; i <= 10; i++) {
        sum += i;
        assert(sum < 56);
    }
    return sum != 55;
}
