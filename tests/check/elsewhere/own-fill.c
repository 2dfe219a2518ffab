//@ verdict: unknown
// The same for a block that is filled.
#include <assert.h>
#include <stddef.h>
#include <string.h>
extern void show(char *text);
extern char *shown_before(void);
int main(void) {
    char shown[4] = "abc";
    show(shown);
    char *found = shown_before();
    if (found == NULL)
        return 0;
    char before = *found;
    memset(shown, before == 'x' ? 'y' : 'x', sizeof shown);
    assert(*found == before);
    return 0;
}
