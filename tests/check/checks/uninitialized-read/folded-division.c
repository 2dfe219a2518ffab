// `-2 % 0` is no number: the compiler leaves a value that may be anything, and the sum may or may not fit.
//@ flags: --engine bmc
//@ verdict: violated
int main(int argc, char **argv) {
    (void)argv;
    return argc + (-2 % 0) > 3; //~ signed-overflow
    //~^ uninitialized-read
}
