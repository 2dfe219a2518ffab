int main(void) {
    int *p;
    {
        int x = 3;
        p = &x;
    }
    return *p != 3; //~ use-after-scope
}
