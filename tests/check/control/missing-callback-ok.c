//@ verdict: unknown
// What a pointer calls that comes from a function without a body nobody knows.
void (*callback(void))(void);

int main(void) {
    void (*call)(void) = callback();
    if (call != 0)
        call();
    return 0;
}
