/*
 * Both share a page with a word for each: how often the partner has come, and how often it was let go. They are on cache lines of
 * their own, and each has one writer.
 */
#define _GNU_SOURCE
#include "fabric_partner.h"

#include "fabric.h"

#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

static struct shared {
    _Alignas(128) int64_t come;
    _Alignas(128) int64_t released;
} *shared;

static pid_t partner;
static int64_t rounds;

static void meet_for_ever(void) {
    for (int64_t round = 1;; round++) {
        __atomic_store_n(&shared->come, round, __ATOMIC_RELEASE);
        while (__atomic_load_n(&shared->released, __ATOMIC_ACQUIRE) != round)
            sched_yield();
    }
}

void partner_start(void) {
    const pid_t parent = getpid();
    shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    partner = shared == MAP_FAILED ? -1 : fork();
    if (partner < 0) {
        perror("fabric: a partner");
        exit(1);
    }
    if (partner == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (getppid() == parent)
            meet_for_ever();
        _exit(1);
    }
}

void partner_stop(void) {
    if (partner > 0) {
        kill(partner, SIGKILL);
        waitpid(partner, NULL, 0);
    }
}

void partner_await(void) {
    int vain = 0;
    rounds++;
    while (__atomic_load_n(&shared->come, __ATOMIC_ACQUIRE) != rounds)
        fabric_pause(&vain);
}

void partner_release(void) { __atomic_store_n(&shared->released, rounds, __ATOMIC_RELEASE); }
