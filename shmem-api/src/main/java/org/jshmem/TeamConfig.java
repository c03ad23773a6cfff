package org.jshmem;

/**
 * What a program asks of a new team (spec: shmem_team_config_t). A value is a request; the library gives as many
 * contexts as are made.
 *
 * @param numContexts how many contexts the program will have on the team at a time, 0 or more
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
