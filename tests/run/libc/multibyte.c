//@ run-native
//@ data-model: both
// Multibyte conversion in the C locale: ASCII passes through.
#include <stdio.h>
#include <stdlib.h>
#include <wchar.h>

int main(void) {
    wchar_t wide[8], w;
    char narrow[8];
    if (mbstowcs(wide, "abc", 8) != 3 || wide[2] != L'c' || wide[3]) return 1;
    if (wcstombs(narrow, wide, 8) != 3 || narrow[0] != 'a' || narrow[3]) return 2;
    if (mbtowc(&w, "x", 1) != 1 || w != L'x' || mbtowc(&w, "", 1) != 0 || mblen("yz", 2) != 1) return 3;
    if (wctomb(narrow, L'q') != 1 || narrow[0] != 'q') return 4;
    if (btowc('a') != L'a' || btowc(EOF) != WEOF || wctob(L'b') != 'b') return 5;
    mbstate_t state = {0};
    if (mbrtowc(&w, "hi", 2, &state) != 1 || w != L'h' || !mbsinit(&state)) return 6;
    printf("%s %d\n", narrow, (int)w);
    return 0;
}
