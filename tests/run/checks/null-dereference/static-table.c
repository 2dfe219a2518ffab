// Objects of static storage duration begin as null pointers.
static const char *messages[4];

int main(void) {
    messages[1] = "one";
    return messages[2][0]; //~ null-dereference
}
