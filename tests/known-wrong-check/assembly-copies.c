// What assembly writes behind a pointer.
#include <assert.h>
int main(void) {
    char from[4] = "abc", to[4] = "xyz", *end = to, *start = from;
    unsigned long n = 4;
    __asm__ volatile("rep; movsb" : "+D"(end), "+S"(start), "+c"(n) : : "memory");
    assert(to[0] == 'x'); //~ assertion
    return 0;
}
