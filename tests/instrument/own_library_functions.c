// Functions of the program's own that have the names of the library's.
void *malloc(unsigned long size);
void free(void *block);

static char arena[64];
static unsigned long used;

void *malloc(unsigned long size) {
    used += size;
    return arena + used - size;
}

void free(void *block) {
    used = (unsigned long)((char *)block - arena);
}

static void *memcpy(void *to, const void *from, unsigned long n) {
    for (unsigned long i = 0; i < n; i++)
        ((char *)to)[i] = ((const char *)from)[i];
    return to;
}

struct large {
    char bytes[240];
};

static unsigned long strlen(const char *text) {
    unsigned long n = 0;
    while (text[n] != 0)
        n++;
    return n;
}

int main(void) {
    struct large a = {"some text"}, b;
    b = a;
    char *block = malloc(strlen(b.bytes) + 1);
    memcpy(block, b.bytes, strlen(b.bytes) + 1);
    int wrong = block[8] != 't';
    free(block);
    malloc(3);
    return wrong;
}
