package org.jshmem.tck.programs;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.jshmem.tck.data.SwitchPoints;

/**
 * Draws a program that is legal by construction: what a step of a phase writes, no other step of that phase touches,
 * except by atomic operations that commute. Each wait is for an earlier step. A program depends only on the seed, the
 * number of PEs and the switch points.
 */
final class Generator {
    static final int LOCKS = 4;

    private static final int PHASES = 5;
    private static final int MOST_STEPS = 40;
    private static final int ATTEMPTS = 8;
    private static final int MOST_ARRAYS = 8;
    private static final int LEAST_BYTES = 1 << 14;
    private static final int MOST_BYTES = 1 << 20;
    /** So that the sum of a phase has no more than 32 bits. */
    private static final int MOST_ADDED = 1 << 26;

    private static final int MOST_LATE_MICROS = 300;

    private final SplittableRandom random;
    private final long seed;
    private final int pes;
    private final List<Integer> switchPoints;
    /** Of all arrays, and 0 of those that are not there now. */
    private final List<Integer> sizes = new ArrayList<>();

    private final List<Program.Team> teams = new ArrayList<>();

    /** Of the phase that is being drawn. */
    private Claims claims;

    private List<Step> steps;

    /** Its last atomic operation that commutes. */
    private Atomic hot;

    private Generator(long seed, int pes, List<Integer> switchPoints) {
        this.seed = seed;
        this.pes = pes;
        this.switchPoints = switchPoints;
        this.random = new SplittableRandom(seed);
    }

    static Program draw(long seed, int pes) {
        return draw(seed, pes, SwitchPoints.ALL);
    }

    /**
     * Draws a program.
     *
     * @param switchPoints sizes in bytes around which lengths are chosen
     */
    static Program draw(long seed, int pes, List<Integer> switchPoints) {
        return new Generator(seed, pes, switchPoints).program();
    }

    private Program program() {
        for (int i = 1 + random.nextInt(3); i > 0; i--) {
            sizes.add(size());
        }
        final List<Integer> first = new ArrayList<>(sizes);
        teams.add(new Program.Team(0, 1, pes));
        for (int i = random.nextInt(4); i > 0; i--) {
            teams.add(team());
        }
        final List<Program.Phase> phases = new ArrayList<>();
        for (int i = 0; i < PHASES; i++) {
            claims = new Claims();
            steps = new ArrayList<>();
            hot = null;
            final List<Change> changes = changes();
            for (int k = random.nextInt(MOST_STEPS); k >= 0; k--) {
                add();
            }
            phases.add(new Program.Phase(
                    changes, steps, Program.End.values()[random.nextInt(Program.End.values().length)]));
        }
        while (first.size() < sizes.size()) {
            first.add(0);
        }
        return new Program(seed, pes, first, teams, phases);
    }

    private int size() {
        final double bytes = LEAST_BYTES * Math.pow((double) MOST_BYTES / LEAST_BYTES, random.nextDouble());
        return (int) bytes / Long.BYTES * Long.BYTES;
    }

    /** Of the heap, before a phase; an array is left. */
    private List<Change> changes() {
        final List<Change> changes = new ArrayList<>();
        for (int i = random.nextInt(3); i > 0; i--) {
            final Change.Kind kind = Change.Kind.values()[random.nextInt(Change.Kind.values().length)];
            final boolean isNew = kind.ordinal() < Change.Kind.REALLOC.ordinal();
            if (kind == Change.Kind.FREE
                            && sizes.stream().filter(size -> size > 0).count() == 1
                    || isNew && sizes.size() == MOST_ARRAYS) {
                continue;
            }
            final int array = isNew ? sizes.size() : array();
            final int bytes = kind == Change.Kind.FREE ? 0 : size();
            if (isNew) {
                sizes.add(bytes);
            } else {
                sizes.set(array, bytes);
            }
            changes.add(new Change(kind, array, bytes, salt()));
        }
        return changes;
    }

    private Program.Team team() {
        final int start = random.nextInt(pes);
        final int size = 1 + random.nextInt(pes);
        final int room = size == 1 ? pes : (pes - 1) / (size - 1);
        final int stride = 1 + random.nextInt(Math.max(1, room));
        if (start + (size - 1) * stride < pes) {
            return new Program.Team(start, stride, size);
        }
        if (start - (size - 1) * stride >= 0) {
            return new Program.Team(start, -stride, size);
        }
        return new Program.Team(start, 1, 1);
    }

    private void add() {
        switch (random.nextInt(20)) {
            case 0 -> steps.add(new Late(random.nextInt(pes), 1 + random.nextInt(MOST_LATE_MICROS)));
            case 1, 2 -> tryTo(this::store);
            case 3, 4, 5, 6 -> tryTo(this::atomic);
            case 7, 8 -> tryTo(this::collective);
            case 9, 10 -> tryTo(this::relay);
            case 11 -> tryTo(this::lockedAdds);
            case 12 -> tryTo(this::single);
            default -> tryTo(this::transfer);
        }
    }

    /** Draws a step, or null where what it would use is used otherwise. */
    private interface Draw {
        Step step();
    }

    private void tryTo(Draw draw) {
        for (int i = 0; i < ATTEMPTS; i++) {
            final Step step = draw.step();
            if (step != null) {
                steps.add(step);
                return;
            }
        }
    }

    /** Takes all of these places, or none. */
    private boolean take(List<Place> reads, List<Place> writes) {
        if (!reads.stream().allMatch(place -> claims.allow(place, Claims.READ))
                || !writes.stream().allMatch(place -> claims.allow(place, Claims.WRITE))
                || writes.stream().anyMatch(place -> overlaps(place, reads) || overlaps(place, writes))) {
            return false;
        }
        reads.forEach(place -> claims.take(place, Claims.READ));
        writes.forEach(place -> claims.take(place, Claims.WRITE));
        return true;
    }

    private static boolean overlaps(Place place, List<Place> others) {
        return others.stream().anyMatch(other -> other != place && other.overlaps(place));
    }

    private long salt() {
        return random.nextInt() & Integer.MAX_VALUE;
    }

    private int pe() {
        return random.nextInt(pes);
    }

    private int array() {
        while (true) {
            final int array = random.nextInt(sizes.size());
            if (sizes.get(array) > 0) {
                return array;
            }
        }
    }

    /** A context whose team has all of these PEs; often one of all. */
    private Via via(List<Integer> some) {
        final int number = random.nextInt(Program.CONTEXTS + teams.size() - 1);
        if (number >= Program.CONTEXTS) {
            final Program.Team team = teams.get(number - Program.CONTEXTS + 1);
            if (some.stream().allMatch(pe -> team.indexOf(pe) >= 0)) {
                return new Via(number, team);
            }
        }
        return new Via(random.nextInt(Program.CONTEXTS), teams.getFirst());
    }

    private Elements type() {
        return Elements.ALL.get(random.nextInt(Elements.ALL.size()));
    }

    /** A number of elements whose bytes are a power of two drawn at random, or around a switch point. */
    private int nelems(int elementBytes, int mostBytes) {
        final int most = Math.max(1, mostBytes / elementBytes);
        final int drawn = random.nextInt(3) == 0
                ? switchPoints.get(random.nextInt(switchPoints.size())) / elementBytes + random.nextInt(-2, 3)
                : (int) Math.exp(random.nextDouble() * Math.log(most));
        return Math.clamp(drawn, 1, most);
    }

    /** A place for so many elements in an array; −1 where there is none. */
    private long at(int array, long extent, int elementBytes) {
        final long room = sizes.get(array) / elementBytes - extent;
        return room < 0 ? -1 : random.nextLong(room + 1);
    }

    private Step store() {
        final int array = array();
        final int bytes = nelems(1, sizes.get(array) / 4);
        final Place place = new Place(array, pe(), at(array, bytes, 1), bytes);
        return take(List.of(), List.of(place)) ? new Store(place, salt()) : null;
    }

    private Step transfer() {
        final Elements type = type();
        final int array = array();
        final int localArray = array();
        final int least = Math.min(sizes.get(array), sizes.get(localArray));
        final Form form = Form.values()[random.nextInt(Form.values().length)];
        final Shape shape = shape(form, nelems(type.bytes(), least / 4), least / 2 / type.bytes());
        final long remoteExtent = shape.extent(form.isPut() ? shape.dst() : shape.sst());
        final long localExtent = shape.extent(form.isPut() ? shape.sst() : shape.dst());
        final Transfer.Local local = Transfer.Local.values()[random.nextInt(3)];
        final long at = at(array, remoteExtent, type.bytes());
        final long localAt =
                local == Transfer.Local.SYMMETRIC ? at(localArray, localExtent, type.bytes()) : random.nextInt(3);
        final int actor = pe();
        final int target = pe();
        final Transfer step = new Transfer(
                actor,
                target,
                via(List.of(actor, target)),
                form,
                type,
                array,
                at,
                local,
                localArray,
                localAt,
                shape,
                salt());
        final List<Place> here = local == Transfer.Local.SYMMETRIC ? List.of(step.localPlace()) : List.of();
        final List<Place> there = List.of(step.remotePlace());
        final boolean isFree = form.isPut() ? take(here, there) : take(there, here);
        return isFree ? step : null;
    }

    private Step single() {
        final Elements type = type();
        final int array = array();
        final Place place = new Place(array, pe(), at(array, 1, type.bytes()) * type.bytes(), type.bytes());
        final boolean isPut = random.nextBoolean();
        final int actor = pe();
        return take(isPut ? List.of() : List.of(place), isPut ? List.of(place) : List.of())
                ? new Single(actor, via(List.of(actor, place.pe())), isPut, type, place, salt())
                : null;
    }

    private Shape shape(Form form, int nelems, long room) {
        if (form.isContiguous()) {
            return new Shape(1, 1, nelems, 1);
        }
        final long block = form.hasBlocks() ? Math.max(1, nelems / (1 + random.nextInt(64))) : 1;
        final long count = Math.max(1, nelems / block);
        final long most = Math.max(block, room / count);
        return new Shape(stride(block, most), stride(block, most), block, count);
    }

    /** Often with no gap between blocks, often with a small one. */
    private long stride(long block, long most) {
        return random.nextInt(3) == 0 ? block : Math.min(most, block + random.nextInt(8));
    }

    private Step atomic() {
        final int actor = pe();
        if (hot != null && random.nextInt(3) > 0) {
            final Via via = via(List.of(actor, hot.place().pe()));
            return new Atomic(actor, via, hot.place(), hot.kind(), result(hot.kind()), operand(hot.kind()), false);
        }
        final Atomic.Kind kind = Atomic.Kind.values()[random.nextInt(Atomic.Kind.values().length)];
        final int bytes = random.nextBoolean() ? Long.BYTES : Integer.BYTES;
        final int array = array();
        final Place place = new Place(array, pe(), at(array, 1, bytes) * bytes, bytes);
        final Object use = kind.commutes() ? kind + " " + bytes : Claims.WRITE;
        if (!claims.allow(place, use)) {
            return null;
        }
        claims.take(place, use);
        final Via via = via(List.of(actor, place.pe()));
        final Atomic step = new Atomic(actor, via, place, kind, result(kind), operand(kind), random.nextBoolean());
        hot = kind.commutes() ? step : hot;
        return step;
    }

    private Atomic.Result result(Atomic.Kind kind) {
        return switch (kind) {
            case SET -> Atomic.Result.NONE;
            case SWAP, COMPARE_SWAP -> random.nextBoolean() ? Atomic.Result.NOW : Atomic.Result.LATER;
            default -> Atomic.Result.values()[random.nextInt(3)];
        };
    }

    private long operand(Atomic.Kind kind) {
        return kind == Atomic.Kind.ADD ? random.nextInt(MOST_ADDED) : random.nextLong();
    }

    private Step relay() {
        final List<Integer> order = someInOrder(2);
        final Elements type = type();
        final int array = array();
        final int nelems = nelems(type.bytes(), sizes.get(array) / 8);
        final Relay step = new Relay(
                order,
                via(order),
                type,
                array,
                at(array, nelems, type.bytes()),
                nelems,
                at(array, 1, Long.BYTES),
                random.nextLong() | 1,
                Relay.Way.values()[random.nextInt(Relay.Way.values().length)],
                Wait.values()[random.nextInt(Wait.values().length)],
                salt());
        return order.size() > 1 && take(List.of(), step.writes()) ? step : null;
    }

    private Step lockedAdds() {
        final int array = array();
        final Place place = new Place(array, pe(), at(array, 1, Long.BYTES) * Long.BYTES, Long.BYTES);
        return take(List.of(), List.of(place)) ? new LockedAdds(someInOrder(1), random.nextInt(LOCKS), place) : null;
    }

    /** Different PEs, at least so many if there are. */
    private List<Integer> someInOrder(int least) {
        final List<Integer> all =
                new ArrayList<>(IntStream.range(0, pes).boxed().toList());
        for (int i = all.size() - 1; i > 0; i--) {
            Collections.swap(all, i, random.nextInt(i + 1));
        }
        return List.copyOf(all.subList(0, Math.min(pes, least + random.nextInt(pes))));
    }

    private Step collective() {
        final int number = random.nextInt(teams.size());
        final Program.Team team = teams.get(number);
        final Collective.Kind kind = Collective.Kind.values()[random.nextInt(Collective.Kind.values().length)];
        final Elements type =
                Elements.ALL.get(random.nextInt(kind.combines() ? Elements.INTEGERS : Elements.ALL.size()));
        final int destArray = array();
        final int sourceArray = array();
        final int least = Math.min(sizes.get(destArray), sizes.get(sourceArray));
        final Shape strides = new Shape(1 + random.nextInt(3), 1 + random.nextInt(3), 1, 1);
        final int nelems = nelems(type.bytes(), least / 4 / team.size() / 3);
        final List<Integer> counts = IntStream.range(0, team.size())
                .mapToObj(_ -> kind == Collective.Kind.COLLECT ? random.nextInt(nelems + 1) : nelems)
                .toList();
        final boolean isInPlace = kind.combines() && random.nextInt(4) == 0;
        final long extent = 3L * team.size() * nelems;
        final long destAt = at(destArray, extent, type.bytes());
        final Collective step = new Collective(
                number,
                team,
                kind,
                type,
                destArray,
                destAt,
                isInPlace ? destArray : sourceArray,
                isInPlace ? destAt : at(sourceArray, extent, type.bytes()),
                counts,
                strides,
                random.nextInt(team.size()));
        return take(step.reads(), step.writes()) ? step : null;
    }
}
