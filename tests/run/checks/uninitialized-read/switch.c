enum state { IDLE, BUSY };

static void read_state(enum state *s, int ok) {
    if (ok)
        *s = BUSY;
}

int main(void) {
    enum state s;
    read_state(&s, 0);
    switch (s) { //~ uninitialized-read
    case IDLE:
        return 0;
    default:
        return 1;
    }
}
