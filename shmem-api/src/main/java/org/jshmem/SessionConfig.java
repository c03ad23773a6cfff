package org.jshmem;

/**
 * What a program tells of a session (spec: shmem_ctx_session_config_t).
 *
 * @param totalOps how many operations it expects to make in the session, 0 if it cannot tell
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
