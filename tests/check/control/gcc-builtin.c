//@ verdict: unknown
//@ says: `__builtin_apply_args`, a built-in function that clang does not have
int main(void) {
    void *args = __builtin_apply_args();
    return args == 0;
}
