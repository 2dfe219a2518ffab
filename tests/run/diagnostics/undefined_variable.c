//@ exit: 125
extern int nowhere;
int main(void) {
    int *address = &nowhere; // the address alone is fine
    return address ? *address : 0; //~ unsupported: variable `nowhere`, which is defined nowhere
}
