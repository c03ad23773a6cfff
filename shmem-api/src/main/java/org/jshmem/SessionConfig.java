package org.jshmem;

/**
 * The hints of a program about a session (spec: shmem_ctx_session_config_t).
 *
 * @param totalOps the number of operations that the program expects to issue in the session; 0 if it does not know
 */
public record SessionConfig(long totalOps) {
    /**
     * Checks the values.
     *
     * @throws IllegalArgumentException for a negative number
     */
    public SessionConfig {
        if (totalOps < 0) {
            throw new IllegalArgumentException("totalOps=" + totalOps + " must be 0 or more");
        }
    }
}
