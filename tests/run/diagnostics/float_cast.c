int main(void) {
    double d = 1e10;
    return (int)d != 0; //~ float-cast-overflow: 10000000000.0 does not fit a signed integer of 32 bits
}
