/* <unistd.h> */
#ifndef _UNISTD_H
#define _UNISTD_H

#include <features.h>
#define __need_NULL
#include <stddef.h>
#include <sys/types.h>

#define STDIN_FILENO 0
#define STDOUT_FILENO 1
#define STDERR_FILENO 2

#define F_OK 0
#define X_OK 1
#define W_OK 2
#define R_OK 4

#ifndef SEEK_SET
#define SEEK_SET 0
#define SEEK_CUR 1
#define SEEK_END 2
#endif

#define _SC_ARG_MAX 0
#define _SC_CHILD_MAX 1
#define _SC_CLK_TCK 2
#define _SC_OPEN_MAX 4
#define _SC_PAGESIZE 30
#define _SC_PAGE_SIZE 30
#define _SC_NPROCESSORS_CONF 83
#define _SC_NPROCESSORS_ONLN 84
#define _SC_PHYS_PAGES 85
#define _SC_AVPHYS_PAGES 86
#define _SC_HOST_NAME_MAX 180

#define _POSIX_VERSION 200809L
#define _POSIX_THREADS 200809L
#define _POSIX_TIMERS 200809L

__CANDOR_NORETURN void _exit(int __status);
ssize_t read(int __fd, void *__to, size_t __n);
ssize_t write(int __fd, const void *__from, size_t __n);
ssize_t pread(int __fd, void *__to, size_t __n, off_t __offset);
ssize_t pwrite(int __fd, const void *__from, size_t __n, off_t __offset);
int close(int __fd);
off_t lseek(int __fd, off_t __offset, int __whence);
int dup(int __fd);
int dup2(int __fd, int __target);
int pipe(int __fds[2]);
int access(const char *__path, int __mode);
int unlink(const char *__path);
int rmdir(const char *__path);
int chdir(const char *__path);
char *getcwd(char *__to, size_t __size);
int isatty(int __fd);
int truncate(const char *__path, off_t __length);
int ftruncate(int __fd, off_t __length);
int fsync(int __fd);
pid_t getpid(void);
pid_t getppid(void);
uid_t getuid(void);
uid_t geteuid(void);
gid_t getgid(void);
gid_t getegid(void);
int gethostname(char *__to, size_t __size);
pid_t fork(void);
int execv(const char *__path, char *const __argv[]);
int execve(const char *__path, char *const __argv[], char *const __envp[]);
int execvp(const char *__file, char *const __argv[]);
int execl(const char *__path, const char *__arg, ...);
int execlp(const char *__file, const char *__arg, ...);
unsigned int sleep(unsigned int __seconds);
int usleep(useconds_t __microseconds);
unsigned int alarm(unsigned int __seconds);
int pause(void);
long sysconf(int __name);
int getpagesize(void);
void *sbrk(intptr_t __increment);
int brk(void *__end);
long syscall(long __number, ...);
void swab(const void *__restrict __from, void *__restrict __to, ssize_t __n);
int getentropy(void *__to, size_t __n);
ssize_t readlink(const char *__restrict __path, char *__restrict __to, size_t __size);

extern char *optarg;
extern int optind;
extern int opterr;
extern int optopt;
int getopt(int __argc, char *const __argv[], const char *__options);

#ifdef __CANDOR_GNU
extern char **environ;
#endif

#endif
