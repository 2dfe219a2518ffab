//@ flags: --property memory
// It is empty, and ends with a null pointer.
int main(int argc, char **argv, char **envp) {
    return envp[0] == 0 && envp[1] == 0; //~ out-of-bounds
}
