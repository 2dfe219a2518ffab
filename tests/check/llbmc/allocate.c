// The same, entered where the thesis enters it.
//@ flags: --function allocate --caller any
//@ says: n = 2147483647
#include <stdlib.h>
static int isintmax(int n) {
    return n + 1 < n; //~ signed-overflow
}
int *allocate(int n, int v) {
    int *p = 0;
    if (!isintmax(n)) p = malloc(sizeof *p);
    *p = v;
    return p;
}
