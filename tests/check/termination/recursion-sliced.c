//@ flags: --slice on --property termination --engine auto
//@ verdict: unknown
// There is no loop in it, and it never ends.
void again(void) { again(); }
int main(void) {
    again();
    return 0;
}
