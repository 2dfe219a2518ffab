//@ says: external code changes only objects whose addresses it was given, and calls nothing
// A pointer that comes from a function without a body calls external code.
void (*callback(void))(void);

int main(void) {
    void (*call)(void) = callback();
    if (call != 0)
        call();
    return 0;
}
