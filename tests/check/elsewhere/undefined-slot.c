//@ verdict: unknown
// What is put into a variable of others they know, too.
#include <assert.h>
#include <stddef.h>
extern int *slot_of_others;
extern int *find(void);
int main(void) {
    int own = 1;
    slot_of_others = &own;
    int *found = find();
    if (found == NULL)
        return 0;
    *found = 5;
    assert(own == 1);
    return 0;
}
