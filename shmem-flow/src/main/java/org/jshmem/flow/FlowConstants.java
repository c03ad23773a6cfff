package org.jshmem.flow;

/**
 * What is constant in the class of a flow.
 *
 * @param handler the program's
 * @param codec of records; null for others
 * @param recordBytes the size of a record; 0 for others
 * @param isPlain whether the number of a PE is that of its lane
 * @param isTagged whether records have a tag
 */
record FlowConstants(Object handler, RecordCodec<?> codec, int recordBytes, boolean isPlain, boolean isTagged) {
    static FlowConstants of(FlowGroup group, Object handler, RecordCodec<?> codec, int recordBytes) {
        if (handler == null) {
            throw new NullPointerException("handler=null; pass what is called for each record");
        }
        return new FlowConstants(handler, codec, recordBytes, group.routes.nodes() == 1, group.routes.isTagged);
    }
}
