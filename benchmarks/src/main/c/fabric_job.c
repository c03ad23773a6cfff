/*
 * What the harness asks of a job, by two processes that also have a TCP connection: to exchange addresses, to meet between
 * measurements, and as a yardstick.
 */
#define _GNU_SOURCE
#include "fabric_job.h"

#include "bench.h"
#include "fabric.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#define PROGRESS_PER_LOOK 100 /* who waits for the other makes progress on the network, and seldom looks at the connection */
#define LOOK_MS 100

static int pe;
static int connection;
static pid_t child;
static int64_t command;

static void fail(const char *call) {
    perror(call);
    exit(1);
}

static struct sockaddr_in any_port(const char *address) {
    struct sockaddr_in own = {.sin_family = AF_INET};
    if (inet_pton(AF_INET, address, &own.sin_addr) != 1) {
        fprintf(stderr, "fabric: %s is no address\n", address);
        exit(1);
    }
    return own;
}

static void without_delay(void) {
    const int on = 1;
    if (setsockopt(connection, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on))
        fail("setsockopt");
}

/* Ends with its parent. */
static void start(const char *command_line) {
    const pid_t parent = getpid();
    child = fork();
    if (child < 0)
        fail("fork");
    if (child == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (getppid() == parent)
            execl("/bin/sh", "sh", "-c", command_line, (char *)NULL);
        _exit(127);
    }
}

/* Waits for the other to connect. */
static int accept_from(int listener) {
    struct pollfd ready = {.fd = listener, .events = POLLIN};
    while (poll(&ready, 1, LOOK_MS) <= 0) {
        if (waitpid(child, NULL, WNOHANG) != 0) {
            fprintf(stderr, "fabric: the other process could not be started\n");
            exit(1);
        }
    }
    return accept4(listener, NULL, NULL, SOCK_CLOEXEC);
}

void job_start(const char *address, const char *second) {
    struct sockaddr_in own = any_port(address);
    socklen_t bytes = sizeof own;
    char command_line[4096];
    const int listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (listener < 0 || bind(listener, (struct sockaddr *)&own, bytes) || listen(listener, 1)
        || getsockname(listener, (struct sockaddr *)&own, &bytes))
        fail("listen");
    snprintf(command_line, sizeof command_line, "exec %s --connect %s:%d", second, address, ntohs(own.sin_port));
    start(command_line);
    connection = accept_from(listener);
    if (connection < 0)
        fail("accept");
    close(listener);
    without_delay();
    pe = 0;
}

void job_connect(const char *first) {
    char address[64] = "";
    int port = 0;
    if (sscanf(first, "%63[^:]:%d", address, &port) != 2) {
        fprintf(stderr, "fabric: --connect %s is not ADDRESS:PORT\n", first);
        exit(1);
    }
    struct sockaddr_in to = any_port(address);
    to.sin_port = htons(port);
    connection = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (connection < 0 || connect(connection, (struct sockaddr *)&to, sizeof to))
        fail("connect");
    without_delay();
    pe = 1;
}

/* Sends all, even if the other side has to receive first. */
static void send_all(const void *data, size_t bytes) {
    for (size_t done = 0; done < bytes;) {
        const ssize_t count = send(connection, (const char *)data + done, bytes - done, MSG_NOSIGNAL);
        if (count < 0 && errno != EINTR)
            fail("send");
        done += count > 0 ? count : 0;
    }
}

/* How many bytes have come; 0 if none. */
static size_t receive_some(void *data, size_t bytes) {
    const ssize_t count = recv(connection, data, bytes, MSG_DONTWAIT);
    if (count == 0) {
        fprintf(stderr, "fabric: the other process has ended\n");
        exit(1);
    }
    if (count < 0 && errno != EAGAIN && errno != EINTR)
        fail("recv");
    return count > 0 ? count : 0;
}

static void receive_all(void *data, size_t bytes) {
    for (size_t done = 0; done < bytes;)
        done += receive_some((char *)data + done, bytes - done);
}

void job_exchange(const void *own, void *others, size_t bytes) {
    send_all(own, bytes);
    receive_all(others, bytes);
}

int64_t job_hear(int64_t said) {
    struct pollfd ready = {.fd = connection, .events = POLLIN};
    if (pe == 0) {
        send_all(&said, sizeof said);
        return said;
    }
    while (poll(&ready, 1, LOOK_MS) <= 0)
        ;
    receive_all(&said, sizeof said);
    return said;
}

void job_tcp_round_trip(void *data, size_t bytes) {
    char answer = 0;
    if (pe == 0) {
        send_all(data, bytes);
        receive_all(&answer, 1);
    } else {
        receive_all(data, bytes);
        send_all(&answer, 1);
    }
}

int job_pe(void) { return pe; }

void job_command(long iterations) { command = iterations; }

long job_commanded(void) { return command; }

/* Everyone says what PE 0 commanded; the other process hears it here. */
void job_barrier(void) {
    int64_t others;
    int vain = 0;
    send_all(&command, sizeof command);
    for (size_t done = 0; done < sizeof others;) {
        for (int i = 0; i < PROGRESS_PER_LOOK; i++)
            fabric_pause(&vain);
        done += receive_some((char *)&others + done, sizeof others - done);
    }
    if (pe != 0)
        command = others;
}

/* The two need not share memory. */
double round_trip_ns(void) {
    job_barrier();
    return 0;
}

int job_end(void) {
    int status = 0;
    close(connection);
    if (pe == 0 && (waitpid(child, &status, 0) < 0 || status != 0)) {
        fprintf(stderr, "fabric: the other process has failed\n");
        return 1;
    }
    return 0;
}
