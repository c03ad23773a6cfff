package org.jshmem.flow;

/**
 * The constants of a class of flows.
 *
 * @param template whose code it has
 * @param codec of records; null for others
 * @param recordBytes the size of a record; 0 for others
 * @param isPlain whether the number of a PE is that of its lane
 * @param isTagged whether records have a tag
 * @param isGuarded whether a record is handled only while there is room for a reply
 */
record FlowConstants(
        Class<? extends AbstractFlow> template,
        RecordCodec<?> codec,
        int recordBytes,
        boolean isPlain,
        boolean isTagged,
        boolean isGuarded) {
    static FlowConstants of(
            Class<? extends AbstractFlow> template, FlowGroup group, RecordCodec<?> codec, int recordBytes) {
        return new FlowConstants(template, codec, recordBytes, group.routes.nodes() == 1, group.routes.isTagged, false);
    }

    /** The same for a flow of questions. */
    FlowConstants guarded() {
        return new FlowConstants(template, codec, recordBytes, isPlain, isTagged, true);
    }
}
