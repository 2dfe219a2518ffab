// Without options, what is lost is told where the program ends.
#include <stdlib.h>
static void lose(void) {
    int *p = malloc(sizeof *p);
    *p = 1;
}
int main(void) {
    lose();
    return 0; //~ memory-leak
}
