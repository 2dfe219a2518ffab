//@ verdict: unknown
// Who was given the address of `shown` may give it back: then both reads are of `shown`.
#include <assert.h>
#include <stddef.h>
extern void show(unsigned *number);
extern unsigned *shown_before(void);
int main(void) {
    unsigned shown = 0;
    show(&shown);
    unsigned *found = shown_before();
    if (found == NULL)
        return 0;
    unsigned before = *found;
    shown = before + 1;
    assert(*found == before);
    return 0;
}
