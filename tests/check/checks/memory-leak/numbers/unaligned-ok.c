//@ flags: --property memory
// A structure is returned in two registers, and the pointer lies across them.
#include <stdlib.h>
#include <string.h>
struct packet { char bytes[16]; };
static struct packet make(void) {
    struct packet packet = {0};
    char *p = malloc(3);
    memcpy(packet.bytes + 4, &p, sizeof p);
    return packet;
}
static void drop(struct packet packet) {
    char *p;
    memcpy(&p, packet.bytes + 4, sizeof p);
    free(p);
}
int main(void) {
    struct packet packet = make();
    drop(packet);
    drop(make());
    return 0;
}
