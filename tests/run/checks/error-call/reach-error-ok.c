extern void reach_error(void);

int main(void) {
    int x = 2;
    if (x * x == 5)
        reach_error();
    return 0;
}
