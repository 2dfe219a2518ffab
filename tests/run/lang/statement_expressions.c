//@ run-native
//@ data-model: both
// GNU statement expressions, typeof, local labels, the two-operand conditional.
#include <stdio.h>

#define MAX(a, b) ({ __typeof__(a) _a = (a); __typeof__(b) _b = (b); _a > _b ? _a : _b; })
#define SWAP(a, b) do { __typeof__(a) _t = (a); (a) = (b); (b) = _t; } while (0)
#define FIND(array, n, x)                                                    \
    ({                                                                       \
        __label__ done;                                                      \
        int _i;                                                              \
        for (_i = 0; _i < (n); _i++) if ((array)[_i] == (x)) goto done;      \
        _i = -1;                                                             \
    done:                                                                    \
        _i;                                                                  \
    })

static int calls;
static int count(void) { return ++calls; }

int main(void) {
    int i = 3, j = 5;
    if (MAX(i++, j++) != 5 || i != 4 || j != 6) return 1;
    SWAP(i, j);
    if (i != 6 || j != 4) return 2;
    int array[] = {4, 8, 15, 16};
    if (FIND(array, 4, 15) != 2 || FIND(array, 4, 7) != -1) return 3;
    int x = count() ?: 100;
    if (x != 1 || calls != 1) return 4;
    if ((0 ?: 7) != 7) return 5;
    struct pair { int a, b; } p = ({ struct pair q = {1, 2}; q.b *= 10; q; });
    if (p.b != 20) return 6;
    int total = ({ int s = 0; for (int k = 0; k < 5; k++) s += k; s; }) + 1;
    printf("%d %d\n", total, MAX(2.5, 2) > 2.25);
    return 0;
}
