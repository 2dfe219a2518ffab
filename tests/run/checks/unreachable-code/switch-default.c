enum color { RED, GREEN, BLUE };

static const char *name(enum color c) {
    switch (c) {
    case RED:
        return "red";
    case GREEN:
        return "green";
    default:
        __builtin_unreachable(); //~ unreachable-code
    }
}

int main(void) {
    return name(BLUE)[0] != 'b';
}
