//@ run-native
//@ data-model: both
//@ exit: 42
// The result of main is the exit status, modulo 256.
int main(void) { return 0x12a; }
