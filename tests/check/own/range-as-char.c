// A function of the platform that is declared with another type gives an `int` that arrives as that type.
extern char klee_range(int, int, const char *);
extern void reach_error(void);

int main(void) {
    char low = klee_range(0, 1000, "low");
    if (low == 77) reach_error(); //~ error-call
    return 0;
}
