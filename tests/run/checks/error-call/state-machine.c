extern void reach_error(void);

enum state { START, OPEN, CLOSED, ERROR };

static enum state next(enum state s) {
    switch (s) {
    case START:
        return OPEN;
    case OPEN:
        return CLOSED;
    case CLOSED:
    default:
        return ERROR;
    }
}

int main(void) {
    enum state s = START;
    for (int i = 0; i < 5; i++) {
        s = next(s);
        if (s == ERROR)
            reach_error(); //~ error-call
    }
    return 0;
}
