//@ run-native
//@ data-model: both
// swprintf, wprintf, numbers of wide strings, conversions between narrow and wide strings.
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>
#include <wctype.h>

int main(void) {
    wchar_t to[40], *end;
    if (swprintf(to, 40, L"%d %ls %s %c|%5.2f", -7, L"wide", "narrow", 'x', 1.5) != 22) return 1;
    if (wcscmp(to, L"-7 wide narrow x| 1.50") != 0) return 2;
    if (swprintf(to, 4, L"%d", 12345) >= 0) return 3;
    if (swprintf(to, 40, L"\u20ac%lc%ls", (wint_t)0x3b1, L"\u00e9") != 3 || to[0] != 0x20ac || to[1] != 0x3b1 || to[2] != 0xe9) return 4;
    if (wcstol(L"  0x1fz", &end, 0) != 31 || *end != L'z' || wcstoul(L"99", NULL, 10) != 99) return 5;
    if (wcstoll(L"nothing", &end, 10) != 0 || *end != L'n' || wcstoull(L"18446744073709551615", NULL, 10) + 1 != 0) return 6;
    if (wcstod(L" -1.5e3x", &end) != -1500 || *end != L'x' || wcstof(L".5", NULL) != .5f || wcstold(L"2", NULL) != 2) return 7;
    errno = 0;
    if (wcstol(L"99999999999999999999", NULL, 10) <= 0 || errno != ERANGE) return 8;
    if (wcscasecmp(L"HeLLo", L"hEllO") != 0 || wcsncasecmp(L"abX", L"ABy", 2) != 0 || wcscasecmp(L"a", L"b") >= 0) return 9;
    const char *narrow = "multi";
    mbstate_t state;
    memset(&state, 0, sizeof state);
    if (mbsrtowcs(to, &narrow, 40, &state) != 5 || narrow != NULL || wcscmp(to, L"multi") != 0) return 10;
    const wchar_t *wide = L"bytes";
    char bytes[16];
    if (wcsrtombs(bytes, &wide, 3, &state) != 3 || *wide != L'e' || memcmp(bytes, "byt", 3) != 0) return 11;
    if (wcrtomb(bytes, L'q', &state) != 1 || bytes[0] != 'q' || mbrtowc(to, "z", 1, &state) != 1 || to[0] != L'z') return 12;
    if (btowc('a') != L'a' || wctob(L'b') != 'b' || btowc(EOF) != WEOF || wcwidth(L'a') != 1) return 13;
    if (wcpcpy(to, L"ab") != to + 2 || wcswidth(L"abc", 3) != 3 || wcsnlen(L"abc", 2) != 2) return 14;
    if (towctrans(L'a', wctrans("toupper")) != L'A' || wcschrnul(to, L'z') != to + 2) return 15;
    wprintf(L"%ls %d\n", L"text", 5);
    putwchar(L'p');
    fputws(L"ut\n", stdout);
    return 0;
}
