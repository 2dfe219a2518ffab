static unsigned round_up(float f) {
    return (unsigned)f; //~ float-cast-overflow
}

int main(void) {
    return (int)round_up(2.5f) - 2 + (int)round_up(-3.5f);
}
