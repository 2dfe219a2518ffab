//@ run-native
#include <string.h>

struct message {
    const char *text;
};

static void fill(struct message *m) {
    static const char text[] = "hello";
    m->text = text;
}

int main(void) {
    struct message m;
    fill(&m);
    return strcmp(m.text, "hello");
}
