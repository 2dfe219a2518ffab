#include <assert.h>
#include <stdio.h>

unsigned long strlen(const char *s) {
    (void)s;
    return 0;
}

int main(void) {
    char text[20];
    int n = snprintf(text, sizeof text, "%s-%s", "abc", "def");
    assert(n == 7 && text[3] == '-');
    assert(strlen("abc") == 3); //~ assertion
    return 0;
}
