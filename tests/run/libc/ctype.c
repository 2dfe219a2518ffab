//@ run-native
//@ data-model: both
// Every ctype.h classification over all characters and EOF.
#include <ctype.h>
#include <stdio.h>

#define COUNT(f) { int n = 0, sum = 0; for (int c = -1; c < 256; c++) if (f(c)) n++, sum += c; printf(#f " %d %d\n", n, sum); }

int main(void) {
    COUNT(isalpha) COUNT(isdigit) COUNT(isalnum) COUNT(isspace) COUNT(isupper) COUNT(islower)
    COUNT(ispunct) COUNT(isprint) COUNT(isgraph) COUNT(iscntrl) COUNT(isxdigit) COUNT(isblank)
    if (isalpha(EOF) || isspace(EOF) || toupper(EOF) != EOF) return 1;
    if (!isspace('\t') || !isspace('\v') || isblank('\n') || !isblank(' ')) return 2;
    if (isprint('\x7f') || !iscntrl('\x7f') || !isprint(' ') || isgraph(' ')) return 3;
    return 0;
}
