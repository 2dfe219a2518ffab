/* <string.h> and <ctype.h> against the host's: every pair of strings from a list, and all characters. */
#define _GNU_SOURCE
#include "shim.h"
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

size_t candor_strlen(const char *s);
size_t candor_strnlen(const char *s, size_t n);
int candor_strcmp(const char *a, const char *b);
int candor_strncmp(const char *a, const char *b, size_t n);
int candor_strcasecmp(const char *a, const char *b);
int candor_strncasecmp(const char *a, const char *b, size_t n);
int candor_memcmp(const void *a, const void *b, size_t n);
int candor_strverscmp(const char *a, const char *b);
char *candor_strchr(const char *s, int c);
char *candor_strrchr(const char *s, int c);
char *candor_strchrnul(const char *s, int c);
void *candor_memchr(const void *s, int c, size_t n);
void *candor_memrchr(const void *s, int c, size_t n);
void *candor_memmem(const void *s, size_t n, const void *part, size_t n_part);
char *candor_strstr(const char *s, const char *part);
char *candor_strcasestr(const char *s, const char *part);
size_t candor_strspn(const char *s, const char *set);
size_t candor_strcspn(const char *s, const char *set);
char *candor_strpbrk(const char *s, const char *set);
char *candor_strcpy(char *to, const char *from);
char *candor_strncpy(char *to, const char *from, size_t n);
char *candor_strcat(char *to, const char *from);
char *candor_strncat(char *to, const char *from, size_t n);
char *candor_stpcpy(char *to, const char *from);
char *candor_stpncpy(char *to, const char *from, size_t n);
void *candor_memccpy(void *to, const void *from, int c, size_t n);
size_t candor_strlcpy(char *to, const char *from, size_t size);
size_t candor_strlcat(char *to, const char *from, size_t size);
char *candor_strtok_r(char *s, const char *set, char **rest);
char *candor_strsep(char **rest, const char *set);
char *candor_strdup(const char *s);
char *candor_strndup(const char *s, size_t n);
char *candor_strerror(int number);
char *candor_strsignal(int number);
char *candor_dirname(char *path);
char *candor___xpg_basename(char *path);
char *dirname(char *path);
char *__xpg_basename(char *path);
int candor_ffsll(long long bits);

#define CLASSES(X) \
    X(isalnum) \
    X(isalpha) X(isblank) X(iscntrl) X(isdigit) X(isgraph) X(islower) X(isprint) X(ispunct) X(isspace) X(isupper) \
        X(isxdigit)
#define DECLARE_CLASS(name) int candor_##name(int c);
CLASSES(DECLARE_CLASS)
int candor_tolower(int c);
int candor_toupper(int c);
const unsigned short **candor___ctype_b_loc(void);
const int **candor___ctype_tolower_loc(void);
const int **candor___ctype_toupper_loc(void);

#define N(array) (sizeof array / sizeof array[0])

static const char *const strings[] = {
    "",
    "a",
    "b",
    "A",
    "ab",
    "abc",
    "abd",
    "ABC",
    "aab",
    "aaab",
    "abcabc",
    "hello world",
    "Hello, World",
    "\x80\xff",
    "z\x81",
    "  x  ",
    ",a,,b,",
    "key=value",
    "file9",
    "file10",
    "file09",
    "file010",
    "file",
    "file1.2",
    "file1.10",
    "000",
    "00",
    "01",
    "0",
    "1",
    "10",
    "/usr/lib",
    "/usr/",
    "/",
    "///",
    "usr",
    "a/b//",
    "mississippi",
    "issip",
    "sip",
};

static void expect(long model, long host, const char *what, const char *a, const char *b)
{
    char detail[100];
    char host_text[30];
    char model_text[30];
    if (model == host)
        return;
    snprintf(detail, sizeof detail, "'%s', '%s'", a, b);
    snprintf(host_text, sizeof host_text, "%ld", host);
    snprintf(model_text, sizeof model_text, "%ld", model);
    disagree(what, detail, host_text, model_text);
}

static int sign(int x)
{
    return (x > 0) - (x < 0);
}

#define SAME(call) expect((long)candor_##call, (long)call, #call, a, b)
#define SAME_SIGN(call) expect(sign(candor_##call), sign(call), #call, a, b)

static void compare_pair(const char *a, const char *b)
{
    SAME(strlen(a));
    SAME_SIGN(strcmp(a, b));
    SAME_SIGN(strcasecmp(a, b));
    SAME_SIGN(strverscmp(a, b));
    SAME(strstr(a, b));
    SAME(strcasestr(a, b));
    SAME(strspn(a, b));
    SAME(strcspn(a, b));
    SAME(strpbrk(a, b));
    SAME(strchr(a, *b));
    SAME(strrchr(a, *b));
    SAME(strchrnul(a, *b));
    SAME(memmem(a, strlen(a), b, strlen(b)));
    for (size_t n = 0; n < 6; n++) {
        SAME(strnlen(a, n));
        SAME_SIGN(strncmp(a, b, n));
        SAME_SIGN(strncasecmp(a, b, n));
        if (n <= strlen(a) + 1) {
            SAME(memchr(a, *b, n));
            SAME(memrchr(a, *b, n));
        }
        if (n <= strlen(a) + 1 && n <= strlen(b) + 1)
            SAME_SIGN(memcmp(a, b, n));
    }
}

static char host[64];
static char model[64];

static void prepare(const char *start)
{
    memset(host, '#', sizeof host);
    memset(model, '#', sizeof model);
    strcpy(host, start);
    strcpy(model, start);
}

static void expect_buffers(long model_result, long host_result, const char *what, const char *a, const char *b)
{
    expect(model_result, host_result, what, a, b);
    if (memcmp(host, model, sizeof host) != 0)
        disagree(what, a, host, model);
}

/* The result as an offset into its own buffer, -1 for a null pointer. */
static long offset(const char *result, const char *buffer)
{
    return result == NULL ? -1 : result - buffer;
}

#define SAME_COPY(start, name, ...) \
    do { \
        prepare(start); \
        long host_result = offset((char *)name(host, __VA_ARGS__), host); \
        long model_result = offset((char *)candor_##name(model, __VA_ARGS__), model); \
        expect_buffers(model_result, host_result, #name, a, b); \
    } while (0)

static void compare_copies(const char *a, const char *b)
{
    SAME_COPY(a, strcpy, b);
    SAME_COPY(a, strcat, b);
    SAME_COPY(a, stpcpy, b);
    for (size_t n = 0; n < 8; n++) {
        SAME_COPY(a, strncpy, b, n);
        SAME_COPY(a, stpncpy, b, n);
        SAME_COPY(a, strncat, b, n);
        if (n <= strlen(b))
            SAME_COPY(a, memccpy, b, 'b', n);
    }
    char *host_string = strndup(a, 3);
    char *model_string = candor_strndup(a, 3);
    expect(strcmp(host_string, model_string), 0, "strndup", a, b);
    free(host_string);
    free(model_string);
    model_string = candor_strdup(a);
    expect(strcmp(model_string, a), 0, "strdup", a, b);
    free(model_string);
}

/* Splits copies of both with both functions and compares the pieces. */
static void compare_splits(const char *a, const char *b)
{
    char *host_rest;
    char *model_rest;
    prepare(a);
    char *host_piece = strtok_r(host, b, &host_rest);
    char *model_piece = candor_strtok_r(model, b, &model_rest);
    for (int i = 0; i < 10; i++) {
        expect_buffers(offset(model_piece, model), offset(host_piece, host), "strtok_r", a, b);
        host_piece = strtok_r(NULL, b, &host_rest);
        model_piece = candor_strtok_r(NULL, b, &model_rest);
    }
    prepare(a);
    host_rest = host;
    model_rest = model;
    for (int i = 0; i < 10; i++) {
        host_piece = strsep(&host_rest, b);
        model_piece = candor_strsep(&model_rest, b);
        expect_buffers(offset(model_piece, model), offset(host_piece, host), "strsep", a, b);
    }
    prepare(a);
    expect(strcmp(candor_dirname(model), dirname(host)), 0, "dirname", a, b);
    prepare(a);
    expect(strcmp(candor___xpg_basename(model), __xpg_basename(host)), 0, "basename", a, b);
}

static void check_limited_copies(void)
{
    char buffer[8] = "ab";
    expect((long)candor_strlcpy(buffer, "hello", 4), 5, "strlcpy", "hello", "");
    expect(strcmp(buffer, "hel"), 0, "strlcpy", "hello", buffer);
    expect((long)candor_strlcat(buffer, "XYZUVW", 8), 9, "strlcat", "hel", "XYZUVW");
    expect(strcmp(buffer, "helXYZU"), 0, "strlcat", "hel", buffer);
    expect((long)candor_strlcpy(NULL, "hello", 0), 5, "strlcpy", "hello", "size 0");
}

static void compare_characters(void)
{
    const char *a = "";
    const char *b = "";
    for (int c = -1; c <= 255; c++) {
#define SAME_CLASS(name) SAME(name(c));
        CLASSES(SAME_CLASS)
        SAME(tolower(c));
        SAME(toupper(c));
    }
    for (int c = -128; c <= 255; c++) {
        expect((*candor___ctype_b_loc())[c], (*__ctype_b_loc())[c], "__ctype_b_loc", "", "");
        expect((*candor___ctype_tolower_loc())[c], (*__ctype_tolower_loc())[c], "__ctype_tolower_loc", "", "");
        expect((*candor___ctype_toupper_loc())[c], (*__ctype_toupper_loc())[c], "__ctype_toupper_loc", "", "");
    }
    shim_reset("");
    candor_isalpha(256);
    expect(shim_failed_check != NULL, 1, "isalpha", "256", "");
    for (int number = -2; number < 140; number++)
        expect(strcmp(candor_strerror(number), strerror(number)), 0, "strerror", candor_strerror(number),
               strerror(number));
    for (int number = 1; number < 32; number++)
        expect(strcmp(candor_strsignal(number), strsignal(number)), 0, "strsignal", candor_strsignal(number),
               strsignal(number));
    for (int i = 0; i < 64; i++) {
        SAME(ffsll(1LL << i));
        SAME(ffsll(3LL << i));
    }
}

void agree_string(void)
{
    for (size_t i = 0; i < N(strings); i++) {
        for (size_t j = 0; j < N(strings); j++) {
            compare_pair(strings[i], strings[j]);
            compare_copies(strings[i], strings[j]);
            compare_splits(strings[i], strings[j]);
        }
    }
    check_limited_copies();
    compare_characters();
}
