// Each call has its own variable: what an inner call leaves in its own is not what the outer one finds.
#include <assert.h>

static int visit(int n, int *p) {
    if (n > 0) {
        visit(n - 1, p);
        if (p)
            assert(*p < 2); //~ assertion
    }
    p = 0;
    return 0;
}

int main(void) {
    int x = 2;
    return visit(2, &x);
}
