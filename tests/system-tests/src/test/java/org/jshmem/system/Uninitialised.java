package org.jshmem.system;

import java.util.concurrent.Executors;

/** A program whose class cannot be initialised, and which has started a thread before. */
final class Uninitialised {
    static {
        Executors.newFixedThreadPool(1).execute(Thread::yield);
        if (Thread.currentThread().isAlive()) {
            throw new IllegalStateException("no luck");
        }
    }

    private Uninitialised() {}

    public static void main(String[] args) {
        System.out.println("fine");
    }
}
