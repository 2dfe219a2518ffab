//@ flags: --property reach
// Nothing comes behind it.
extern void reach_error(void);
int main(void) {
    __asm__ volatile("1:\tud2\n.pushsection __bug_table,\"a\"\n2:\t.long 1b - 2b\n.popsection");
    reach_error();
    return 0;
}
