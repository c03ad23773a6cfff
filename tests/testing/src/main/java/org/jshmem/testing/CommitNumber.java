package org.jshmem.testing;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.OptionalLong;

/** The number of a commit: one more than that of its first parent. */
final class CommitNumber {
    private CommitNumber() {}

    /**
     * Asks Git for the number of the commit that is checked out.
     *
     * @param directory in the checkout
     * @return empty if there is no repository, no {@code git} command, or no commit. In a shallow clone, the number
     *     counts from the oldest commit that the clone has
     */
    static OptionalLong ofHead(Path directory) {
        try {
            final Process git = new ProcessBuilder("git", "rev-list", "--count", "--first-parent", "HEAD")
                    .directory(directory.toAbsolutePath().toFile())
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            git.getOutputStream().close();
            final String count = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            return git.waitFor() == 0 ? OptionalLong.of(Long.parseLong(count)) : OptionalLong.empty();
        } catch (IOException e) {
            return OptionalLong.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return OptionalLong.empty();
        }
    }
}
