//@ run-native
//@ data-model: both
// State machines: a table, nested switches, and functions that return the next function.
#include <ctype.h>
#include <stdio.h>

enum state { START, INTEGER, FRACTION, BAD, N_STATES };
enum input { DIGIT, DOT, OTHER, N_INPUTS };

static const unsigned char table[N_STATES][N_INPUTS] = {
    [START] = {INTEGER, FRACTION, BAD}, [INTEGER] = {INTEGER, FRACTION, BAD},
    [FRACTION] = {FRACTION, BAD, BAD}, [BAD] = {BAD, BAD, BAD}};

static enum state scan(const char *s) {
    enum state state = START;
    for (; *s; s++) state = table[state][isdigit((unsigned char)*s) ? DIGIT : *s == '.' ? DOT : OTHER];
    return state;
}

static int strip_comments(char *text) {
    enum { CODE, SLASH, COMMENT, STAR } at = CODE;
    char *to = text;
    int removed = 0;
    for (char *from = text; *from; from++) switch (at) {
        case CODE: if (*from == '/') at = SLASH; else *to++ = *from; break;
        case SLASH: if (*from == '*') { at = COMMENT; removed++; } else { *to++ = '/'; *to++ = *from; at = CODE; } break;
        case COMMENT: if (*from == '*') at = STAR; break;
        case STAR: at = *from == '/' ? CODE : *from == '*' ? STAR : COMMENT; break;
    }
    *to = 0;
    return removed;
}

struct light { struct light (*next)(int *); };
static struct light red(int *n), green(int *n), yellow(int *n);
static struct light red(int *n) { *n += 1; return (struct light){green}; }
static struct light green(int *n) { *n += 10; return (struct light){yellow}; }
static struct light yellow(int *n) { *n += 100; return (struct light){red}; }

int main(void) {
    if (scan("123") != INTEGER || scan("1.5") != FRACTION || scan("1.2.3") != BAD || scan("x") != BAD || scan("") != START) return 1;
    char text[] = "a/*1*/b / c/* ** */d";
    if (strip_comments(text) != 2) return 2;
    int n = 0;
    struct light at = {red};
    for (int i = 0; i < 8; i++) at = at.next(&n);
    if (n != 233 || at.next != yellow) return 3;
    printf("%s %d\n", text, n);
    return 0;
}
