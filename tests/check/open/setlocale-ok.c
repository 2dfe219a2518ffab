//@ says: locales that setlocale finds are as "C" is
// "C" is always there.
#include <assert.h>
#include <locale.h>
int main(void) {
    const char *name = setlocale(LC_ALL, "");
    assert(name == 0 || name[0] == 'C');
    return setlocale(LC_CTYPE, "C")[0] != 'C';
}
