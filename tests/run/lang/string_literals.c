//@ run-native
//@ data-model: both
// String literals: escapes, concatenation, embedded zeros, wide and Unicode forms, arrays.
#include <stdio.h>
#include <string.h>
#include <wchar.h>

int main(void) {
    const char *escapes = "\a\b\f\n\r\t\v\\\'\"\?\101\x42\0end";
    if (strlen(escapes) != 13 || escapes[11] != 'A' || escapes[12] != 'B') return 1;
    if (escapes[14] != 'e') return 2;
    char joined[] = "one" "\x31" "two" /* split so that the escape ends */;
    if (sizeof joined != 8 || strcmp(joined, "one1two") != 0) return 3;
    char exact[3] = "abc"; // no terminator
    if (exact[2] != 'c' || sizeof exact != 3) return 4;
    char padded[10] = "pad";
    for (int i = 3; i < 10; i++) if (padded[i]) return 5;
    const wchar_t *wide = L"w\u00e9\u4e2d";
    if (wide[1] != 0xe9 || wide[2] != 0x4e2d || wide[3] != 0) return 6;
    const __CHAR16_TYPE__ *u16 = u"\U0001F600";
    if (u16[0] != 0xd83d || u16[1] != 0xde00) return 7;
    const __CHAR32_TYPE__ *u32 = U"\U0001F600";
    if (u32[0] != 0x1f600) return 8;
    const char *utf8 = u8"\u20ac";
    if (strlen(utf8) != 3 || (unsigned char)utf8[0] != 0xe2) return 9;
    if ("hello"[1] != 'e' || sizeof("") != 1) return 10;
    if ('ab' != 'a' * 256 + 'b') return 11;
    printf("%s %s %s\n", joined, padded, __func__);
    return 0;
}
