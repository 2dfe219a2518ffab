#include <assert.h>

int main(void) {
    int sum = 0;
    for (int i = 1; i <= 10; i++) {
        sum += i;
        assert(sum < 45); //~ assertion
    }
    return sum != 55;
}
