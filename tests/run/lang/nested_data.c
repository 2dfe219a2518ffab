//@ run-native
//@ data-model: both
// Structs of arrays of unions of structs: deep access paths, constant and variable.
#include <stdio.h>

struct leaf { unsigned char id; union { short small[2]; struct { int whole; } big; } u; };
struct branch { struct leaf leaves[3]; const char *name; };
struct root { int n; struct branch branches[2][2]; struct root *self; };

static struct root root = {
    4, {{{{{1, {{10, 11}}}, {2, {{20}}}}, "a"}, {.name = "b"}}, {{.leaves[2].u.big.whole = 0x00050006}, {.name = "d"}}}, &root};

static int total(const struct root *r) {
    int sum = 0;
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++)
            for (int k = 0; k < 3; k++) {
                const struct leaf *leaf = &r->branches[i][j].leaves[k];
                sum += leaf->id + leaf->u.small[0] + leaf->u.small[1] * 2;
            }
    return sum;
}

int main(void) {
    if (root.self->self->self->n != 4) return 1;
    if (total(&root) != 1 + 10 + 22 + 2 + 20 + 6 + 10) return 2;
    struct root copy = root;
    copy.branches[1][0].leaves[2].u.small[1]++;
    copy.branches[0][1] = copy.branches[0][0];
    if (total(&copy) != total(&root) + 2 + 55 || copy.self != &root) return 3;
    int i = 1, j = 0;
    short *p = &copy.branches[i][j].leaves[i + 1].u.small[i];
    if (*p != 6) return 4;
    struct leaf(*leaves)[3] = &copy.branches[0][0].leaves;
    (*leaves)[1].id = 99;
    if (copy.branches[0][0].leaves[1].id != 99 || !root.branches[0][1].name) return 5;
    printf("%d %d %s\n", total(&copy), copy.branches[1][0].leaves[2].u.big.whole, root.branches[1][1].name);
    return 0;
}
