//@ says: assumed: strcmp and its relatives give the numbers that they give with glibc, of which C promises the sign
#include <assert.h>
#include <string.h>
#include <wchar.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    wchar_t one[3] = L"Ab", other[3] = L"aX";
    assert(wcscasecmp(one, other) == 'b' - 'x');
    char a[2] = {(char)__VERIFIER_nondet_int(), 0}, b[2] = {(char)__VERIFIER_nondet_int(), 0};
    assert(strcmp(a, b) != -2); //~ assertion
    return 0;
}
