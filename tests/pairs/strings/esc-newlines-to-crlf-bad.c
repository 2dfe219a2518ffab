// Every \n becomes \r\n in a buffer of twice the size.
#include <unistd.h>
int main(void) {
    char in[512], out[1024];
    ssize_t got = read(0, in, sizeof in);
    size_t n = 0;
    for (ssize_t i = 0; i < got; i++) {
        if (in[i] == '\n') out[n++] = '\r';
        out[n++] = in[i];
    }
    out[n] = '\0'; //~ array-index
    return write(1, out, n) < 0;
}
