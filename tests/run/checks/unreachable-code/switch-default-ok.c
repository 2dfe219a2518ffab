//@ run-native
enum color { RED, GREEN, BLUE };

static const char *name(enum color c) {
    switch (c) {
    case RED:
        return "red";
    case GREEN:
        return "green";
    case BLUE:
        return "blue";
    default:
        __builtin_unreachable();
    }
}

int main(void) {
    return name(BLUE)[0] != 'b';
}
