//@ flags: --assume closed
//@ says: the only locale is "C"
// Nobody has said what the locale is.
#include <assert.h>
#include <locale.h>
int main(void) {
    assert(setlocale(LC_ALL, "") != 0);
    assert(setlocale(LC_ALL, "de_DE.UTF-8") == 0);
    return 0;
}
