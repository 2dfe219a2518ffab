extern void reach_error(void);

enum state { START, OPEN, CLOSED, ERROR };

static enum state next(enum state s) {
    switch (s) {
    case START:
        return OPEN;
    case OPEN:
        return CLOSED;
    default:
        return ERROR;
    case CLOSED:
        return CLOSED;
    }
}

int main(void) {
    enum state s = START;
    for (int i = 0; i < 5; i++) {
        s = next(s);
        if (s == ERROR)
            reach_error();
    }
    return 0;
}
