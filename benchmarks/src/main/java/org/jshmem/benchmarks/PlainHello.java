package org.jshmem.benchmarks;

/** The smallest Java program: what a JVM alone costs. */
public final class PlainHello {
    private PlainHello() {}

    /**
     * Prints a line.
     *
     * @param args none
     */
    public static void main(String[] args) {
        System.out.println("Hello");
    }
}
