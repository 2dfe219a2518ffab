// The environment may name a locale that there is not.
#include <locale.h>
int main(void) {
    return setlocale(LC_ALL, "")[0]; //~ null-dereference
}
