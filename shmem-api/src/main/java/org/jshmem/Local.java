package org.jshmem;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;
import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.ShortBuffer;
import org.agrona.UnsafeApi;

/**
 * How symmetric arrays reach their local memory: one constant segment over all memory, because a segment per array
 * costs three times as much per access. Plain access uses the unaligned layouts, whose code has no alignment test.
 *
 * <p>Where the JVM was started with {@code --add-exports java.base/jdk.internal.misc=…}, single elements are accessed
 * by the JDK's own unsafe class (through Agrona), after the same checks. The interpreter calls the layers of a
 * segment's accessor one by one, and C2 of JDK 25 makes no vector instructions of {@code double} and {@code float} in
 * segments.
 */
final class Local {
    static final MemorySegment MEMORY = Shmem.PROVIDER.memory();

    static final boolean UNSAFE = Object.class.getModule().isExported("jdk.internal.misc", UnsafeApi.class.getModule());

    static final ValueLayout.OfByte BYTE = JAVA_BYTE;
    static final ValueLayout.OfShort SHORT = JAVA_SHORT_UNALIGNED;
    static final ValueLayout.OfInt INT = JAVA_INT_UNALIGNED;
    static final ValueLayout.OfLong LONG = JAVA_LONG_UNALIGNED;
    static final ValueLayout.OfFloat FLOAT = JAVA_FLOAT_UNALIGNED;
    static final ValueLayout.OfDouble DOUBLE = JAVA_DOUBLE_UNALIGNED;

    static final VarHandle BYTE_ORDERED = JAVA_BYTE.varHandle();
    static final VarHandle SHORT_ORDERED = JAVA_SHORT.varHandle();
    static final VarHandle INT_ORDERED = JAVA_INT.varHandle();
    static final VarHandle LONG_ORDERED = JAVA_LONG.varHandle();
    static final VarHandle FLOAT_ORDERED = JAVA_FLOAT.varHandle();
    static final VarHandle DOUBLE_ORDERED = JAVA_DOUBLE.varHandle();

    private Local() {}

    static ByteBuffer asByteBuffer(ByteBuffer bytes) {
        return bytes;
    }

    static ShortBuffer asShortBuffer(ByteBuffer bytes) {
        return bytes.asShortBuffer();
    }

    static IntBuffer asIntBuffer(ByteBuffer bytes) {
        return bytes.asIntBuffer();
    }

    static LongBuffer asLongBuffer(ByteBuffer bytes) {
        return bytes.asLongBuffer();
    }

    static FloatBuffer asFloatBuffer(ByteBuffer bytes) {
        return bytes.asFloatBuffer();
    }

    static DoubleBuffer asDoubleBuffer(ByteBuffer bytes) {
        return bytes.asDoubleBuffer();
    }
}
