// This one is the program's own.
#include <assert.h>
#include <stddef.h>
extern int defined_by_others;
extern int *find(void);
static int own;
int main(void) {
    int *found = find();
    if (found == NULL)
        return 0;
    own = defined_by_others;
    *found = 5;
    assert(own == defined_by_others || own != defined_by_others);
    own = 1;
    *found = 6;
    assert(own == 1);
    return 0;
}
