// A pointer that is freed may be null, and then nothing ends.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    char *block = malloc(8), *freed = NULL;
    int is_freed = __VERIFIER_nondet_int();
    if (is_freed)
        freed = block;
    free(freed);
    if (!is_freed && block != NULL) {
        block[0] = 1;

        free(block);
    }
    return 0;
}
