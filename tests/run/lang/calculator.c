//@ run-native
//@ data-model: both
// A recursive-descent calculator over strings.
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

static const char *at;
static int failed;

static double expression(void);

static void blank(void) { while (isspace((unsigned char)*at)) at++; }

static double primary(void) {
    blank();
    if (*at == '-') { at++; return -primary(); }
    if (*at == '(') {
        at++;
        double v = expression();
        blank();
        if (*at == ')') at++; else failed = 1;
        return v;
    }
    char *end;
    double v = strtod(at, &end);
    if (end == at) failed = 1;
    at = end;
    return v;
}

static double term(void) {
    double v = primary();
    for (blank(); *at == '*' || *at == '/'; blank()) {
        if (*at++ == '*') v *= primary();
        else v /= primary();
    }
    return v;
}

static double expression(void) {
    double v = term();
    for (blank(); *at == '+' || *at == '-'; blank()) {
        if (*at++ == '+') v += term();
        else v -= term();
    }
    return v;
}

static double evaluate(const char *text) {
    at = text;
    failed = 0;
    double v = expression();
    if (*at) failed = 1;
    return v;
}

int main(void) {
    if (evaluate("1 + 2 * 3") != 7 || failed) return 1;
    if (evaluate("-(4 - 6) * 2.5e1 / 5") != 10 || failed) return 2;
    if (evaluate("((((3))))") != 3 || failed) return 3;
    evaluate("2 * (3 + ");
    if (!failed) return 4;
    evaluate("1 2");
    if (!failed) return 5;
    printf("%g %g\n", evaluate("10 / 4 - 1"), evaluate("8/2/2 - -1"));
    return 0;
}
