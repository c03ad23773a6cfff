package org.jshmem.heap;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jshmem.posix.Libc;

/** A process that can make a file only so large, and claims more of one. */
final class LimitedClaim {
    /** The unit of {@code ulimit -f}. */
    private static final long BLOCK_BYTES = 512;

    private LimitedClaim() {}

    static Process start(BackingFile file, long bytes, long limit, boolean hugePages) throws IOException {
        final List<String> command = new ArrayList<>(
                List.of("sh", "-c", "ulimit -f $1; shift; exec \"$@\"", "sh", Long.toString(limit / BLOCK_BYTES)));
        final String path = ProcessHandle.current().pid() + "/fd/" + file.fd();
        command.addAll(ChildJvm.command(LimitedClaim.class, path, bytes, limit, hugePages));
        return new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    /**
     * Claims as much as it can, gives that back, and claims all.
     *
     * @param args the file under {@code /proc}, what to claim, what it can claim, whether in huge pages
     */
    @SuppressWarnings("checkstyle:systemout") // the parent reads it
    public static void main(String[] args) {
        final int fd = (int) Libc.open("/proc/" + args[0], Libc.O_RDWR_CLOEXEC, 0);
        final long bytes = Long.parseLong(args[1]);
        final long limit = Long.parseLong(args[2]);
        final BackingFile file = BackingFile.of(fd);
        final AddressWindow window = AddressWindow.reserve(bytes, AddressWindow.freeCandidates(bytes));
        window.map(file, 0, bytes);
        final MemoryClaim memory = new MemoryClaim(file, 0, window.base(), bytes, Boolean.parseBoolean(args[3]));
        final boolean isSome = memory.claim(0, limit, ClaimProgress.NONE);
        memory.release(0, limit);
        System.out.println(isSome + ", then " + memory.claim(0, bytes, ClaimProgress.NONE));
    }
}
