/*
 * Starts PEs: run N command. A global exit, which the first number of the file tells, ends all PEs, and so does a PE that
 * ends with a status other than 0.
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#define MOST_PES 64

static pid_t pids[MOST_PES];
static int n;

static void end(int signal) {
    for (int i = 0; i < n; i++) {
        if (pids[i] > 0) {
            kill(pids[i], signal);
        }
    }
}

int main(int argc, char **argv) {
    if (argc < 3 || (n = atoi(argv[1])) < 1 || n > MOST_PES) {
        fprintf(stderr, "usage: run N command\n");
        return 2;
    }
    char file[] = "/dev/shm/c-subject-XXXXXX", number[16];
    const int fd = mkstemp(file);
    if (fd < 0) {
        perror(file);
        return 1;
    }
    setenv("SUBJECT_FILE", file, 1);
    setenv("SUBJECT_PES", argv[1], 1);
    for (int i = 0; i < n; i++) {
        pids[i] = fork();
        if (pids[i] == 0) {
            snprintf(number, sizeof number, "%d", i);
            setenv("SUBJECT_PE", number, 1);
            setenv("PMI_RANK", number, 1);
            prctl(PR_SET_PDEATHSIG, SIGKILL);
            execvp(argv[2], argv + 2);
            perror(argv[2]);
            _exit(127);
        }
    }
    int status = 0, ending = 0;
    for (int left = n; left > 0;) {
        int how;
        const pid_t pid = wait(&how);
        if (pid < 0) {
            break;
        }
        left--;
        for (int i = 0; i < n; i++) {
            if (pids[i] == pid) {
                pids[i] = 0;
            }
        }
        const int ended = WIFEXITED(how) ? WEXITSTATUS(how) : 128 + WTERMSIG(how);
        if (WIFSIGNALED(how) && !ending) {
            fprintf(stderr, "run: a PE exited on signal %d\n", WTERMSIG(how));
        }
        int exiting = 0;
        if (!ending && ((pread(fd, &exiting, sizeof exiting, 0) == sizeof exiting && exiting != 0) || ended != 0)) {
            status = exiting != 0 ? exiting - 1 : ended;
            ending = 1;
            end(SIGKILL);
        }
    }
    unlink(file);
    return status;
}
