package org.jshmem.libfabric;

import com.sun.jna.Pointer;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.jshmem.libfabric.struct.FiInfo;

/** The list that {@link Libfabric#getInfo} returned; closing it invalidates its entries. */
public final class InfoList implements AutoCloseable, Iterable<FiInfo> {
    private final Libfabric library;
    private final List<FiInfo> entries = new ArrayList<>();
    private Pointer head;

    InfoList(Libfabric library, Pointer head) {
        this.library = library;
        this.head = head;
        for (Pointer next = head; next != null; next = entries.getLast().next) {
            entries.add(new FiInfo(next));
        }
    }

    /**
     * The entries.
     *
     * @return the entries, best first
     */
    public List<FiInfo> entries() {
        return List.copyOf(entries);
    }

    @Override
    public Iterator<FiInfo> iterator() {
        return entries().iterator();
    }

    @Override
    public void close() {
        if (head != null) {
            library.exports().freeInfo(head);
            head = null;
            entries.clear();
        }
    }
}
