//@ verdict: unknown
// Who defines the variable knows where it is.
#include <assert.h>
#include <stddef.h>
extern int defined_by_others;
extern int *find(void);
int main(void) {
    int *found = find();
    if (found == NULL)
        return 0;
    defined_by_others = 1;
    *found = 5;
    assert(defined_by_others == 1);
    return 0;
}
