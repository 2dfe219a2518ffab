static int one(void) {
    return 1;
}

typedef int (*handler)(int, const char *);

int main(void) {
    handler h = (handler)one;
    return h(3, "x") != 1; //~ invalid-call
}
