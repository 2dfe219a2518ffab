// The address of a member of nothing is not null, so that it is found where it is asked for.
struct node {
    int key;
    int value;
};

int main(void) {
    struct node *node = 0;
    int *member = (int *)((char *)node + sizeof(int));
    if (member != 0)
        return *member; //~ null-dereference
    return 0;
}
