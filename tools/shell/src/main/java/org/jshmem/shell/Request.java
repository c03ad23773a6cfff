package org.jshmem.shell;

import java.io.Serializable;
import java.util.List;

/** What the shell asks of a PE. {@link Interrupt} and {@link Ask} are heard at once, the others one after the other. */
sealed interface Request extends Serializable {
    /** To load the classes of a snippet. */
    record Load(List<CompiledClass> classes) implements Request {}

    /** To call a static method without parameters; answered by {@link Answer.Finished}. */
    record Invoke(long number, String className, String method) implements Request {}

    /** To read a static field; answered by {@link Answer.Finished}. */
    record Read(long number, String className, String field) implements Request {}

    /** To synchronize a team in which other PEs wait; answered by {@link Answer.Finished}. */
    record Join(long number, String team) implements Request {}

    /** To end what has a number, if that still runs. */
    record Interrupt(long number) implements Request {}

    /** To say what the PE does; answered by {@link Answer.Doing}. */
    record Ask() implements Request {}

    /** To shut down. */
    record Exit() implements Request {}

    /** A class of a snippet; nobody compares two of them. */
    @SuppressWarnings("ArrayRecordComponent")
    record CompiledClass(String name, byte[] bytes) implements Serializable {}
}
