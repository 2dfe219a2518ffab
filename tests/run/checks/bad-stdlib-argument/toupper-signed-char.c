// A character of Latin-1 in a signed char is negative.
#include <ctype.h>

int main(void) {
    signed char name[] = {'j', 'o', (signed char)0xeb, 'l', 0};
    for (int i = 0; name[i]; i++)
        name[i] = (signed char)toupper(name[i]); //~ bad-stdlib-argument
    return name[0] != 'J';
}
