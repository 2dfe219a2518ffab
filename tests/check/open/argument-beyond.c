// The table ends behind the null pointer.
int main(int argc, char **argv) {
    return argv[argc + 1] != 0; //~ out-of-bounds
}
