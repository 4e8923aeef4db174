/* connection.c: requests as messages with descriptors. */
#include "connection.h"
#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/types.h>
#include <unistd.h>

/* A message with a request's descriptors, to be sent or received. */
typedef struct message {
    struct msghdr header;
    struct iovec part;
    char byte;
    _Alignas(struct cmsghdr) char control[CMSG_SPACE(sizeof(sm_serve_request))];
} message;

static void start_message(message *m)
{
    *m = (message){.part = {&m->byte, 1}};
    m->header = (struct msghdr){
        .msg_iov = &m->part, .msg_iovlen = 1, .msg_control = m->control, .msg_controllen = sizeof m->control};
}

bool sm_serve_send(int to, const sm_serve_request *request)
{
    message m;
    start_message(&m);
    struct cmsghdr *files = CMSG_FIRSTHDR(&m.header);
    files->cmsg_level = SOL_SOCKET;
    files->cmsg_type = SCM_RIGHTS;
    files->cmsg_len = CMSG_LEN(sizeof *request);
    memcpy(CMSG_DATA(files), request, sizeof *request);
    ssize_t n;
    do
        n = sendmsg(to, &m.header, MSG_NOSIGNAL);
    while (n < 0 && errno == EINTR);
    return n == 1;
}

bool sm_serve_receive(int from, sm_serve_request *request)
{
    message m;
    start_message(&m);
    ssize_t n;
    do
        n = recvmsg(from, &m.header, MSG_CMSG_CLOEXEC);
    while (n < 0 && errno == EINTR);
    struct cmsghdr *files = n > 0 ? CMSG_FIRSTHDR(&m.header) : NULL;
    if (!files || files->cmsg_len != CMSG_LEN(sizeof *request))
        return false;
    memcpy(request, CMSG_DATA(files), sizeof *request);
    return true;
}

bool sm_serve_is_mine(int socket)
{
    struct ucred who = {.uid = (uid_t)-1};
    socklen_t size = sizeof who;
    return getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &who, &size) == 0 && who.uid == geteuid();
}
