// There may be another one.
#include <assert.h>
#include <locale.h>
int main(void) {
    assert(setlocale(LC_ALL, "de_DE.UTF-8") == 0); //~ assertion
    return 0;
}
