package org.jshmem.tck.programs;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.jshmem.ShmemTeam;
import org.jshmem.SymmetricBytes;
import org.jshmem.tck.c.CType;

/**
 * A collective operation of a team.
 *
 * @param number of the team
 * @param team its PEs
 * @param destArray of the destination
 * @param destAt where in it, in elements
 * @param sourceArray of the source
 * @param sourceAt where in it, in elements; a reduction may be in place
 * @param counts elements of each member, in the operation's sense; they differ for {@link Kind#COLLECT} only
 * @param strides of {@link Kind#ALLTOALLS}
 * @param root in the team
 */
record Collective(
        int number,
        Program.Team team,
        Kind kind,
        Elements type,
        int destArray,
        long destAt,
        int sourceArray,
        long sourceAt,
        List<Integer> counts,
        Shape strides,
        int root)
        implements Step {

    /** The operations; those from {@link #SUM} on combine elements, which are integers here. */
    enum Kind {
        BROADCAST("broadcast"),
        COLLECT("collect"),
        FCOLLECT("fcollect"),
        ALLTOALL("alltoall"),
        ALLTOALLS("alltoalls"),
        SUM("sumReduce"),
        PROD("prodReduce"),
        MIN("minReduce"),
        MAX("maxReduce"),
        INSCAN("sumInscan"),
        EXSCAN("sumExscan");

        private final String method;

        Kind(String method) {
            this.method = method;
        }

        /** As in names of C. */
        private String cName() {
            return method.replaceFirst("(Reduce|Inscan|Exscan)", "_$1").toLowerCase(Locale.ROOT);
        }

        boolean combines() {
            return ordinal() >= SUM.ordinal();
        }
    }

    private long nelems() {
        return counts.getFirst();
    }

    /** Of the destination, in elements. */
    private long destExtent() {
        return switch (kind) {
            case COLLECT -> counts.stream().mapToLong(Integer::longValue).sum();
            case FCOLLECT, ALLTOALL -> nelems() * team.size();
            case ALLTOALLS -> nelems() * team.size() * strides.dst();
            default -> nelems();
        };
    }

    private long sourceExtent(int member) {
        return switch (kind) {
            case ALLTOALL -> nelems() * team.size();
            case ALLTOALLS -> nelems() * team.size() * strides.sst();
            default -> counts.get(member);
        };
    }

    private Place place(int array, int member, long at, long extent) {
        return new Place(array, team.pe(member), at * type.bytes(), extent * type.bytes());
    }

    private Place dest(int member) {
        return place(destArray, member, destAt, destExtent());
    }

    private Place source(int member) {
        return place(sourceArray, member, sourceAt, sourceExtent(member));
    }

    private boolean isInPlace() {
        return kind.combines() && destArray == sourceArray && destAt == sourceAt;
    }

    @Override
    public List<Place> writes() {
        return IntStream.range(0, team.size()).mapToObj(this::dest).toList();
    }

    List<Place> reads() {
        return isInPlace()
                ? List.of()
                : IntStream.range(0, team.size()).mapToObj(this::source).toList();
    }

    @Override
    public void apply(Model model) {
        final List<byte[]> sources = new ArrayList<>();
        for (int member = 0; member < team.size(); member++) {
            final Place source = source(member);
            sources.add(Arrays.copyOfRange(
                    model.of(source.array(), source.pe()), (int) source.at(), (int) (source.at() + source.bytes())));
        }
        for (int member = 0; member < team.size(); member++) {
            final Place dest = dest(member);
            final MemorySegment to = model.segment(dest.array(), dest.pe()).asSlice(dest.at(), dest.bytes());
            write(to, sources, member);
        }
    }

    private void write(MemorySegment to, List<byte[]> sources, int me) {
        final int bytes = (int) nelems() * type.bytes();
        switch (kind) {
            case BROADCAST -> copy(sources.get(root), 0, to, 0, bytes);
            case COLLECT, FCOLLECT -> {
                long at = 0;
                for (byte[] source : sources) {
                    copy(source, 0, to, at, source.length);
                    at += source.length;
                }
            }
            case ALLTOALL -> {
                for (int i = 0; i < sources.size(); i++) {
                    copy(sources.get(i), (long) me * bytes, to, (long) i * bytes, bytes);
                }
            }
            case ALLTOALLS -> {
                for (int i = 0; i < sources.size(); i++) {
                    for (int k = 0; k < nelems(); k++) {
                        copy(
                                sources.get(i),
                                (me * nelems() + k) * strides.sst() * type.bytes(),
                                to,
                                (i * nelems() + k) * strides.dst() * type.bytes(),
                                type.bytes());
                    }
                }
            }
            default -> combine(to, sources, me);
        }
    }

    private static void copy(byte[] from, long at, MemorySegment to, long place, long bytes) {
        MemorySegment.copy(MemorySegment.ofArray(from), at, to, place, bytes);
    }

    private void combine(MemorySegment to, List<byte[]> sources, int me) {
        final int first = kind == Kind.EXSCAN && me == 0 ? -1 : 0;
        final int last = kind == Kind.INSCAN ? me : kind == Kind.EXSCAN ? me - 1 : sources.size() - 1;
        for (int i = 0; i < nelems(); i++) {
            final long at = (long) i * type.bytes();
            long result = first < 0 ? 0 : integer(MemorySegment.ofArray(sources.getFirst()), at);
            for (int member = 1; member <= last; member++) {
                final long other = integer(MemorySegment.ofArray(sources.get(member)), at);
                result = switch (kind) {
                    case PROD -> result * other;
                    case MIN -> Math.min(result, other);
                    case MAX -> Math.max(result, other);
                    default -> result + other;
                };
            }
            setInteger(to, at, result);
        }
    }

    private long integer(MemorySegment from, long at) {
        return switch (type.bytes()) {
            case Byte.BYTES -> from.get(ValueLayout.JAVA_BYTE, at);
            case Short.BYTES -> from.get(ValueLayout.JAVA_SHORT_UNALIGNED, at);
            case Integer.BYTES -> from.get(ValueLayout.JAVA_INT_UNALIGNED, at);
            default -> from.get(ValueLayout.JAVA_LONG_UNALIGNED, at);
        };
    }

    private void setInteger(MemorySegment to, long at, long value) {
        switch (type.bytes()) {
            case Byte.BYTES -> to.set(ValueLayout.JAVA_BYTE, at, (byte) value);
            case Short.BYTES -> to.set(ValueLayout.JAVA_SHORT_UNALIGNED, at, (short) value);
            case Integer.BYTES -> to.set(ValueLayout.JAVA_INT_UNALIGNED, at, (int) value);
            default -> to.set(ValueLayout.JAVA_LONG_UNALIGNED, at, value);
        }
    }

    @Override
    public void run(Actor actor) {
        final int me = team.indexOf(actor.pe());
        if (me < 0) {
            return;
        }
        final ShmemTeam members = actor.teams().get(number);
        type.collective(members, kind, slice(actor, dest(me)), slice(actor, source(me)), counts.get(me), strides, root);
    }

    private static SymmetricBytes slice(Actor actor, Place place) {
        return actor.arrays().get(place.array()).slice(place.at(), place.bytes());
    }

    @Override
    public long length() {
        return Collections.max(counts);
    }

    @Override
    public Step shortened(long length) {
        final List<Integer> fewer =
                counts.stream().map(count -> (int) Math.min(count, length)).toList();
        return new Collective(number, team, kind, type, destArray, destAt, sourceArray, sourceAt, fewer, strides, root);
    }

    @Override
    public Step without(int lastPe, List<Program.Team> teams) {
        final int gone = team.indexOf(lastPe);
        if (gone < 0) {
            return this;
        }
        final boolean hasRoot = kind == Kind.BROADCAST;
        if (hasRoot && gone == root || team.size() == 1) {
            return null;
        }
        final List<Integer> left = new ArrayList<>(counts);
        left.remove(gone);
        return new Collective(
                number,
                teams.get(number),
                kind,
                type,
                destArray,
                destAt,
                sourceArray,
                sourceAt,
                left,
                strides,
                hasRoot ? root > gone ? root - 1 : root : 0);
    }

    @Override
    public CCode c(int pe, Scene scene) {
        final int me = team.indexOf(pe);
        if (me < 0) {
            return CCode.NOTHING;
        }
        final CType c = kind.combines()
                ? CCode.typeOf(
                        kind == Kind.MIN || kind == Kind.MAX ? CType.Kind.SIGNED : CType.Kind.UNSIGNED,
                        type.bytes(),
                        destAt)
                : CCode.typeOf(type, destAt);
        return CCode.of("check(\"" + scene.where() + "\", shmem_" + c.inNames() + "_" + kind.cName() + "(t" + number
                + ", " + CCode.elements(c, destArray, destAt) + ", " + CCode.elements(c, sourceArray, sourceAt) + ", "
                + (kind == Kind.ALLTOALLS ? strides.dst() + ", " + strides.sst() + ", " : "") + counts.get(me)
                + (kind == Kind.BROADCAST ? ", " + root : "") + ") == 0);");
    }

    @Override
    public String java(int pe, Scene scene) {
        final int me = team.indexOf(pe);
        if (me < 0) {
            return "";
        }
        return "t" + number + "." + kind.method + "(" + text(dest(me)) + ", " + text(source(me)) + ", "
                + (kind == Kind.ALLTOALLS ? strides.dst() + ", " + strides.sst() + ", " : "") + counts.get(me)
                + (kind == Kind.BROADCAST ? ", " + root : "") + ");";
    }

    private String text(Place place) {
        return "a" + place.array() + ".slice(" + place.at() + ", " + place.bytes() + ").as" + type.name() + "()";
    }
}
