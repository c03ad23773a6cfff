package org.jshmem.heap;

import java.io.IOException;
import org.jshmem.posix.Libc;

/** A process that allocates from a shared heap and frees, without end, to be killed. */
final class SharedHeapVictim {
    private SharedHeapVictim() {}

    /** Where a victim shows handles: in the control memory of a team, which nothing else uses here. */
    static long board(SharedNode node, int pe) {
        return node.window.base() + node.layout.sharedTeamOffset(pe);
    }

    static Process start(SharedNode node, int pe) throws IOException {
        return new ProcessBuilder(ChildJvm.command(
                        SharedHeapVictim.class,
                        ProcessHandle.current().pid(),
                        node.file.fd(),
                        node.layout.pes(),
                        node.layout.sharedBytes(),
                        pe))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    /**
     * Maps the file of another process, and plays one of its PEs.
     *
     * @param args the process, its descriptor, PEs, size, this PE
     */
    @SuppressWarnings("checkstyle:systemout") // the parent reads it
    public static void main(String[] args) {
        final NodeLayout layout = new NodeLayout(Integer.parseInt(args[2]), 0, Long.parseLong(args[3]));
        final long fd = Libc.open("/proc/" + args[0] + "/fd/" + args[1], Libc.O_RDWR_CLOEXEC, 0);
        final SharedNode node = new SharedNode(layout, BackingFile.of((int) fd));
        final int pe = Integer.parseInt(args[4]);
        final long board = board(node, pe);
        System.out.println("ready");
        final ProcessHandle parent = ProcessHandle.of(Long.parseLong(args[0])).orElseThrow();
        for (long i = 0; i % 1000 != 0 || parent.isAlive(); i++) {
            final long handle = node.heaps[pe].allocate(1 + i % 5000, 1, 1);
            if (!SharedHeap.isHandle(handle)) {
                continue;
            }
            final long before = Memory.getAndSet64Volatile(board, handle);
            if (before != 0) {
                node.heaps[pe].free(pe, before);
            }
        }
    }
}
