#include <string.h>

struct message {
    const char *text;
};

static void fill(struct message *m) {
    char text[] = "hello";
    m->text = text;
}

int main(void) {
    struct message m;
    fill(&m);
    return strcmp(m.text, "hello"); //~ use-after-scope
}
