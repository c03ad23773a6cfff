package org.jshmem.examples;

import static org.jshmem.Shmem.*;

/** Every PE says its number; ported from {@code hello_oshmem.c} (Open MPI). */
public final class Hello {
    private Hello() {}

    public static void main(String[] args) {
        try (var _ = init()) {
            System.out.println("Hello, world, I am " + myPe() + " of " + nPes());
        }
    }
}
