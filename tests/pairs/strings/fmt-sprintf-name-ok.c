// A file name with a number of three digits.
#include <stdio.h>
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(int argc, char **argv) {
    char name[64];
    unsigned i = __VERIFIER_nondet_uint();
    if (argc < 2 || strlen(argv[1]) > sizeof name - 5 || i > 999) return 1;
    sprintf(name, "%s.%03u", argv[1], i);
    puts(name);
    return 0;
}
