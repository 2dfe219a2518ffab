//@ run-native
//@ data-model: both
// strspn, strcspn, strpbrk.
#include <stdio.h>
#include <string.h>

int main(void) {
    const char *s = "  12,34;56";
    if (strspn(s, " ") != 2 || strspn(s, "") != 0 || strspn("", "abc") != 0) return 1;
    if (strspn("aabbcc", "abc") != 6 || strspn("aabbxcc", "cba") != 4) return 2;
    if (strcspn(s, ",;") != 4 || strcspn(s, "") != strlen(s) || strcspn(s, " ") != 0) return 3;
    if (strcspn("", "x") != 0 || strcspn("abc", "xyz") != 3) return 4;
    if (strpbrk(s, ";,") != s + 4 || strpbrk(s, "xyz") || strpbrk(s, "")) return 5;
    if (strspn("\xff\xfe", "\xfe\xff") != 2) return 6;
    int n = 0;
    for (const char *p = s; (p = strpbrk(p, "123456")); p++) n++;
    printf("%d\n", n);
    return n == 6 ? 0 : 7;
}
