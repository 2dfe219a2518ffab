// What is there can be anything, and others may change what they know; but no machine can replay that.
#include <assert.h>
#include <stddef.h>
extern int *find_place(void);
extern void keep(int *);
int main(void) {
    int own = 1;
    keep(&own);
    int *place = find_place();
    if (place == NULL)
        return 0;
    assert(*place != 3); //~ assertion
    *place = 2;
    assert(own == 1); //~ assertion
    return 0;
}
