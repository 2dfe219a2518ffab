int main(void) {
    _Bool b = 0;
    *(unsigned char *)&b = 2;
    return b ? 1 : 0; //~ invalid-bool: holds 2
}
