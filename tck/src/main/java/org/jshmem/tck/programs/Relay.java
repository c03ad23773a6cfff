package org.jshmem.tck.programs;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jshmem.ShmemContext;
import org.jshmem.SignalOp;
import org.jshmem.SymmetricBytes;
import org.jshmem.SymmetricLongs;
import org.jshmem.tck.c.CType;

/**
 * Data that go from PE to PE within a phase: each waits until a word tells it that they have come, looks at them, and
 * hands them on from its own memory.
 *
 * @param pes different ones; the first has the data in memory of its own
 * @param via the context of all
 * @param array where the data come
 * @param at where in it, in elements
 * @param nelems how many
 * @param word where the word is, in elements of 8 bytes of the same array
 * @param signal what is written to it or added, never 0
 * @param way how the word follows the data
 * @param waiting how it is awaited
 * @param salt the data
 */
record Relay(
        List<Integer> pes,
        Via via,
        Elements type,
        int array,
        long at,
        int nelems,
        long word,
        long signal,
        Way way,
        Wait waiting,
        long salt)
        implements Step {

    /** How a word follows data. */
    enum Way {
        SIGNAL_SET,
        SIGNAL_ADD,
        SIGNAL_NBI,
        FENCE_AND_P,
        FENCE_AND_ATOMIC,
        QUIET_AND_PUT
    }

    Place data(int pe) {
        return new Place(array, pe, at * type.bytes(), (long) nelems * type.bytes());
    }

    Place wordOf(int pe) {
        return new Place(array, pe, word * Long.BYTES, Long.BYTES);
    }

    @Override
    public List<Place> writes() {
        final List<Place> places = new ArrayList<>();
        pes.stream().skip(1).forEach(pe -> {
            places.add(data(pe));
            places.add(wordOf(pe));
        });
        return places;
    }

    private byte[] content() {
        return Model.content(salt, nelems * type.bytes());
    }

    /** What the word of a PE is when the data have come. */
    private long arrived(Model before, int pe) {
        final long old = before.word(wordOf(pe));
        return way == Way.SIGNAL_ADD ? old + signal : old == signal ? ~signal : signal;
    }

    @Override
    public void apply(Model model) {
        for (int pe : pes.subList(1, pes.size())) {
            model.setWord(wordOf(pe), arrived(model, pe));
            model.segment(array, pe)
                    .asSlice(at * type.bytes(), (long) nelems * type.bytes())
                    .copyFrom(MemorySegment.ofArray(content()));
        }
    }

    @Override
    public void run(Actor actor) {
        final int place = pes.indexOf(actor.pe());
        if (place < 0) {
            return;
        }
        final SymmetricBytes bytes = actor.arrays().get(array);
        if (place > 0) {
            final long expected = arrived(actor.model(), actor.pe());
            waiting.run(bytes.asLongs(), word, expected, way.ordinal() <= Way.SIGNAL_NBI.ordinal());
            final byte[] found = new byte[nelems * type.bytes()];
            bytes.copyTo(at * type.bytes(), found, 0, found.length);
            actor.same(content(), found, "data that came with a word");
        }
        if (place + 1 < pes.size()) {
            send(actor, bytes, place == 0 ? type.array(content()) : bytes, place == 0 ? 0 : at, pes.get(place + 1));
            via.of(actor).quiet(); // nothing else promises that they leave before the phase ends
        }
    }

    private void send(Actor actor, SymmetricBytes bytes, Object source, long sourceAt, int next) {
        final ShmemContext by = via.of(actor);
        final SymmetricLongs words = bytes.asLongs();
        final long value = way == Way.SIGNAL_ADD ? signal : arrived(actor.model(), next);
        final int to = via.pe(next);
        if (way.ordinal() <= Way.SIGNAL_NBI.ordinal()) {
            final SignalOp operation = way == Way.SIGNAL_ADD ? SignalOp.ADD : SignalOp.SET;
            final Notice notice = new Notice(words, word, value, operation, way != Way.SIGNAL_NBI);
            type.putSignal(by, bytes, at, source, sourceAt, nelems, notice, to);
            return;
        }
        final Shape shape = new Shape(1, 1, nelems, 1);
        type.transfer(by, Form.PUT_NBI, bytes, at, source, sourceAt, shape, to);
        switch (way) {
            case FENCE_AND_P -> {
                by.fence();
                by.p(words, word, value, to);
            }
            case FENCE_AND_ATOMIC -> {
                by.fence();
                by.atomicSet(words, word, value, to);
            }
            default -> {
                by.quiet();
                by.put(words, word, new long[] {value}, 0, 1, to);
            }
        }
    }

    @Override
    public long length() {
        return nelems;
    }

    @Override
    public Step shortened(long length) {
        return new Relay(pes, via, type, array, at, (int) length, word, signal, way, waiting, salt);
    }

    @Override
    public Step without(int lastPe, List<Program.Team> teams) {
        final List<Integer> others = pes.stream().filter(pe -> pe != lastPe).toList();
        return others.size() < 2
                ? null
                : new Relay(others, via.in(teams), type, array, at, nelems, word, signal, way, waiting, salt);
    }

    @Override
    public String java(int pe, Scene scene) {
        final int place = pes.indexOf(pe);
        if (place < 0) {
            return "";
        }
        final String words = "a" + array + ".asLongs(), " + word;
        final StringBuilder text = new StringBuilder();
        if (place > 0) {
            final Place data = data(pe);
            text.append(waiting.java(words, arrived(scene.before(), pe), way.ordinal() <= Way.SIGNAL_NBI.ordinal()))
                    .append(' ')
                    .append(scene.same(
                            "a" + array + ".segment().asSlice(" + data.at() + ", " + data.bytes() + ")", content()))
                    .append(' ');
        }
        if (place + 1 < pes.size()) {
            final int next = pes.get(place + 1);
            final int to = via.pe(next);
            final String source = place == 0
                    ? Emission.array(type, salt, nelems) + ", 0"
                    : "a" + array + ".as" + type.name() + "(), " + at;
            final String put = "(a" + array + ".as" + type.name() + "(), " + at + ", " + source + ", " + nelems;
            final String value = (way == Way.SIGNAL_ADD ? signal : arrived(scene.before(), next)) + "L, ";
            final String by = via + ".";
            text.append(by);
            switch (way) {
                case SIGNAL_SET, SIGNAL_ADD, SIGNAL_NBI ->
                    text.append(way == Way.SIGNAL_NBI ? "putSignalNbi" : "putSignal")
                            .append(put)
                            .append(", " + words + ", " + value)
                            .append(way == Way.SIGNAL_ADD ? "SignalOp.ADD, " : "SignalOp.SET, ")
                            .append(to + ");");
                case FENCE_AND_P, FENCE_AND_ATOMIC ->
                    text.append("putNbi" + put + ", " + to + "); " + by + "fence(); " + by)
                            .append(way == Way.FENCE_AND_P ? "p(" : "atomicSet(")
                            .append(words + ", " + value + to + ");");
                case QUIET_AND_PUT ->
                    text.append("putNbi" + put + ", " + to + "); " + by + "quiet(); " + by)
                            .append("put(" + words + ", new long[] {" + value.replace(", ", "") + "}, 0, 1, " + to
                                    + ");");
            }
            text.append(" ").append(by).append("quiet();");
        }
        return text.toString().stripTrailing();
    }

    @Override
    public CCode c(int pe, Scene scene) {
        final int place = pes.indexOf(pe);
        if (place < 0) {
            return CCode.NOTHING;
        }
        final CType c = CCode.typeOf(type, salt);
        final String words = CCode.elements(CType.UINT64, array, word);
        final String data = CCode.elements(c, array, at);
        final StringBuilder text = new StringBuilder();
        if (place > 0) {
            final boolean isSignal = way.ordinal() <= Way.SIGNAL_NBI.ordinal();
            text.append(waiting.c(words, CCode.number(arrived(scene.before(), pe)), isSignal))
                    .append(' ')
                    .append(CCode.same(scene, data, content()))
                    .append(' ');
        }
        if (place + 1 < pes.size()) {
            final int next = pes.get(place + 1);
            final String source = place == 0 ? "local[" + scene.number() + "]" : data;
            if (place == 0) {
                text.append(source + " = content(" + nelems * type.bytes() + ", " + salt + "); ");
            }
            text.append(cSend(c, words, data + ", " + source + ", " + nelems, arrivedBy(scene.before(), next), next))
                    .append(" shmem_ctx_quiet(" + via + ");");
        }
        return CCode.of(text.toString().stripTrailing());
    }

    private String arrivedBy(Model before, int next) {
        return CCode.number(way == Way.SIGNAL_ADD ? signal : arrived(before, next));
    }

    private String cSend(CType c, String words, String put, String value, int next) {
        final int to = via.pe(next);
        final String nbi = CCode.call(via, c, "put_nbi") + put + ", " + to + ");";
        final String rest = words + ", " + value + ", ";
        return switch (way) {
            case SIGNAL_SET, SIGNAL_ADD, SIGNAL_NBI ->
                CCode.call(via, c, way == Way.SIGNAL_NBI ? "put_signal_nbi" : "put_signal") + put
                        + ", " + rest + (way == Way.SIGNAL_ADD ? "SHMEM_SIGNAL_ADD, " : "SHMEM_SIGNAL_SET, ") + to
                        + ");";
            case FENCE_AND_P, FENCE_AND_ATOMIC ->
                nbi + " shmem_ctx_fence(" + via + "); "
                        + CCode.call(via, CType.UINT64, way == Way.FENCE_AND_P ? "p" : "atomic_set") + rest + to + ");";
            case QUIET_AND_PUT ->
                nbi + " shmem_ctx_quiet(" + via + "); { const uint64_t value = " + value + "; "
                        + CCode.call(via, CType.UINT64, "put") + words + ", &value, 1, " + to + "); }";
        };
    }

    @Override
    public String toString() {
        return "Relay" + Arrays.asList(pes, via, way, waiting, type.name(), array, at, nelems, word);
    }
}
