// There may be none: behind the last one is a null pointer.
int main(int argc, char **argv) {
    (void)argc;
    return argv[1][0] == '-'; //~ null-dereference
}
