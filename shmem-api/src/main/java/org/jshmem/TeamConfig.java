package org.jshmem;

/**
 * What a program requests for a new team (spec: shmem_team_config_t). The request sets no limit: a program may make
 * more contexts.
 *
 * @param numContexts the number of contexts that the program will have on the team at the same time, 0 or more
 */
public record TeamConfig(int numContexts) {
    /**
     * Checks the values.
     *
     * @throws IllegalArgumentException for a negative number
     */
    public TeamConfig {
        if (numContexts < 0) {
            throw new IllegalArgumentException("numContexts=" + numContexts + " must be 0 or more");
        }
    }
}
