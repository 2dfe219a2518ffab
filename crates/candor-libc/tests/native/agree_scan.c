/* sscanf against the host's: result, objects and position. Then input from a stream. */
#include "shim.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int candor_scanf(const char *format, ...);
int candor_getchar(void);
char *candor_fgets(char *to, int size, void *stream);
long candor_getline(char **line, size_t *size, void *stream);
int candor_ungetc(int c, void *stream);
int candor_feof(void *stream);
size_t candor_fread(void *to, size_t size, size_t count, void *stream);
extern void *candor_stdin;

#define N(array) (sizeof array / sizeof array[0])

/* Every object is larger than any conversion writes. */
struct objects {
    char bytes[3][64];
};

static void print(char *to, int result, const struct objects *objects)
{
    to += sprintf(to, "%d", result);
    for (size_t i = 0; i < 3; i++) {
        to += sprintf(to, " ");
        for (size_t j = 0; j < 20; j++)
            to += sprintf(to, "%02x", (unsigned char)objects->bytes[i][j]);
    }
}

static void compare(const char *input, const char *format)
{
    struct objects host;
    struct objects model;
    char host_text[300];
    char model_text[300];
    char detail[200];
    /* glibc's rules for a hexadecimal float that the width cuts short are its own. */
    if (strstr(input, "0x") != NULL && strcmp(format, "%3lf%lf") == 0)
        return;
    memset(&host, 0x55, sizeof host);
    memset(&model, 0x55, sizeof model);
    int host_result = sscanf(input, format, host.bytes[0], host.bytes[1], host.bytes[2]);
    int model_result = candor_sscanf(input, format, model.bytes[0], model.bytes[1], model.bytes[2]);
    print(host_text, host_result, &host);
    print(model_text, model_result, &model);
    snprintf(detail, sizeof detail, "%s with %s", input, format);
    if (strcmp(host_text, model_text) != 0)
        disagree("sscanf", detail, host_text, model_text);
}

static const char *const inputs[] = {
    "",
    " ",
    "42",
    "-42",
    "+42",
    "  42 43",
    "0x1f",
    "0x",
    "0xg",
    "-0x10",
    "077",
    "08",
    "99999999999",
    "9999999999999999999999",
    "-99999999999999999999",
    "abc",
    "abc def ghi",
    "a,b,c",
    "1,2,3",
    "12:34:56",
    "3.14",
    "-2.5e3",
    ".5",
    ".",
    "1e",
    "1e+",
    "1e5x",
    "0x1.8p3",
    "0x.8",
    "0xp",
    "inf",
    "-infinity",
    "infin",
    "nan",
    "na",
    "%",
    "%5",
    "x%y",
    "[abc]",
    "]]x",
    "a-z",
    "hello world",
    "   hello",
    "12345678901234567890",
    "7 apples",
    "0",
    "-",
    "+",
    "--5",
    "(nil)",
    "0xdeadbeef",
    "1.5.5",
    "1 2 3",
    "key=value",
    "key = value",
    "\n\n5\n",
};

static const char *const formats[] = {
    "%d",    "%i",    "%u",        "%o",     "%x",       "%ld",       "%lld",     "%lu",      "%hd",      "%hhd",
    "%zu",   "%jd",   "%td",       "%2d%2d", "%1d%d%d",  "%*d%d",     "%d%d",     "%d %d %d", "%d,%d,%d", "%d:%d:%d",
    "%f",    "%lf",   "%Lf",       "%e",     "%lg",      "%3lf%lf",   "%a",       "%c",       "%3c",      "%c%c",
    " %c",   "%s",    "%2s",       "%s%s",   "%s %s %s", "%*s%s",     "%[a-z]",   "%[^,]",    "%[^,],%s", "%[]x]",
    "%[^]]", "%[abc", "%5[a-z]%s", "%[-a]",  "%[a-]",    "%*[^=]=%s", "%[^=]=%s", "%n",       "%d%n",     "%s%n",
    "%%",    "%d%%",  "x%%y",      "%p",     "%5s%d",    "%d apples", "%ls",      "%lc",      "%l[a-z]",  "%2x%x",
    "%3i%s", "a%d",   " %d",       "%d ",    "%1s%s",
};

static void expect(int ok, const char *what)
{
    if (!ok)
        disagree("stream input", what, "as written", "otherwise");
}

static void read_stream(void)
{
    char line[20];
    char *grown = NULL;
    size_t size = 0;
    int first = 0;
    int second = 0;
    shim_reset("12 abc34\nsecond line\nlast\nend");
    expect(candor_scanf("%d %[a-z]%d", &first, line, &second) == 3 && first == 12 && second == 34, "scanf");
    expect(candor_getchar() == '\n', "the character behind a number is still there");
    expect(candor_fgets(line, 4, candor_stdin) == line && strcmp(line, "sec") == 0, "fgets stops at the size");
    expect(candor_fgets(line, 20, candor_stdin) == line && strcmp(line, "ond line\n") == 0, "fgets stops at the line");
    expect(candor_getline(&grown, &size, candor_stdin) == 5 && strcmp(grown, "last\n") == 0, "getline");
    expect(candor_ungetc('X', candor_stdin) == 'X' && !candor_feof(candor_stdin), "ungetc");
    expect(candor_fread(line, 2, 5, candor_stdin) == 2 && memcmp(line, "Xend", 4) == 0, "fread");
    expect(candor_feof(candor_stdin) && candor_getchar() == EOF, "end of input");
    expect(candor_scanf("%d", &first) == EOF, "scanf at the end");
    free(grown);
}

void agree_scan(void)
{
    for (size_t i = 0; i < N(inputs); i++)
        for (size_t f = 0; f < N(formats); f++)
            compare(inputs[i], formats[f]);
    read_stream();
}
