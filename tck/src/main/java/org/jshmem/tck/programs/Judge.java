package org.jshmem.tck.programs;

/** Is told what holds and what does not. */
interface Judge {
    void that(boolean holds, String what);
}
