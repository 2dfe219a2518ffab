//@ run-native
int main(void) {
    _Bool b = 0;
    *(unsigned char *)&b = 1;
    return b ? 0 : 1;
}
