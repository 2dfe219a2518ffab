#include <stdlib.h>
int main(void) {
    int numbers[10] = {0};
    return numbers[rand() % 11]; //~ array-index
}
