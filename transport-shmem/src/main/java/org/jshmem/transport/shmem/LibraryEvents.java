package org.jshmem.transport.shmem;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jshmem.posix.Libc;

/**
 * Waits until the C library has something to do. OpenSHMEM has no function for that. But a library that moves data over
 * sockets waits for them by epoll, and a descriptor of epoll is itself readable while one of its sockets is. So this
 * class takes all descriptors of epoll that the process has.
 */
final class LibraryEvents {
    private static final Path DESCRIPTORS = Path.of("/proc/self/fd");
    private static final String EPOLL = "anon_inode:[eventpoll]";

    private final MemorySegment pollfds;
    private final int count;

    private LibraryEvents(List<Integer> descriptors) {
        count = descriptors.size();
        pollfds = Arena.ofAuto().allocate((long) Math.max(1, count) * Libc.POLLFD_BYTES, Long.BYTES);
        for (int i = 0; i < count; i++) {
            final long start = (long) i * Libc.POLLFD_BYTES;
            pollfds.set(ValueLayout.JAVA_INT, start, descriptors.get(i));
            pollfds.set(ValueLayout.JAVA_SHORT, start + Integer.BYTES, (short) Libc.POLLIN);
        }
    }

    /** Of the descriptors that exist now. */
    static LibraryEvents find() {
        final List<Integer> found = new ArrayList<>();
        try (DirectoryStream<Path> all = Files.newDirectoryStream(DESCRIPTORS)) {
            for (Path descriptor : all) {
                if (leadsToEpoll(descriptor)) {
                    found.add(Integer.valueOf(descriptor.getFileName().toString()));
                }
            }
        } catch (IOException | DirectoryIteratorException e) {
            return new LibraryEvents(List.of()); // there is no /proc, so that nothing tells
        }
        return new LibraryEvents(found);
    }

    private static boolean leadsToEpoll(Path descriptor) {
        try {
            return Files.readSymbolicLink(descriptor).toString().equals(EPOLL);
        } catch (IOException e) {
            return false; // closed meanwhile
        }
    }

    /** Waits until there is something to do, or the time is over; returns whether there is. */
    boolean await(int milliseconds) {
        return Libc.poll(pollfds.address(), count, milliseconds) > 0;
    }
}
