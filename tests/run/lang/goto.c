//@ run-native
//@ data-model: both
// goto: backwards, out of nested loops, over declarations, into a block, cleanup ladders.
#include <stdio.h>
#include <stdlib.h>

static int loop(int n) {
    int sum = 0;
again:
    sum += n;
    if (--n > 0) goto again;
    return sum;
}

static int find(int target) {
    int i, j;
    for (i = 1; i < 10; i++)
        for (j = 1; j < 10; j++)
            if (i * j == target) goto found;
    return -1;
found:
    return i * 10 + j;
}

static int ladder(int fail_at) {
    int result = 1;
    char *a = NULL, *b = NULL;
    if (fail_at == 1) goto out;
    a = malloc(4);
    result = 2;
    if (fail_at == 2) goto free_a;
    b = malloc(4);
    result = 3;
    if (fail_at == 3) goto free_b;
    result = 0;
free_b:
    free(b);
free_a:
    free(a);
out:
    return result;
}

int main(void) {
    if (loop(100) != 5050) return 1;
    if (find(42) != 67 || find(11) != -1) return 2;
    for (int i = 0; i < 4; i++) if (ladder(i) != i) return 3;
    int x = 0;
    goto inside;
    while (x < 5) {
        x += 10; // skipped the first time only
    inside:
        x++;
    }
    printf("%d\n", x);
    return x != 12 ? 4 : 0;
}
