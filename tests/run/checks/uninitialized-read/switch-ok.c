//@ run-native
enum state { IDLE, BUSY };

static void read_state(enum state *s, int ok) {
    if (ok)
        *s = BUSY;
}

int main(void) {
    enum state s = IDLE;
    read_state(&s, 0);
    switch (s) {
    case IDLE:
        return 0;
    default:
        return 1;
    }
}
