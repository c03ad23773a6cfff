package org.jshmem.tck.programs;

import java.util.List;
import org.jshmem.ShmemContext;
import org.jshmem.ShmemTeam;
import org.jshmem.SymmetricBytes;

/** An element type: memory that is given as bytes, seen as arrays of that type. */
interface Elements {
    /** All types, those of integers first. */
    List<Elements> ALL = List.of(
            new BytesElements(),
            new ShortsElements(),
            new IntsElements(),
            new LongsElements(),
            new FloatsElements(),
            new DoublesElements());

    /** How many of them are integers. */
    int INTEGERS = 4;

    /** Bytes of an element. */
    int bytes();

    /** As in {@code SymmetricLongs}. */
    String name();

    /** A Java array with this content. */
    Object array(byte[] content);

    /** The content of a Java array. */
    byte[] content(Object array);

    /** Any of {@link Form}, of symmetric memory and another memory: symmetric bytes, a Java array or a segment. */
    void transfer(
            ShmemContext context,
            Form form,
            SymmetricBytes remote,
            long at,
            Object local,
            long localAt,
            Shape shape,
            int pe);

    /** A p of an element with this content. */
    void p(ShmemContext context, SymmetricBytes dest, long index, byte[] content, int pe);

    /** The content of an element, by a g. */
    byte[] g(ShmemContext context, SymmetricBytes source, long index, int pe);

    /** A put with a signal, of the same kinds of memory. */
    void putSignal(
            ShmemContext context,
            SymmetricBytes dest,
            long at,
            Object source,
            long sourceAt,
            long nelems,
            Notice notice,
            int pe);

    /** A collective operation; of the shape only the strides count. */
    void collective(
            ShmemTeam team,
            Collective.Kind kind,
            SymmetricBytes dest,
            SymmetricBytes source,
            long nelems,
            Shape strides,
            int root);
}
