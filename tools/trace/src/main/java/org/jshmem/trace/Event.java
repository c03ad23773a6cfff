package org.jshmem.trace;

/** An event of a thread, with the clock of PE 0 and with names instead of numbers. */
final class Event {
    /** The detail of what has not ended. */
    static final String NOT_ENDED = "had not ended when the PE did";

    final PePart pe;

    /** The number of the thread among all threads of the trace. */
    final int thread;

    final int kind;
    final int number;
    final String operation;
    final int peer;
    final long bytes;
    final long place;
    final long value;
    final String site;

    /** False for what a thread was in when its process was killed. */
    final boolean hasEnded;

    long begin;
    long end;

    /** Whether another event shows it. */
    boolean isPartOfAnother;

    /** The number of its track; −1 before it has one. */
    int track = -1;

    /** An event of a file. */
    Event(PePart pe, ThreadPart thread, int threadNumber, int i) {
        final long about = thread.event(i, 2);
        this.thread = threadNumber;
        this.pe = pe;
        this.begin = pe.clock.align(thread.event(i, 0));
        this.end = Math.max(begin, pe.clock.align(thread.event(i, 1)));
        this.kind = Layout.kind(about);
        this.number = Layout.operation(about);
        this.operation = pe.operation(number);
        this.peer = Layout.pe(about);
        this.bytes = thread.event(i, 3);
        this.place = thread.event(i, 4);
        this.value = thread.event(i, 5);
        this.site = pe.text(Layout.site(about));
        this.hasEnded = true;
    }

    /** What a thread was in when its process was killed, until the end of the trace. */
    Event(PePart pe, ThreadPart thread, int threadNumber, long traceEnd) {
        final long about = thread.open()[0];
        this.thread = threadNumber;
        this.pe = pe;
        this.begin = pe.clock.align(thread.open()[1]);
        this.end = Math.max(begin, traceEnd);
        this.kind = Layout.kind(about);
        this.number = Layout.operation(about);
        this.operation = pe.operation(number);
        this.peer = -1;
        this.bytes = 0;
        this.place = 0;
        this.value = 0;
        this.site = "";
        this.hasEnded = false;
    }

    /** It was done by a time: that of an operation without a duration was taken somewhat later. */
    void doneBy(long time) {
        if (begin == end && end > time) {
            begin = time;
            end = time;
        }
    }

    /** Of a sample, what it is of. */
    int sample() {
        return number;
    }

    /** Whether it is a wait that a delivery has ended. */
    boolean isWaitForElement() {
        return hasEnded && (kind == Layout.WAIT || kind == Layout.TEST) && place > 0;
    }

    /** Whether it belongs to a collective of a team. */
    boolean isOfCollective() {
        return kind == Layout.COLLECTIVE || kind == Layout.START || kind == Layout.AWAIT;
    }

    /** Whether a lock has become free. */
    boolean isClearLock() {
        return kind == Layout.OPERATION && operation.equals("clearLock");
    }

    /** Whether it is a call that has sent a message. */
    boolean isSendCall() {
        return kind == Layout.OPERATION
                && switch (operation) {
                    case "send", "ssend", "isend", "sendrecv", "give" -> true;
                    default -> false;
                };
    }

    boolean isSetLock() {
        return hasEnded && kind == Layout.OPERATION && operation.equals("setLock");
    }

    Category category() {
        return switch (kind) {
            case Layout.WAIT -> place > 0 || !hasEnded ? Category.WAIT : Category.FLOW;
            case Layout.TEST -> Category.WAIT;
            case Layout.RECEIVE, Layout.SEND -> Category.MESSAGE;
            case Layout.START, Layout.AWAIT -> Category.COLLECTIVE;
            case Layout.PAUSE -> Category.JVM;
            default -> ofOperation();
        };
    }

    private Category ofOperation() {
        return switch (operation) {
            case "malloc", "realloc", "free", "allocateShared", "reallocShared", "freeShared" -> Category.MEMORY;
            case "setLock", "testLock", "clearLock" -> Category.LOCK;
            case "send",
                    "ssend",
                    "isend",
                    "recv",
                    "irecv",
                    "sendrecv",
                    "give",
                    "take",
                    "visit",
                    "probe",
                    "handleUntil",
                    "await" -> Category.MESSAGE;
            case "flowClose", "flowDrain", "flowWait" -> Category.FLOW;
            default -> kind == Layout.COLLECTIVE ? Category.COLLECTIVE : Category.OPERATION;
        };
    }

    String name() {
        return switch (kind) {
            case Layout.WAIT -> place > 0 || !hasEnded ? "waitUntil" : "flowWait";
            case Layout.TEST -> "test";
            case Layout.AWAIT -> "await";
            case Layout.PAUSE -> pe.text(bytes);
            default -> operation;
        };
    }

    /** Further words. */
    String detail() {
        if (!hasEnded) {
            return NOT_ENDED;
        }
        return switch (kind) {
            case Layout.WAIT -> place > 0 ? pe.element(place - 1, begin) + ", which became " + value : pe.text(bytes);
            case Layout.TEST -> pe.element(place - 1, begin) + ", which became " + value;
            case Layout.OPERATION ->
                isSetLock() || isClearLock() ? "lock at " + pe.element(place - 1, begin) : ofPlace();
            case Layout.COLLECTIVE, Layout.START -> ofTeam();
            case Layout.AWAIT -> (operation + " " + ofTeam()).strip();
            default -> "";
        };
    }

    private String ofPlace() {
        return place > 0 ? pe.element(place - 1, begin) : "";
    }

    private String ofTeam() {
        final PePart.Team team = pe.team(place);
        return place == TeamNumbers.WORLD || team == null ? "" : "team of " + team.size() + " PEs";
    }

    long movedBytes() {
        return kind == Layout.PAUSE || kind == Layout.WAIT ? 0 : bytes;
    }
}
