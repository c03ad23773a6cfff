package org.jshmem.tck;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.jshmem.ThreadLevel;

/**
 * Marks a method that every PE of a job runs as one case of the kit. It takes a {@link Checks}, and at least one PE
 * checks something.
 *
 * <p>Cases share a job, in which the library is initialised with the thread level that the case asks for. A case that
 * {@link #starts()} the library itself finds it not initialised, and one that is {@link #alone()} is the first and only
 * one in its process.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface Case {
    /** {@link #status()} of a job that has to fail in any way. */
    int FAILURE = -1;

    /**
     * PEs of the job, where the transport serves several; 0 for the kit's usual number. Makes one case of each number.
     */
    int[] pes() default 0;

    /** The fewest PEs the case makes sense with; with more than one it does not run on a transport of one PE. */
    int atLeast() default 1;

    /** Whether the case has a job of its own, in which the library is not initialised. */
    boolean alone() default false;

    /** Whether the case starts and ends the library itself, in a job in which other cases may have done so before. */
    boolean starts() default false;

    /** The exit status that the job has to have; a case that expects another than 0 votes by {@link Checks#vote()}. */
    int status() default 0;

    /** What the case holds an implementation to; those of some families are of {@link Profile#JSHMEM} anyhow. */
    Profile profile() default Profile.SPEC;

    /** The transports to run on. */
    Transport[] on() default {Transport.SHR, Transport.CMA, Transport.OFI, Transport.NODES, Transport.NONE};

    /** {@code NAME=VALUE} for the job's environment; {@code {each}} stands for the value of {@link #each()}. */
    String[] environment() default {};

    /** Makes one case of each of these values, which it finds in {@link Checks#each()}. */
    String[] each() default {};

    /** Whether the case leaves memory behind until the shutdown, as a flow does whose handler has thrown. */
    boolean leaves() default false;

    /** Texts that the job's output has to contain. */
    String[] says() default {};

    /** The thread level that the library is initialised with. */
    ThreadLevel threads() default ThreadLevel.SINGLE;

    /** Seconds without a vote after which the job is killed. */
    int seconds() default 60;
}
