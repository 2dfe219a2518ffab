//@ run-native
//@ data-model: both
//@ args: -a -b value -cjoined plain -x last
// getopt over the program's own arguments.
#include <stdio.h>
#include <string.h>
#include <unistd.h>

int main(int argc, char **argv) {
    int c, a = 0, unknown = 0;
    const char *b = NULL, *joined = NULL;
    opterr = 0;
    while ((c = getopt(argc, argv, "+ab:c:")) != -1) switch (c) {
        case 'a': a++; break;
        case 'b': b = optarg; break;
        case 'c': joined = optarg; break;
        default: unknown = optopt; break;
    }
    if (a != 1 || !b || strcmp(b, "value") != 0 || !joined || strcmp(joined, "joined") != 0) return 1;
    if (unknown || optind != 5 || strcmp(argv[optind], "plain") != 0) return 2;
    printf("%s %s %d\n", b, joined, argc - optind);
    return 0;
}
