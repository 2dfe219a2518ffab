// The host of http://host:port/path.
#include <stdio.h>
#include <string.h>
int main(int argc, char **argv) {
    char host[64];
    if (argc < 2) return 1;
    const char *start = strstr(argv[1], "://");
    if (!start) return 1;
    start += 3;
    size_t n = strcspn(start, ":/");
    if (n > sizeof host) n = sizeof host;
    memcpy(host, start, n);
    host[n] = '\0'; //~ array-index
    puts(host);
    return 0;
}
