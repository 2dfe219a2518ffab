//@ verdict: unknown
// It may also hold something else by now, or be this very variable; no machine can replay that.
#include <assert.h>
#include <stddef.h>
extern int *find_place(void);
extern void keep(int *);
int main(void) {
    int own = 1;
    keep(&own);
    int *place = find_place();
    if (place != NULL)
        *place = 2;
    assert(own == 1);
    return 0;
}
