//@ flags: --property memory
// The list of arguments and that of the environment are two.
int main(int argc, char **argv, char **envp) {
    argv[argc] = argv[0];
    int n = 0;
    for (char **variable = envp; *variable; variable++)
        n++;
    return n;
}
