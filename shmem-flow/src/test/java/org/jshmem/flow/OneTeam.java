package org.jshmem.flow;

import java.util.ArrayDeque;
import java.util.Queue;
import org.jshmem.ShmemContext;
import org.jshmem.ShmemOutOfMemoryException;
import org.jshmem.ShmemTeam;
import org.jshmem.messages.Envelope;
import org.jshmem.spi.ElementKind;
import org.jshmem.spi.ForwardingMessages;
import org.jshmem.spi.ForwardingTeam;
import org.jshmem.spi.MessageKernel;
import org.jshmem.spi.Reduction;

/** The team of {@link OnePe}. */
final class OneTeam extends ForwardingTeam {
    /** Whether it is told that another PE lacks memory. */
    boolean isOtherFull;

    /** The question, from 1 on, which another PE answers with yes; 0 for none. */
    int yesOfOthers;

    /** Whether another PE answers the question whether all say yes with no. */
    boolean isOtherAgainst;

    /** Whether there is no memory for messages. */
    boolean hasNoMessages;

    /** What happens while a question is answered. */
    Runnable meanwhile = () -> {};

    /** How many questions there were. */
    int questions;

    /** The number of its PE in the job. */
    int peOfJob;

    OneTeam() {
        super(null);
    }

    @Override
    public int myPe() {
        return 0;
    }

    @Override
    public int nPes() {
        return 1;
    }

    @Override
    public int translatePe(int srcPe, ShmemTeam destTeam) {
        return peOfJob;
    }

    @Override
    public void sync() {}

    @Override
    protected boolean anyTrue(boolean value) {
        questions++;
        meanwhile.run();
        return value || isOtherFull || questions == yesOfOthers;
    }

    @Override
    protected boolean allTrue(boolean value) {
        return value && !isOtherAgainst;
    }

    @Override
    protected boolean isMissed() {
        return false;
    }

    @Override
    protected long reduceValue(Reduction operation, ElementKind type, long bits) {
        return bits;
    }

    @Override
    protected long scanValue(boolean inclusive, ElementKind type, long bits) {
        return inclusive ? bits : 0;
    }

    @Override
    protected int worldPe(int teamPe) {
        return teamPe;
    }

    @Override
    protected ShmemContext context(long options) {
        return new OneContext();
    }

    @Override
    protected MessageKernel messages() {
        if (hasNoMessages) {
            throw new ShmemOutOfMemoryException("no messages");
        }
        return new ToItself();
    }

    @Override
    protected ShmemTeam wrap(ShmemTeam team) {
        return team;
    }

    @Override
    protected ShmemContext wrap(ShmemContext context) {
        return context;
    }

    /** Messages of longs, in order. */
    private static final class ToItself extends ForwardingMessages {
        private final Queue<long[]> sent = new ArrayDeque<>();

        ToItself() {
            super(null);
        }

        @Override
        public void send(Object memory, long start, long bytes, ElementKind type, int pe, int tag, boolean isSync) {
            sent.add(((long[]) memory).clone());
        }

        @Override
        public long recv(Object memory, long start, long bytes, ElementKind type, int pe, int tag, Envelope envelope) {
            final long[] words = sent.remove();
            System.arraycopy(words, 0, (long[]) memory, 0, words.length);
            return bytes;
        }

        @Override
        public void close() {}
    }
}
