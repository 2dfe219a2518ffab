// Nobody has said that it is set.
extern int *elsewhere;

int main(void) {
    return *elsewhere; //~ null-dereference
}
