/* A second process on this node, which only meets this one: with it two processes make a node of two PEs. */
#ifndef JSHMEM_FABRIC_PARTNER_H
#define JSHMEM_FABRIC_PARTNER_H

/* Starts it. It waits by yielding, since there are then more processes than CPUs, and ends with this one. */
void partner_start(void);
/* Ends it, if it was started. */
void partner_stop(void);
/* Waits for the partner to come, and makes progress. */
void partner_await(void);
/* Lets it go. */
void partner_release(void);

#endif
