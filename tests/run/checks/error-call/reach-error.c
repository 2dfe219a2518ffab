extern void reach_error(void);

int main(void) {
    int x = 2;
    if (x * x == 4)
        reach_error(); //~ error-call
    return 0;
}
