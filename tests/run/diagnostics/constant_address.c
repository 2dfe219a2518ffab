int main(void) {
    return *(int *)0x1000; //~ invalid-pointer: at address 0x1000, which is not the address of any object
}
