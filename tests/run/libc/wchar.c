//@ run-native
//@ data-model: both
// The wide string functions.
#include <stdio.h>
#include <wchar.h>

int main(void) {
    wchar_t to[32];
    if (wcslen(L"wide") != 4 || wcslen(L"") != 0) return 1;
    if (wcscpy(to, L"abc") != to || wcscmp(to, L"abc") != 0 || wcscat(to, L"def") != to || wcslen(to) != 6) return 2;
    if (wcsncmp(L"abcd", L"abxx", 2) != 0 || wcscmp(L"a", L"b") >= 0) return 3;
    if (wcschr(to, L'c') != to + 2 || wcsrchr(to, L'f') != to + 5 || wcschr(to, L'z')) return 4;
    if (wcsstr(to, L"cd") != to + 2 || wcsspn(to, L"abc") != 3 || wcscspn(to, L"e") != 4 || wcspbrk(to, L"xd") != to + 3) return 5;
    wcsncpy(to, L"xy", 4);
    if (to[2] || to[3] || wmemcmp(to, L"xy", 3) != 0) return 6;
    wmemset(to, L'q', 3);
    if (to[2] != L'q' || wmemchr(to, L'q', 3) != to) return 7;
    wmemcpy(to, L"12345", 6);
    wmemmove(to + 1, to, 4);
    if (wcscmp(to, L"11234") != 0) return 8;
    wchar_t *rest, list[] = L"a,b,,c";
    int n = 0;
    for (wchar_t *t = wcstok(list, L",", &rest); t; t = wcstok(NULL, L",", &rest)) n++;
    if (n != 3) return 9;
    if (wcstol(L"-42x", &rest, 10) != -42 || *rest != L'x') return 10;
    printf("%d %d\n", n, (int)to[0]);
    return 0;
}
