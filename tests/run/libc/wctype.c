//@ run-native
//@ data-model: both
// wctype.h on ASCII.
#include <stdio.h>
#include <wchar.h>
#include <wctype.h>

int main(void) {
    int n = 0;
    for (wint_t c = 0; c < 128; c++) n += !!iswalpha(c) + 2 * !!iswdigit(c) + 3 * !!iswspace(c) + 5 * !!iswpunct(c);
    if (n != 52 + 20 + 18 + 160) return 1;
    if (towupper(L'a') != L'A' || towlower(L'Z') != L'z' || towupper(L'5') != L'5') return 2;
    if (!iswupper(L'Q') || iswlower(L'Q') || !iswxdigit(L'f') || !iswalnum(L'0') || iswcntrl(L'a') || !iswprint(L' ')) return 3;
    printf("%d\n", n);
    return 0;
}
