//@ flags: --check memory-cleanup
#include <stdio.h>
#include <stdlib.h>

static char *log_buffer;

int main(void) {
    log_buffer = malloc(32);
    snprintf(log_buffer, 32, "%d lines", 3);
    puts(log_buffer);
    exit(EXIT_SUCCESS); //~ memory-cleanup
}
