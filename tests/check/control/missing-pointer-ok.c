//@ says: pointers of unknown origin are null or point to external memory
// A pointer that somebody else has set points to what somebody else has made.
extern int *elsewhere;

int main(void) {
    if (!elsewhere)
        return 1;
    return *elsewhere;
}
