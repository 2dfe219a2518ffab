int main(void) {
    double d = 1e10;
    int i = (int)d; //~ float-cast-overflow
    return i == 0;
}
