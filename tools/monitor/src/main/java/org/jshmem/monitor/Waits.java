package org.jshmem.monitor;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Who waits for whom, as far as the snapshots of the PEs of one machine tell. */
final class Waits {
    /** A call that has lasted for less than this is not worth a word. */
    private static final long LEAST_MS = 500;

    private Waits() {}

    /** Sentences for people; none if nobody waits for long. */
    static List<String> of(List<Snapshot> pes) {
        final List<String> sentences = new ArrayList<>();
        addLocks(pes, sentences);
        addMissing(pes, sentences);
        return sentences;
    }

    /** Whether the call of a PE had lasted for long when the PE said so. */
    private static boolean isLong(Snapshot pe) {
        return pe.doing() != null && pe.time("written") - pe.doing().since() >= LEAST_MS;
    }

    private static void addLocks(List<Snapshot> pes, List<String> sentences) {
        final Map<Long, Snapshot> holders = new HashMap<>();
        pes.forEach(pe -> pe.held().forEach(lock -> holders.put(lock, pe)));
        final Map<Integer, Integer> waitsFor = new TreeMap<>();
        for (Snapshot pe : pes) {
            final Snapshot.Doing doing = pe.doing();
            if (isLong(pe) && doing.lock() >= 0 && holders.containsKey(doing.lock())) {
                waitsFor.put(pe.pe(), holders.get(doing.lock()).pe());
            }
        }
        waitsFor.forEach((pe, holder) -> sentences.add("PE " + pe + " waits for a lock that PE " + holder + " has"));
        for (int pe : waitsFor.keySet()) {
            final Set<Integer> chain = new LinkedHashSet<>();
            Integer next = pe;
            while (next != null && chain.add(next)) {
                next = waitsFor.get(next);
            }
            if (next != null && next == pe && chain.stream().allMatch(other -> other >= pe)) {
                sentences.add("DEADLOCK: "
                        + chain.stream().map(one -> "PE " + one).collect(Collectors.joining(" -> ")) + " -> PE " + pe);
            }
        }
    }

    /** Whom a collective waits for: a PE of its team that does something else, or whose process has ended. */
    private static void addMissing(List<Snapshot> pes, List<String> sentences) {
        final Map<String, List<Snapshot>> inside = new TreeMap<>();
        for (Snapshot pe : pes) {
            if (isLong(pe) && !pe.doing().members().isEmpty()) {
                inside.computeIfAbsent(collective(pe), _ -> new ArrayList<>()).add(pe);
            }
        }
        inside.forEach((collective, waiting) -> {
            final Snapshot.Doing doing = waiting.getFirst().doing();
            final List<Snapshot> others = pes.stream()
                    .filter(pe -> !pe.isOver() && doing.isOf(pe.pe()) && !collective.equals(collective(pe)))
                    .toList();
            if (!others.isEmpty()) {
                sentences.add(numbers(waiting) + (waiting.size() == 1 ? " is" : " are") + " in " + doing.name()
                        + ", and " + numbers(others) + (others.size() == 1 ? " is" : " are") + " not");
            }
        });
    }

    /** The collective that a PE is in, and those that have to call it; empty if it is in none. */
    private static String collective(Snapshot pe) {
        final Snapshot.Doing doing = pe.doing();
        return doing == null || doing.members().isEmpty() ? "" : doing.name() + " " + doing.members();
    }

    /** Their numbers, for people. */
    static String numbers(List<Snapshot> pes) {
        return PeNumbers.text(pes.stream().map(Snapshot::pe).toList());
    }
}
