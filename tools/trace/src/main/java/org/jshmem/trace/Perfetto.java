package org.jshmem.trace;

/**
 * The numbers of fields and values in Perfetto's messages ({@code protos/perfetto/trace} in its sources) that a trace
 * of this tool has.
 */
final class Perfetto {
    /** Trace. */
    static final int PACKET = 1;

    /** TracePacket. */
    static final int TIMESTAMP = 8;

    static final int SEQUENCE = 10;
    static final int TRACK_EVENT = 11;
    static final int INTERNED_DATA = 12;
    static final int SEQUENCE_FLAGS = 13;
    static final int TRACK_DESCRIPTOR = 60;

    static final int STATE_CLEARED = 1;
    static final int NEEDS_STATE = 2;

    /** InternedData, whose elements all have a number and a text. */
    static final int CATEGORIES = 1;

    static final int EVENT_NAMES = 2;
    static final int ANNOTATION_NAMES = 3;
    static final int TEXTS = 29;

    static final int INTERNED_NUMBER = 1;
    static final int INTERNED_TEXT = 2;

    /** TrackDescriptor. */
    static final int UUID = 1;

    static final int TRACK_NAME = 2;
    static final int PROCESS = 3;
    static final int THREAD = 4;
    static final int PARENT = 5;
    static final int COUNTER = 8;

    /** ProcessDescriptor and ThreadDescriptor. */
    static final int PID = 1;

    static final int TID = 2;
    static final int THREAD_NAME = 5;
    static final int PROCESS_NAME = 6;

    /** CounterDescriptor. */
    static final int UNIT = 3;

    static final int UNIT_NAME = 6;
    static final int UNIT_BYTES = 3;

    /** TrackEvent. */
    static final int CATEGORY = 3;

    static final int ANNOTATION = 4;
    static final int TYPE = 9;
    static final int EVENT_NAME = 10;
    static final int TRACK = 11;
    static final int COUNTER_VALUE = 44;
    static final int FLOW = 47;
    static final int FLOW_END = 48;

    static final int TYPE_BEGIN = 1;
    static final int TYPE_END = 2;
    static final int TYPE_INSTANT = 3;
    static final int TYPE_COUNTER = 4;

    /** DebugAnnotation. */
    static final int NAME = 1;

    static final int INT = 4;
    static final int TEXT = 17;

    /** Names of annotations. */
    static final String PEER = "PE";

    static final String BYTES = "bytes";
    static final String DETAIL = "detail";
    static final String SITE = "site";
    static final String PROGRAM = "program";
    static final String NODE = "node";
    static final String PROCESS_ID = "pid";
    static final String CLOCK_ERROR = "clock error (ns)";
    static final String DROPPED = "dropped records";
    static final String COMPLETE = "complete";
    static final String DURATION = "duration (ns)";

    private Perfetto() {}
}
