/* Two processes and a TCP connection between them. */
#ifndef JSHMEM_FABRIC_JOB_H
#define JSHMEM_FABRIC_JOB_H

#include <stddef.h>
#include <stdint.h>

/* PE 0 listens on an address of its own and starts the other: the command `second`, which gets --connect ADDRESS:PORT. */
void job_start(const char *address, const char *second);
/* PE 1, which was started so. */
void job_connect(const char *first);
/* Both give and get as many bytes. */
void job_exchange(const void *own, void *others, size_t bytes);
/* PE 0 sends data, PE 1 answers with a byte. */
void job_tcp_round_trip(void *data, size_t bytes);
/* What PE 0 says; the other process sleeps until it comes. */
int64_t job_hear(int64_t said);
/* The exit status. */
int job_end(void);

#endif
