// Compares without regard to case, up to the first difference.
#include <ctype.h>
#include <stdio.h>
static int compare(const char *a, const char *b) {
    while (*a != '\0' && tolower((unsigned char)*a) == tolower((unsigned char)*b)) {
        a++;
        b++;
    }
    return (unsigned char)*a - (unsigned char)*b;
}
int main(int argc, char **argv) {
    if (argc < 3) return 1;
    return compare(argv[1], argv[2]) != 0;
}
