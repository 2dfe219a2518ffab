int main(void) {
    float f = -1.5f;
    unsigned char c = f; //~ float-cast-overflow: -1.5 does not fit an unsigned integer of 8 bits
    return c;
}
