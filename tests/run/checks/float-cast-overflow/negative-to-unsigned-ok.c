//@ run-native
static unsigned round_up(float f) {
    return f < 0 ? 0 : (unsigned)f;
}

int main(void) {
    return (int)round_up(2.5f) - 2 + (int)round_up(-3.5f);
}
