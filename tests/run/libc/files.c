//@ run-native
//@ data-model: both
// Files that the program makes itself: written, read again, appended to, repositioned, renamed, removed.
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char path[] = "/tmp/candor_test_files.txt";
static const char other[] = "/tmp/candor_test_files_2.txt";

int main(void) {
    char line[64];
    struct stat info;
    remove(path);
    remove(other);
    FILE *f = fopen(path, "w");
    if (!f || fprintf(f, "first %d\n", 1) != 8 || fputs("second\n", f) < 0 || ftell(f) != 15) return 1;
    if (fgetc(f) != EOF || !ferror(f)) return 2; // not readable
    if (fclose(f)) return 3;
    f = fopen(path, "r");
    if (!f || !fgets(line, sizeof line, f) || strcmp(line, "first 1\n") != 0) return 4;
    if (fputc('x', f) != EOF) return 5; // not writable
    clearerr(f);
    if (fseek(f, -4, SEEK_END) || fread(line, 1, sizeof line, f) != 4 || memcmp(line, "ond\n", 4) != 0 || !feof(f)) return 6;
    rewind(f);
    int number = 0;
    if (feof(f) || fscanf(f, "first %d", &number) != 1 || number != 1 || getc(f) != '\n') return 7;
    ungetc('!', f);
    if (ftell(f) != 7 || fgetc(f) != '!' || fgetc(f) != 's') return 8;
    fpos_t here;
    if (fgetpos(f, &here) || fseek(f, 0, SEEK_SET) || fsetpos(f, &here) || fgetc(f) != 'e') return 9;
    fclose(f);
    f = fopen(path, "a+");
    if (!f || fputs("third\n", f) < 0 || fseek(f, 15, SEEK_SET) || !fgets(line, sizeof line, f)) return 10;
    fputs(line, stdout);
    fclose(f);
    if (stat(path, &info) || info.st_size != 21 || !S_ISREG(info.st_mode) || access(path, R_OK)) return 11;
    if (rename(path, other) || fopen(path, "r") || errno != ENOENT) return 12;
    f = fopen(other, "r+");
    if (!f || fseek(f, 30, SEEK_SET) || fputc('z', f) != 'z') return 13; // a hole of zeros
    if (fseek(f, 25, SEEK_SET) || fgetc(f) != 0 || fseek(f, 0, SEEK_END) || ftell(f) != 31) return 14;
    fclose(f);
    if (fopen(other, "wx") || errno != EEXIST) return 15;
    f = fopen(other, "w");
    fclose(f);
    if (stat(other, &info) || info.st_size != 0) return 16;
    if (remove(other) || remove(other) == 0 || errno != ENOENT) return 17;
    f = tmpfile();
    double values[3] = {1.5, -2, 1e300}, back[3];
    if (!f || fwrite(values, sizeof *values, 3, f) != 3) return 18;
    rewind(f);
    if (fread(back, sizeof *back, 3, f) != 3 || memcmp(values, back, sizeof back) != 0 || fclose(f)) return 19;
    f = fopen("/dev/null", "w");
    if (!f || fprintf(f, "gone") != 4 || fclose(f)) return 20;
    if (fopen("/no/such/directory/file", "w") || errno != ENOENT) return 21;
    return 0;
}
