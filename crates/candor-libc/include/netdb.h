/* <netdb.h> */
#ifndef _NETDB_H
#define _NETDB_H

#include <features.h>
#include <sys/types.h>

#include <netinet/in.h>

struct hostent {
    char *h_name;
    char **h_aliases;
    int h_addrtype;
    int h_length;
    char **h_addr_list;
};
#define h_addr h_addr_list[0]

struct servent {
    char *s_name;
    char **s_aliases;
    int s_port;
    char *s_proto;
};

struct addrinfo {
    int ai_flags;
    int ai_family;
    int ai_socktype;
    int ai_protocol;
    socklen_t ai_addrlen;
    struct sockaddr *ai_addr;
    char *ai_canonname;
    struct addrinfo *ai_next;
};

#define AI_PASSIVE 1
#define AI_CANONNAME 2
#define AI_NUMERICHOST 4
#define NI_MAXHOST 1025
#define NI_MAXSERV 32

struct hostent *gethostbyname(const char *__name);
struct servent *getservbyname(const char *__name, const char *__protocol);
int getaddrinfo(const char *__restrict __node, const char *__restrict __service,
                const struct addrinfo *__restrict __hints, struct addrinfo **__restrict __to);
void freeaddrinfo(struct addrinfo *__list);
const char *gai_strerror(int __number);

#endif
