//@ flags: --check memory-leak
#include <assert.h>
#include <stdlib.h>
extern _Bool __VERIFIER_nondet_bool(void);
int main(void) {
    int *all[3] = {0}, n = 0;
    for (int i = 0; i < 3; i++)
        if (__VERIFIER_nondet_bool()) {
            all[i] = malloc(sizeof(int));
            *all[i] = i;
            n++;
        }
    int m = 0;
    for (int i = 0; i < 3; i++)
        if (all[i]) {
            assert(*all[i] == i);
            for (int j = 0; j < i; j++) assert(all[i] != all[j]);
            m++;
        }
    for (int i = 0; i < 3; i++) free(all[i]);
    assert(n == m);
    return 0;
}
