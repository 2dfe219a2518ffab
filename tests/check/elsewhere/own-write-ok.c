// Nobody has the address of `hidden`, so that the same is read twice.
#include <assert.h>
#include <stddef.h>
extern void show(unsigned *number);
extern unsigned *shown_before(void);
int main(void) {
    unsigned shown = 0, hidden = 0;
    show(&shown);
    unsigned *found = shown_before();
    if (found == NULL)
        return 0;
    unsigned before = *found;
    hidden = before + 1;
    assert(*found == before && hidden == before + 1);
    return 0;
}
